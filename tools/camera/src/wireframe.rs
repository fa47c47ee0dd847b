//! The tool `scene.wireframe`, which draws outlines of the active camera's view. The result is no screenshot.

use unity_tools::Content;
use unity_tools::prelude::*;
use unity_tools::unity::screenshot::{self, Picture};

/// Maximum size in bytes of a PNG picture in an answer, which contains it as Base64. A larger picture is an error.
const MOST_BYTES: usize = 640 * 1024;

/// The description of a picture, which the tool `scene.wireframe` returns with the picture.
#[output]
#[derive(Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wireframe {
    /// Width in pixels.
    width: u32,
    /// Height in pixels.
    height: u32,
    /// Visible things that the picture does not show, with their counts.
    not_drawn: Vec<String>,
}

/// Creates the answer of the tool from a picture of the host.
/// # Errors
/// `TooLarge` if the picture does not fit into an answer.
pub(crate) fn reply(picture: Picture) -> Result<Reply<Wireframe>> {
    let bytes = picture.data.len();
    if bytes > MOST_BYTES {
        return Err(ToolError::new(
            ErrorKind::TooLarge,
            format!("the picture has {bytes} bytes, an answer holds at most {MOST_BYTES}"),
        )
        .hint("ask for a smaller width and height"));
    }
    let text = if picture.not_drawn.is_empty() {
        "Offline wireframe, not a render.".to_owned()
    } else {
        format!(
            "Offline wireframe, not a render. Not drawn: {}.",
            picture.not_drawn.join("; ")
        )
    };
    let reply = Reply::new(Wireframe {
        width: picture.width,
        height: picture.height,
        not_drawn: picture.not_drawn,
    });
    Ok(reply
        .with(Content::image(picture.data, "image/png"))
        .with(Content::text(text)))
}

/// Draw outlines of colliders, built-in meshes and UI as the active camera sees them. No screenshot.
#[tool(
    name = "scene.wireframe",
    title = "Wireframe",
    category = "scene",
    needs = Scene,
    notes = "Works without a running Unity; names what it cannot draw, such as meshes of model files."
)]
pub(crate) fn wireframe(
    #[default(1280)]
    #[schemars(range(min = 16, max = 4096))]
    width: u32,
    #[default(720)]
    #[schemars(range(min = 16, max = 4096))]
    height: u32,
) -> Result<Reply<Wireframe>> {
    reply(screenshot::wireframe(width, height)?)
}

#[cfg(test)]
mod tests {
    use super::reply;
    use crate::BUNDLE_TOOLS;
    use serde_json::Value;
    use unity_tools::export::list_tools;
    use unity_tools::unity::screenshot::Picture;
    use unity_tools::{Content, Effect, ErrorKind};

    fn picture(bytes: usize, not_drawn: &[&str]) -> Picture {
        Picture {
            data: vec![1; bytes],
            width: 64,
            height: 32,
            not_drawn: not_drawn.iter().map(|&phrase| phrase.to_owned()).collect(),
        }
    }

    #[test]
    fn returns_image_and_undrawn_parts_or_rejects_oversized_image() {
        let told = reply(picture(2, &["3 sprites", "1 terrain"])).unwrap();
        assert_eq!(
            serde_json::to_string(told.value().unwrap()).unwrap(),
            r#"{"width":64,"height":32,"notDrawn":["3 sprites","1 terrain"]}"#
        );
        assert_eq!(
            told.content(),
            [
                Content::image(vec![1; 2], "image/png"),
                Content::text("Offline wireframe, not a render. Not drawn: 3 sprites; 1 terrain."),
            ]
        );
        let whole = reply(picture(2, &[])).unwrap();
        assert_eq!(whole.content()[1], Content::text("Offline wireframe, not a render."));
        assert_eq!(reply(picture(1 << 20, &[])).unwrap_err().kind, ErrorKind::TooLarge);
    }

    #[test]
    fn schema_limits_image_size_and_sets_defaults() {
        let tools = list_tools(BUNDLE_TOOLS);
        let tool = tools.iter().find(|tool| tool.name == "scene.wireframe").unwrap();
        assert_eq!(tool.effect.clone(), Effect::Read);
        let schema: Value = serde_json::from_str(&tool.input_schema).unwrap();
        for (name, default) in [("width", 1280), ("height", 720)] {
            let field = &schema["properties"][name];
            assert_eq!((&field["minimum"], &field["maximum"]), (&16.into(), &4096.into()));
            assert_eq!(field["default"], default);
        }
        assert_eq!(schema.get("required"), None);
    }
}
