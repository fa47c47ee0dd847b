//! The question that a person is asked before a write: which tool of which bundle, what it gets, what it may act on, and
//! how often. The same that their yes then covers.
//!
//! Belongs here: words made from arguments, and the extent of the yes. Does not: whether somebody is asked (`policy`), or
//! how (`gate`), or holding a call to it (`runtime`).

mod files;
mod plan;
mod shown;
mod targets;

use host_bridge::{EditPlan, FileChanges, UnityBridge};
use host_policy::Agreed;
use serde_json::{Map, Value};
use targets::Targets;

/// Arguments that are shown each by itself; what is beyond is shown as one value.
const MOST_ARGUMENTS: usize = 32;
/// Characters of the whole message beyond which values are shown shortly.
const ROOM: usize = 16_000;

/// What is asked, and what a yes to it covers.
pub(crate) struct Asking {
    pub(crate) message: String,
    pub(crate) agreed: Agreed,
}

/// The same for a call whose dry run told plans: a yes covers those, each once, and nothing else.
pub(crate) fn ask_plans(base: &str, plans: &[EditPlan]) -> Asking {
    Asking {
        message: format!("{base} Your yes lets it make {}", plan::shown(plans)),
        agreed: Agreed::to_plans(plans.iter().map(|plan| plan.digest.clone())),
    }
}

/// `base` (which tool, and what kind of thing it does) with all that the call is about, and what it would write into files.
pub(crate) async fn ask(base: &str, arguments: &str, files: &[FileChanges], bridge: &dyn UnityBridge) -> Asking {
    let arguments: Map<String, Value> = serde_json::from_str(arguments).unwrap_or_default();
    let targets = Targets::of(&arguments, bridge).await;
    let mut message = format!(
        "{base} Your yes lets it act {}, {}.",
        times(targets.steps),
        targets.shown()
    );
    if arguments.is_empty() {
        message.push_str(" It gets no arguments.");
    } else {
        message.push_str(" It gets:");
    }
    let mut rest = Map::new();
    for (at, (name, value)) in arguments.iter().enumerate() {
        if at >= MOST_ARGUMENTS {
            rest.insert(name.clone(), value.clone());
            continue;
        }
        message.push_str(&format!("\n{} = {}", shown::name(name), value_in(&message, value)));
    }
    if !rest.is_empty() {
        let count = rest.len();
        message.push_str(&format!("\nand {count} more: {}", shown::shortly(&Value::Object(rest))));
    }
    message.push_str(&files::shown(files));
    Asking {
        agreed: targets.agreed(),
        message,
    }
}

fn value_in(message: &str, value: &Value) -> String {
    if message.len() < ROOM {
        shown::value(value)
    } else {
        shown::shortly(value)
    }
}

fn times(steps: u32) -> String {
    match steps {
        1 => "once".to_owned(),
        steps => format!("at most {steps} times"),
    }
}

#[cfg(test)]
mod tests;
