//! `take_screenshot`: a screenshot of the running game, as Base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::screenshot::{self, Picture};
use unity_tools::unity::screenshot_save::Saved;
use unity_tools::{Capability, Content, Cx, Effect, ErrorKind, Reply, Tool, ToolError, ToolInfo};

/// Maximum bytes of a picture inside an answer, which contains it twice in Base64; clients of these commands disconnect
/// at 1 MiB.
const MOST_BYTES: usize = 360 * 1024;

/// How large.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// save_screenshot writes files.
    output_path: Option<String>,
    #[serde(default = "wide")]
    #[schemars(range(min = 1, max = 8192))]
    width: u32,
    #[serde(default = "high")]
    #[schemars(range(min = 1, max = 8192))]
    height: u32,
}

pub(crate) fn wide() -> u32 {
    1920
}

pub(crate) fn high() -> u32 {
    1080
}

/// The picture: `filePath` or `base64`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Screenshot {
    /// Where it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_path: Option<String>,
    /// PNG, if it was not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    /// Pixels.
    width: u32,
    /// Pixels.
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

/// # Errors
///
/// `TooLarge` for a picture that fits into no answer.
pub(crate) fn reply(picture: Picture) -> Result<Reply<Screenshot>, ToolError> {
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

/// The tool.
pub struct TakeScreenshot;

impl Tool for TakeScreenshot {
    type Args = Args;
    type Output = Screenshot;
    const EFFECT: Effect = Effect::Read;

    fn info() -> ToolInfo {
        ToolInfo::new("Take a screenshot.")
            .category("command")
            .notes("scene.wireframe draws outlines of an open project without a running Unity.")
            .example(r#"{"width": 1280, "height": 720}"#)
            .needs(Capability::Screenshot)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Screenshot>, ToolError> {
        // Clients of this name may send a path. Writing a file needs another effect than reading, so another tool does
        // it.
        if args.output_path.is_some() {
            return Err(ToolError::new(
                ErrorKind::PermissionDenied,
                "take_screenshot writes no files, but output_path is set",
            )
            .hint("call save_screenshot with the same arguments; it is a write"));
        }
        reply(screenshot::take(args.width, args.height)?)
    }
}
