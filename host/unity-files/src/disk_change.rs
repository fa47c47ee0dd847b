//! A change of files in the project folder, as the file watcher reports it to all caches.

use std::collections::BTreeSet;

/// Changes of the project folder that the file watcher noticed since its last report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiskChange {
    /// Asset paths of the files whose content can have changed.
    pub assets: BTreeSet<String>,
    /// True if files can have been created, deleted or moved, or if project settings can have changed.
    pub structure: bool,
    /// True if the watcher lost events, so that every file can have changed.
    pub everything: bool,
}
