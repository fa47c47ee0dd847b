//! `save_screenshot`: writes a screenshot of the running game to a file below the exports folder.

use crate::take_screenshot::{Screenshot, high, wide};
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::screenshot_save;
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// The size, and the path of the file.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// .png below the exports folder.
    output_path: String,
    #[serde(default = "wide")]
    #[schemars(range(min = 1, max = 8192))]
    width: u32,
    #[serde(default = "high")]
    #[schemars(range(min = 1, max = 8192))]
    height: u32,
}

/// The tool.
pub struct SaveScreenshot;

impl Tool for SaveScreenshot {
    type Args = Args;
    type Output = Screenshot;
    const EFFECT: Effect = Effect::Write;

    fn info() -> ToolInfo {
        ToolInfo::new("Take a screenshot and save it to a file.")
            .category("command")
            .example(r#"{"output_path": "shots/now.png", "width": 1280, "height": 720, "confirm": true}"#)
            .needs(Capability::Screenshot)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Screenshot>, ToolError> {
        let saved = screenshot_save::save(args.width, args.height, &args.output_path)?;
        Ok(Reply::new(Screenshot::from_saved(saved)))
    }
}
