//! The tool `SelectObject`, which adds an object to the selection.

use unity_tools::prelude::*;
use unity_tools::unity::{selection, selection_edit};

/// Maximum number of selected objects. Above it, the oldest ones are removed from the selection.
pub(crate) const KEPT: usize = 100;

/// Adds `object` to the selection `selected`, in which the newest object is first. Returns the new selection, whose
/// last object becomes active, and the number of removed objects.
pub(crate) fn add_to_selection(selected: Vec<String>, object: String) -> (Vec<String>, usize) {
    let mut all: Vec<String> = selected.into_iter().filter(|id| *id != object).collect();
    let let_go = (all.len() + 1).saturating_sub(KEPT);
    all.truncate(KEPT - 1);
    all.reverse();
    all.push(object);
    (all, let_go)
}

/// Add one object (an id such as obj:12) to the selection. Session only on a project folder.
#[tool(
    write_unconfirmed,
    name = "SelectObject",
    title = "Select object",
    category = "selection",
    idempotent,
    needs = SceneEdit,
    rename_all = "camelCase"
)]
pub(crate) fn select_object(object_id: String) -> Result<Reply<Done>> {
    let (wanted, let_go) = add_to_selection(selection::get()?.items, object_id);
    selection_edit::select(&wanted)?;
    let reply = Reply::done();
    Ok(match let_go {
        0 => reply,
        _ => reply.note(format!(
            "at most {KEPT} objects can be selected; the {let_go} oldest were removed from the selection"
        )),
    })
}
