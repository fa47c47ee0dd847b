//! The bundle `edit`: tools for batches of edits, the edit journal, and undo.
//!
//! Belongs here: the list of the bundle's tools. Does not: the effect of an edit and dependencies between edits (the
//! bridge).

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
