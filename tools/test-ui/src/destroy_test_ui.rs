//! `DestroyTestUi`: takes the canvas away.

use unity_tools::unity::test_ui_edit;
use unity_tools::{Capability, Cx, Done, Effect, NoArgs, Reply, Tool, ToolError, ToolInfo};

/// The tool.
pub struct DestroyTestUi;

impl Tool for DestroyTestUi {
    type Args = NoArgs;
    type Output = Done;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("DestroyTestUi");

    fn info() -> ToolInfo {
        ToolInfo::new("Takes the canvas of SpawnTestUi away. Session only on a project folder.")
            .title("Destroy test UI")
            .category("test-ui")
            .idempotent(true)
            .needs(Capability::SceneEdit)
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<Done>, ToolError> {
        test_ui_edit::destroy()?;
        Ok(Reply::done())
    }
}
