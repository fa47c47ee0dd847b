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

pub use edit_objects::EditObjects;
pub use list_edits::ListEdits;
pub use undo_edits::UndoEdits;

unity_tools::export! { tools: [EditObjects, ListEdits, UndoEdits] }

#[cfg(test)]
mod tests;
