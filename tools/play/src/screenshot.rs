//! The tool `screenshot`, which takes a screenshot of the running game.

use unity_tools::Content;
use unity_tools::prelude::*;
use unity_tools::unity::{self, screenshot::Picture};

/// Maximum size in bytes of a screenshot in an answer. A larger picture is an error.
const MOST_BYTES: usize = 720 * 1024;

/// The description of a screenshot, which the tool `screenshot` returns with the picture.
#[output]
#[derive(Debug)]
pub(crate) struct Shot {
    width: u32,
    height: u32,
    /// Parts that the picture lacks; empty if it is complete.
    not_drawn: Vec<String>,
}

fn reply(picture: Picture) -> Result<Reply<Shot>> {
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

/// Take a screenshot of the running game; the answer lists missing parts. For objects under a point call raycast.
#[tool(category = "play", needs = Screenshot, example = r#"{"width": 640, "height": 360}"#)]
pub(crate) fn screenshot(
    #[default(960)]
    #[schemars(range(min = 1, max = 8192))]
    width: u32,
    #[default(540)]
    #[schemars(range(min = 1, max = 8192))]
    height: u32,
) -> Result<Reply<Shot>> {
    reply(unity::screenshot::take(width, height)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_oversized_screenshot_with_a_hint() {
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
