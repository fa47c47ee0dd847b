//! Commands that change objects, and the undo of journal entries. Each change is an `Edit`, which `edits` stores.

pub(super) mod batch;
pub(super) mod change;
pub(super) mod component_edits;
pub(super) mod created_objects;
pub(super) mod journal_view;
pub(super) mod plan;
pub(super) mod reparent;
pub(super) mod set_member;
pub(super) mod test_ui;
pub(super) mod writes;
