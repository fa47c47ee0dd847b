//! A change in the project folder, as the file watcher reports it to all caches.

use std::collections::BTreeSet;

/// The change that the watcher noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiskChange {
    /// Asset paths of the files whose content can have changed.
    pub assets: BTreeSet<String>,
    /// Whether files can have been created, deleted or moved, or settings changed.
    pub structure: bool,
    /// Whether the watcher lost events, so that everything can have changed.
    pub everything: bool,
}
