//! Fields by which Unity keeps its own books in every component's document.
//!
//! Belongs here: which ones. Does not: what a reader does with them.

use crate::reference_walk::PREFAB_LINKS;

const OTHERS: [&str; 6] = [
    "m_ObjectHideFlags",
    "m_GameObject",
    "m_Script",
    "m_EditorHideFlags",
    "m_EditorClassIdentifier",
    "serializedVersion",
];

/// Whether nobody but Unity writes the field of this name: no class declares it, and no user sets it.
pub fn is_bookkeeping(field: &str) -> bool {
    OTHERS.contains(&field) || PREFAB_LINKS.contains(&field)
}
