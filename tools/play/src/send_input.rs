//! The tool `send_input`, which performs a gesture on the UI of a running game.

use unity_tools::lookup;
use unity_tools::prelude::*;
use unity_tools::unity::play_edit::{self, Gesture, Spot};

/// Maximum number of objects in front of the clicked object that an answer lists. Further ones are only counted.
const IN_FRONT: usize = 10;

/// The arguments of the tool `send_input`.
#[input]
pub(crate) struct Args {
    gesture: Kind,
    /// Id, path or unique name; its middle is used. Or `screen`.
    object: Option<String>,
    /// Pixels from the lower left; e.g. `[320, 240]`.
    screen: Option<[f64; 2]>,
    /// Where a drag ends; or `to_screen`.
    to_object: Option<String>,
    to_screen: Option<[f64; 2]>,
    /// Scroll distance in notches, right and up; e.g. `[0, -3]`.
    by: Option<[f64; 2]>,
}

#[input]
#[derive(Clone, Copy, Debug, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Click,
    Drag,
    Scroll,
    Submit,
}

/// The result of a gesture, which the tool `send_input` returns.
#[output]
pub(crate) struct Met {
    /// Id of the object that received the gesture, or null.
    object: Option<String>,
    /// Ids of objects in front of the target, nearest first.
    in_front: Vec<String>,
    /// Event handlers that ran, by C# name.
    handlers: Vec<String>,
}

/// A place where an input gesture starts or ends: an object (id, path or name), or a point of the screen in pixels.
#[derive(Clone, Debug, PartialEq)]
enum Place<'a> {
    Object(&'a str),
    Screen([f64; 2]),
}

fn place<'a>(name: &str, object: Option<&'a str>, screen: Option<[f64; 2]>) -> Result<Place<'a>> {
    match (object, screen) {
        (Some(object), None) => Ok(Place::Object(object)),
        (None, Some(at)) => Ok(Place::Screen(at)),
        (Some(_), Some(at)) => {
            let other = name.replace("object", "screen");
            Err(ToolError::violation(
                &other,
                &format!("left out, since {name} is given"),
                at,
            ))
        }
        (None, None) => Err(ToolError::missing(
            name,
            "an object, or a point of the screen, e.g. /Canvas/Start",
        )),
    }
}

/// Returns where the gesture starts, and for a drag where it ends. Rejects arguments that the gesture does not have.
fn places(args: &Args) -> Result<(Place<'_>, Option<Place<'_>>)> {
    let at = place("object", args.object.as_deref(), args.screen)?;
    let to = match args.gesture {
        Kind::Drag => Some(place("to_object", args.to_object.as_deref(), args.to_screen)?),
        _ if args.to_object.is_some() || args.to_screen.is_some() => {
            let right = "drag, since a drag target is given";
            return Err(ToolError::violation(
                "gesture",
                right,
                format!("{:?}", args.gesture).to_lowercase(),
            ));
        }
        _ => None,
    };
    match (args.gesture, args.by) {
        (Kind::Scroll, None) => Err(ToolError::missing("by", "the scroll distance, e.g. [0, -3]")),
        (Kind::Scroll, Some(_)) | (_, None) => Ok((at, to)),
        (_, Some(by)) => Err(ToolError::violation("by", "left out, since only scroll uses it", by)),
    }
}

fn spot(argument: &str, place: Place<'_>) -> Result<Spot> {
    Ok(match place {
        Place::Object(given) => Spot::Object(lookup::object(argument, given)?.id),
        Place::Screen([x, y]) => Spot::Screen((x, y)),
    })
}

/// Click, drag, scroll or submit on the UI of the running game like a player, on an object or a point of the screen;
/// returns the object that took it, objects in front and handlers that ran.
#[tool(
    write,
    category = "play",
    notes = "Only for UI with an EventSystem: keys and scripts that read the mouse are not reached.",
    needs = Play,
    example = r#"{"gesture": "click", "object": "/Canvas/Start"}"#,
    example = r#"{"gesture": "drag", "screen": [100, 200], "to_screen": [300, 200]}"#
)]
pub(crate) fn send_input(#[arguments] args: Args) -> Result<Reply<Met>> {
    let (at, to) = places(&args)?;
    let at = spot("object", at)?;
    let [right, up] = args.by.unwrap_or_default();
    let gesture = match (args.gesture, to) {
        (Kind::Drag, Some(to)) => Gesture::Drag((at, spot("to_object", to)?)),
        (Kind::Scroll, _) => Gesture::Scroll((at, right, up)),
        (Kind::Submit, _) => Gesture::Submit(at),
        _ => Gesture::Click(at),
    };
    let touched = play_edit::act(&gesture)?;
    let total = touched.in_front.len();
    let mut in_front = touched.in_front;
    in_front.truncate(IN_FRONT);
    let reply = Reply::new(Met {
        object: touched.object,
        in_front,
        handlers: touched.handlers,
    });
    Ok(match total > IN_FRONT {
        true => reply.note(format!(
            "{total} objects were in front; the nearest {IN_FRONT} are listed"
        )),
        false => reply,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn parse_places(given: Value) -> Result<String, String> {
        let args: Args = serde_json::from_value(given).unwrap();
        places(&args)
            .map(|places| format!("{places:?}"))
            .map_err(|error| error.message.clone())
    }

    #[test]
    fn gesture_requires_its_own_arguments_and_rejects_others() {
        assert!(parse_places(json!({"gesture": "click", "screen": [1, 2]})).is_ok());
        assert!(parse_places(json!({"gesture": "drag", "object": "A", "to_screen": [1, 2]})).is_ok());
        assert!(parse_places(json!({"gesture": "scroll", "object": "A", "by": [0, -1]})).is_ok());
        for (given, part) in [
            (json!({"gesture": "click"}), "object"),
            (json!({"gesture": "click", "object": "A", "screen": [1, 2]}), "screen"),
            (json!({"gesture": "drag", "object": "A"}), "to_object"),
            (json!({"gesture": "click", "object": "A", "to_object": "B"}), "gesture"),
            (json!({"gesture": "scroll", "object": "A"}), "by"),
            (json!({"gesture": "submit", "object": "A", "by": [0, 1]}), "by"),
        ] {
            let error = parse_places(given).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
