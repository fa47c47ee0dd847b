//! Fields of Unity's internal bookkeeping, which every component's document contains.

use crate::reference_walk::PREFAB_LINKS;

const OTHERS: [&str; 6] = [
    "m_ObjectHideFlags",
    "m_GameObject",
    "m_Script",
    "m_EditorHideFlags",
    "m_EditorClassIdentifier",
    "serializedVersion",
];

/// Returns true if only Unity itself sets the field with this name: no C# class declares it, and no user edits it.
pub fn is_bookkeeping(field: &str) -> bool {
    OTHERS.contains(&field) || PREFAB_LINKS.contains(&field)
}
