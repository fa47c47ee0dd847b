//! The tool `save_scenes`, which writes edits of scenes to their files.

use unity_tools::prelude::*;
use unity_tools::unity::edits::LineChange;
use unity_tools::unity::{edits, edits_save};

/// One line of a scene file that the tool changed or would change.
#[output]
pub(crate) struct Line {
    // From 1, in the file as it was before.
    line: u32,
    // None for an added line.
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<String>,
    // None for a removed line.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<String>,
}

/// One scene file with the lines that the tool changed or would change.
#[output]
pub(crate) struct File {
    /// Asset path.
    file: String,
    /// Total number of changed lines.
    total: u32,
    /// The first changed lines.
    lines: Vec<Line>,
    /// Size of the written file in bytes; absent for a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// Path of its backup, below the host's data folder; absent for a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    backup: Option<String>,
}

/// The files that were written or would be written, which the tool `save_scenes` returns.
#[output]
pub(crate) struct Files {
    /// False for a dry run, or if all files are up to date.
    saved: bool,
    files: Vec<File>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Write edits of scenes to their files, all or none; backups are kept. Try dry_run first. An editor saves as Unity does,
/// a new scene to a new path. A project folder writes only values, active flags and prefab overrides, no objects that
/// were created, removed or moved, and nothing while Unity has it open.
#[tool(destructive, category = "edit", example = r#"{"dry_run": true}"#, needs = SceneEdit, dry_run = "dry_run")]
pub(crate) fn save_scenes(
    /// Asset paths, e.g. ["Assets/Scenes/Main.unity"]. A dry run without them checks all unsaved scenes.
    #[schemars(length(min = 1, max = 100))]
    files: Option<Vec<String>>,
    /// True only reports files and lines that would change; needs no permission.
    dry_run: Option<bool>,
) -> Result<Reply<Files>> {
    let is_dry = dry_run == Some(true);
    if files.is_none() && !is_dry {
        // The user must see what is written before approving it.
        return Err(ToolError::missing(
            "files",
            "the asset paths of the scenes to save, e.g. [\"Assets/Scenes/Main.unity\"]",
        )
        .hint("call it with dry_run = true first: it lists the files and lines"));
    }
    let changes = edits::preview_save(&files.unwrap_or_default())?;
    let mut files: Vec<File> = changes.into_iter().map(from_changes).collect();
    let saved = !files.is_empty() && !is_dry;
    if saved {
        let paths: Vec<String> = files.iter().map(|file| file.file.clone()).collect();
        for written in edits_save::save(&paths)? {
            if let Some(file) = files.iter_mut().find(|file| file.file == written.file) {
                file.bytes = Some(written.bytes);
                file.backup = Some(written.backup);
            }
        }
    }
    let is_empty = files.is_empty();
    let reply = Reply::new(Files {
        saved,
        files,
        notes: Vec::new(),
    });
    Ok(if is_empty {
        reply.note("nothing to save: no scene that has a file has unsaved edits")
    } else {
        reply
    })
}

fn from_changes(changes: edits::FileChanges) -> File {
    let line = |row: LineChange| Line {
        line: row.line,
        old: row.old,
        new: row.new,
    };
    File {
        file: changes.file,
        total: changes.total,
        lines: changes.lines.into_iter().map(line).collect(),
        bytes: None,
        backup: None,
    }
}
