//! `execute_menu_item`: one item of the editor's menus, by path.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::editor_run;
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which item.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Such as `Assets/Create/Folder`.
    menu_path: String,
}

/// The tool.
pub struct ExecuteMenuItem;

impl Tool for ExecuteMenuItem {
    type Args = Args;
    type Output = ();
    const EFFECT: Effect = Effect::Write;

    fn info() -> ToolInfo {
        ToolInfo::new("Execute one menu item of the Unity editor.")
            .title("Execute menu item")
            .category("editor")
            .example(r#"{"menuPath": "Assets/Create/Folder"}"#)
            .needs(Capability::EditorRun)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<()>, ToolError> {
        let path = args.menu_path.trim();
        if path.is_empty() {
            return Err(ToolError::violation("menuPath", "a menu item's path", &args.menu_path)
                .hint("such as Assets/Create/Folder"));
        }
        editor_run::execute_menu_item(path)?;
        Ok(Reply::text(format!("Executed: {path}")))
    }
}
