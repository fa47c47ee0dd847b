//! The tool `execute_menu_item`, which executes one item of the editor's menus.

use unity_tools::prelude::*;
use unity_tools::unity::editor_run;

/// Execute one menu item of the Unity editor.
#[tool(
    write,
    title = "Execute menu item",
    category = "editor",
    example = r#"{"menuPath": "Assets/Create/Folder"}"#,
    needs = EditorRun,
    rename_all = "camelCase"
)]
pub(crate) fn execute_menu_item(
    /// E.g. `Assets/Create/Folder`.
    menu_path: String,
) -> Result<Reply<()>> {
    let path = menu_path.trim();
    if path.is_empty() {
        return Err(
            ToolError::violation("menuPath", "a menu item's path", &menu_path).hint("such as Assets/Create/Folder")
        );
    }
    editor_run::execute_menu_item(path)?;
    Ok(Reply::text(format!("Executed: {path}")))
}
