//! The tool `write_script`, which writes one whole C# source.

use crate::written::{Written, reply};
use unity_tools::authoring::scripts_edit;
use unity_tools::prelude::*;

/// Write a whole C# source below Assets or a package inside the project, wait until a running editor has compiled it,
/// and return the compiler's messages. For changes of a few lines call patch_script; undo_edits restores the old text.
#[tool(
    code,
    category = "edit",
    notes = "Needs the grant of scripts-edit, enable-console-eval and project.allow-save.",
    example = r#"{"path": "Assets/Scripts/Door.cs", "text": "public class Door { }\n"}"#,
    needs = SceneEdit
)]
pub(crate) fn write_script(
    /// Asset path, e.g. `Assets/Scripts/Door.cs`.
    path: String,
    /// The whole new text.
    text: String,
    /// Digest of the text that you read, from script_info with source; none for a new source.
    digest: Option<String>,
    /// Writes a text in which the host finds syntax errors.
    allow_syntax_errors: Option<bool>,
    cx: &Cx,
) -> Result<Reply<Written>> {
    cx.go_on()?;
    let written = scripts_edit::write(&path, &text, digest.as_deref(), allow_syntax_errors.unwrap_or(false))?;
    Ok(reply(written))
}
