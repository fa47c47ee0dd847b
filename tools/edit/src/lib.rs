//! The bundle `edit`: batches of edits, the edit journal, undo.
//!
//! Belongs here: which tools the bundle has. Does not: the effect of an edit and dependencies between edits, which the
//! bridge handles.

mod edit_objects;
mod list_edits;
mod request;
mod rows;
mod texts;
mod undo_edits;

unity_tools::bundle![
    edit_objects::edit_objects,
    list_edits::list_edits,
    undo_edits::undo_edits
];

#[cfg(test)]
mod tests;
