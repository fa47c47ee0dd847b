//! What changed in the folder, as whoever watches it tells those who keep something of it.

use std::collections::BTreeSet;

/// What the watcher noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiskChange {
    /// Asset paths whose content may have changed.
    pub assets: BTreeSet<String>,
    /// Files may have come, gone or moved, or settings changed.
    pub structure: bool,
    /// Events were lost; everything may have changed.
    pub everything: bool,
}
