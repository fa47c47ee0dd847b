//! A change in the folder, as the file watcher reports it to all caches.

use std::collections::BTreeSet;

/// The change that the watcher noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiskChange {
    /// Asset paths whose content can have changed.
    pub assets: BTreeSet<String>,
    /// Files can have been created, deleted or moved, or settings changed.
    pub structure: bool,
    /// Events were lost; everything can have changed.
    pub everything: bool,
}
