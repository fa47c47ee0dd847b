//! The tool `patch_script`, which replaces parts of one C# source.

use crate::patch::{Patch, apply};
use crate::source;
use crate::written::{Written, reply};
use unity_tools::authoring::scripts_edit;
use unity_tools::prelude::*;

/// Replace parts of a C# source, wait until a running editor has compiled it, and return the compiler's messages. All
/// patches or none are applied. For a new source call write_script; undo_edits restores the old text.
#[tool(
    code,
    category = "edit",
    notes = "Needs the grant of scripts-edit, enable-console-eval and project.allow-save.",
    example = r#"{"path": "Assets/Scripts/Door.cs", "patches": [{"old": "speed = 1f", "new": "speed = 2f"}]}"#,
    needs = SceneEdit
)]
pub(crate) fn patch_script(
    /// Asset path, e.g. `Assets/Scripts/Door.cs`.
    path: String,
    #[schemars(length(min = 1, max = 100))] patches: Vec<Patch>,
    /// Digest of the text that you read, from script_info with source; none = the old texts suffice.
    digest: Option<String>,
    /// Writes a text in which the host finds syntax errors.
    allow_syntax_errors: Option<bool>,
    cx: &Cx,
) -> Result<Reply<Written>> {
    cx.go_on()?;
    let old = source::read(&path)?;
    let new = apply(&old, &patches)?;
    // Without a digest of the caller, the one of the text just read still detects a write of another program.
    let digest = digest.unwrap_or_else(|| source::digest(&old));
    let written = scripts_edit::write(&path, &new, Some(&digest), allow_syntax_errors.unwrap_or(false))?;
    Ok(reply(written))
}
