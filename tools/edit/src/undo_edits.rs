//! The tool `undo_edits`, which undoes entries of the edit journal.

mod compiled;
mod own_entries;

use crate::rows::{Row, rows};
use compiled::{Compiled, compiled_after};
use own_entries::Mine;
use unity_tools::prelude::*;
use unity_tools::unity::values::Page;
use unity_tools::unity::{edits, edits_edit};

/// Maximum number of journal entries that one call undoes. Further, older entries stay applied.
pub(crate) const MOST: usize = 500;

/// Maximum number of journal pages that are searched for entries of the session. Older entries are not examined.
const MOST_PAGES: u32 = 60;

/// Maximum size in bytes of a page of the journal.
const PAGE: u32 = 32 * 1024;

/// The entries that were undone or would be undone, which the tool `undo_edits` returns.
#[output]
pub(crate) struct Undone {
    /// The undo's own entry; undo it to redo all.
    // Absent for a dry run, or if nothing was undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<u64>,
    /// Undone entries, newest first.
    undone: Vec<u64>,
    /// Total number of changes.
    total: u32,
    /// True if `rows` contains all changes.
    complete: bool,
    rows: Vec<Row>,
    // After an undo of code: false if the compiler reported errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    compiled: Option<bool>,
    // Of the compiler, with path, line and column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Undo entries of list_edits, all or none; ids stay. An entry is one call's whole batch. If a later one
/// depends on it, the error has its number: undo both. Covers scenes, scripts, assets and time scale.
#[tool(
    write,
    category = "edit",
    example = r#"{"entries": [7], "dry_run": true}"#,
    needs = SceneEdit,
    dry_run = "dry_run"
)]
pub(crate) fn undo_edits(
    /// Entry numbers from list_edits, e.g. [7].
    #[schemars(length(min = 1, max = 500))]
    entries: Option<Vec<u64>>,
    /// All entries of this session.
    all: Option<bool>,
    /// Only reports the changes; needs no permission.
    dry_run: Option<bool>,
) -> Result<Reply<Undone>> {
    let (mut entries, notes) = match (entries, all.unwrap_or(false)) {
        (Some(entries), false) => (entries, Vec::new()),
        (None, true) => own_entries()?.into_entries()?,
        (given, _) => {
            let error = match given {
                Some(given) => ToolError::violation("entries", "left out, since all is true", given),
                None => ToolError::missing("entries", "numbers of entries, e.g. [7], or all = true"),
            };
            return Err(error.hint("list_edits shows the numbers of entries"));
        }
    };
    entries.sort_unstable_by(|one, other| other.cmp(one));
    entries.dedup();
    if entries.is_empty() {
        return Ok(Reply::new(Undone {
            entry: None,
            undone: entries,
            total: 0,
            complete: true,
            rows: Vec::new(), compiled: None, errors: Vec::new(), notes: Vec::new() })
        .note("nothing that this session made is in effect; entries of other sessions, or made without a session, are undone by their numbers: see list_edits")
        .note_each(notes));
    }
    let (entry, plan, after) = match dry_run {
        Some(true) => (None, edits::preview_undo(&entries)?, Compiled::default()),
        _ => {
            let done = edits_edit::undo(&entries, None)?;
            let after = compiled_after(&done.plan);
            (Some(done.entry), done.plan, after)
        }
    };
    let complete = plan.changes.len() as u64 == u64::from(plan.total);
    Ok(Reply::new(Undone {
        entry,
        undone: entries,
        total: plan.total,
        complete,
        rows: rows(plan.changes),
        compiled: after.succeeded,
        errors: after.errors,
        notes: Vec::new(),
    })
    .note_each(notes)
    .note_each(after.note))
}

/// Returns the journal entries of the caller's session.
fn own_entries() -> Result<Mine> {
    let (mut mine, mut cursor) = (Mine::default(), None);
    for _ in 0..MOST_PAGES {
        let page = edits::list_entries(&Page {
            limit: 500,
            cursor,
            max_bytes: PAGE,
        })?;
        page.rows.into_iter().for_each(|entry| mine.take(entry));
        cursor = page.next;
        if cursor.is_none() {
            return Ok(mine);
        }
        if mine.entries.len() >= MOST {
            break;
        }
    }
    mine.is_cut = true;
    Ok(mine)
}
