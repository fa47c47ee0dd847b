//! The tool `DestroyTestUi`, which removes the test canvas.

use unity_tools::prelude::*;
use unity_tools::unity::test_ui_edit;

/// Remove the canvas of SpawnTestUi. Session only on a project folder.
#[tool(
    write,
    name = "DestroyTestUi",
    title = "Destroy test UI",
    category = "test-ui",
    idempotent,
    needs = SceneEdit
)]
pub(crate) fn destroy_test_ui() -> Result<Done> {
    test_ui_edit::destroy()?;
    Ok(Done::new())
}
