//! The tool `list_edits`, which lists the edit journal.

use crate::rows::{Row, rows};
use unity_tools::prelude::*;
use unity_tools::unity::edits;
use unity_tools::unity::values::Page;

/// Maximum size in bytes of a page of journal entries, if the caller specifies none.
const PAGE: u32 = 16 * 1024;

/// One entry of the edit journal.
#[output]
pub(crate) struct Listed {
    /// Number to pass to undo_edits.
    entry: u64,
    /// Time of the edit, in UTC milliseconds since 1970.
    at_ms: u64,
    /// Client that made the edit, as in the audit log.
    caller: String,
    /// True if this session made the entry.
    mine: bool,
    tool: String,
    changes: Vec<Row>,
    /// Numbers of the entries that this entry undid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undoes: Vec<u64>,
    /// True if save_scenes wrote the result to the files.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    saved: bool,
    /// Reason why the entry no longer applies, or only in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<String>,
    /// Reason why the entry cannot be undone now.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<String>,
}

/// Returns the reason from the host's sentence on why a journal entry cannot be undone; a general reason for `None`.
fn reason_of(fixed: Option<&str>) -> String {
    let fixed = fixed.unwrap_or("what it was about is gone");
    let reason = fixed.split_once("any more: ").map(|(_, reason)| reason);
    reason.unwrap_or(fixed).to_owned()
}

/// A page of journal entries, newest first, which the tool `list_edits` returns.
#[output]
pub(crate) struct Entries {
    /// Total number of entries.
    total: u32,
    complete: bool,
    rows: Vec<Listed>,
    /// `cursor` of the next page, or null.
    next: Option<String>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// List changes, newest first: client, tool, old and new values, what can't be undone. Use it before undo_edits.
#[tool(category = "edit", example = r#"{"limit": 10}"#, needs = SceneEdit)]
pub(crate) fn list_edits(
    /// Maximum rows; e.g. 10.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
    /// `next` of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<Entries>> {
    let page = edits::list_entries(&Page {
        limit: limit.unwrap_or(50),
        cursor,
        max_bytes: max_bytes.unwrap_or(PAGE),
    })?;
    let listed = page.rows.into_iter().map(|entry| Listed {
        entry: entry.id,
        at_ms: entry.at_ms,
        caller: entry.caller,
        mine: entry.mine,
        tool: entry.tool,
        changes: rows(entry.changes),
        undoes: entry.undoes,
        saved: entry.saved,
        lost: entry.lost.then(|| reason_of(entry.fixed.as_deref())),
        fixed: entry.fixed,
    });
    Ok(Reply::new(Entries {
        total: page.total,
        complete: page.next.is_none(),
        rows: listed.collect(),
        next: page.next,
        notes: Vec::new(),
    }))
}
