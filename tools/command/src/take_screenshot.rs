//! The tool `take_screenshot`, which returns a screenshot of the running game as Base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use unity_tools::Content;
use unity_tools::prelude::*;
use unity_tools::unity::screenshot::{self, Picture};
use unity_tools::unity::screenshot_save::Saved;

/// Maximum size in bytes of a picture in an answer, which contains the picture twice as Base64. Clients of these tools
/// disconnect at 1 MiB.
const MOST_BYTES: usize = 360 * 1024;

/// The screenshot, which the tool `take_screenshot` returns: either `filePath` or `base64` is set.
#[output]
#[derive(Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Screenshot {
    /// Path of the file, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_path: Option<String>,
    /// PNG in base64, if no file was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    /// Width in pixels.
    width: u32,
    /// Height in pixels.
    height: u32,
}

impl Screenshot {
    pub(crate) fn from_saved(saved: Saved) -> Self {
        Self {
            file_path: Some(saved.file_path),
            base64: None,
            width: saved.width,
            height: saved.height,
        }
    }
}

/// Creates the answer of the tool from a picture, with the picture as Base64.
/// # Errors
/// `TooLarge` if the picture does not fit into an answer.
pub(crate) fn reply(picture: Picture) -> Result<Reply<Screenshot>> {
    let bytes = picture.data.len();
    if bytes > MOST_BYTES {
        return Err(ToolError::new(
            ErrorKind::TooLarge,
            format!("the picture has {bytes} bytes, an answer holds at most {MOST_BYTES}"),
        )
        .hint("use save_screenshot, or give a smaller width and height"));
    }
    let shot = Screenshot {
        file_path: None,
        base64: Some(STANDARD.encode(&picture.data)),
        width: picture.width,
        height: picture.height,
    };
    Ok(Reply::new(shot).with(Content::image(picture.data, "image/png")))
}

/// Take a screenshot.
#[tool(
    category = "command",
    notes = "scene.wireframe draws outlines of an open project without a running Unity.",
    example = r#"{"width": 1280, "height": 720}"#,
    needs = Screenshot
)]
pub(crate) fn take_screenshot(
    /// Not supported: save_screenshot writes files.
    output_path: Option<String>,
    #[default(1920)]
    #[schemars(range(min = 1, max = 8192))]
    width: u32,
    #[default(1080)]
    #[schemars(range(min = 1, max = 8192))]
    height: u32,
) -> Result<Reply<Screenshot>> {
    // Clients of this name may send a path. Writing a file needs another effect than reading, so another tool does
    // it.
    if output_path.is_some() {
        return Err(ToolError::new(
            ErrorKind::PermissionDenied,
            "take_screenshot writes no files, but output_path is set",
        )
        .hint("call save_screenshot with the same arguments; it is a write"));
    }
    reply(screenshot::take(width, height)?)
}
