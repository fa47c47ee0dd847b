//! `screenshot`: a screenshot of the running game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::screenshot::{self, Picture};
use unity_tools::{Capability, Content, Cx, Effect, ErrorKind, Reply, Tool, ToolError, ToolInfo};

/// Maximum bytes of a picture in an answer.
const MOST_BYTES: usize = 720 * 1024;

/// The size in pixels.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    #[serde(default = "wide")]
    #[schemars(range(min = 1, max = 8192))]
    width: u32,
    #[serde(default = "high")]
    #[schemars(range(min = 1, max = 8192))]
    height: u32,
}

fn wide() -> u32 {
    960
}

fn high() -> u32 {
    540
}

/// Facts about the picture.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Shot {
    width: u32,
    height: u32,
    /// What is missing; empty if complete.
    not_drawn: Vec<String>,
}

fn reply(picture: Picture) -> Result<Reply<Shot>, ToolError> {
    let bytes = picture.data.len();
    if bytes > MOST_BYTES {
        let message = format!("the picture has {bytes} bytes, an answer holds at most {MOST_BYTES}");
        return Err(ToolError::new(ErrorKind::TooLarge, message).hint("give a smaller width and height"));
    }
    let shot = Shot {
        width: picture.width,
        height: picture.height,
        not_drawn: picture.not_drawn,
    };
    Ok(Reply::new(shot).with(Content::image(picture.data, "image/png")))
}

/// The tool.
pub struct Screenshot;

impl Tool for Screenshot {
    type Args = Args;
    type Output = Shot;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("screenshot");

    fn info() -> ToolInfo {
        ToolInfo::new("Take a screenshot of the running game; the answer lists missing parts. For objects under a point call raycast.")
            .category("play")
            .needs(Capability::Screenshot)
            .example(r#"{"width": 640, "height": 360}"#)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Shot>, ToolError> {
        reply(screenshot::take(args.width, args.height)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_no_answer_holds_is_refused_with_what_to_do() {
        let picture = |bytes| Picture {
            data: vec![0; bytes],
            width: 4,
            height: 3,
            not_drawn: vec!["no device".to_owned()],
        };
        assert!(reply(picture(MOST_BYTES)).is_ok());
        let error = reply(picture(MOST_BYTES + 1)).unwrap_err();
        assert!(
            matches!(error.kind, ErrorKind::TooLarge) && error.hint.is_some(),
            "{error}"
        );
    }
}
