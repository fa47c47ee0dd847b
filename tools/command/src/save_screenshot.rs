//! The tool `save_screenshot`, which writes a screenshot of the running game to a file below the exports folder.

use crate::take_screenshot::Screenshot;
use unity_tools::prelude::*;
use unity_tools::unity::screenshot_save;

/// Take a screenshot and save it to a file.
#[tool(
    write,
    category = "command",
    example = r#"{"output_path": "shots/now.png", "width": 1280, "height": 720, "confirm": true}"#,
    needs = Screenshot
)]
pub(crate) fn save_screenshot(
    /// Path of the .png file, below the exports folder.
    output_path: String,
    #[default(1920)]
    #[schemars(range(min = 1, max = 8192))]
    width: u32,
    #[default(1080)]
    #[schemars(range(min = 1, max = 8192))]
    height: u32,
) -> Result<Reply<Screenshot>> {
    let saved = screenshot_save::save(width, height, &output_path)?;
    Ok(Reply::new(Screenshot::from_saved(saved)))
}
