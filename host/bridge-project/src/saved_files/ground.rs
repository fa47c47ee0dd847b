//! Which folders the project is: an equal copy that took the place of one is another.
//!
//! Belongs here: telling the folders that were read from those that stand there now. Does not: noticing it by itself (`watch`).

use super::NotWritten;
use same_file::Handle;
use std::path::Path;

const ASSETS: &str = "Assets";

/// The folders as they were when the project was read. They are held open, so that no system gives their numbers to others.
#[derive(Debug)]
pub(crate) struct Ground {
    root: Option<Handle>,
    assets: Option<Handle>,
}

impl Ground {
    /// As they stand there now; what can't be opened is none, and is never saved into. Blocking.
    pub(crate) fn of(root: &Path) -> Self {
        Self {
            root: Handle::from_path(root).ok(),
            assets: Handle::from_path(root.join(ASSETS)).ok(),
        }
    }

    /// Once everything was read again: another `Assets` counts from now on, another project never does.
    pub(crate) fn read_again(&mut self, newer: Self) {
        if newer.root == self.root {
            *self = newer;
        }
    }

    /// Whether they still stand there. Blocking.
    ///
    /// # Errors
    /// `Changed` with what was replaced.
    pub(crate) fn check(&self, root: &Path) -> Result<(), NotWritten> {
        let now = Self::of(root);
        let replaced = |what: &str| {
            NotWritten::Changed(format!(
                "{what} was replaced by another folder since it was read, even if that one holds the same"
            ))
        };
        if now.root.is_none() || now.root != self.root {
            return Err(replaced("the project's folder"));
        }
        if now.assets.is_none() || now.assets != self.assets {
            return Err(replaced("the project's folder Assets"));
        }
        Ok(())
    }
}
