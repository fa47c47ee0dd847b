//! The identity of the project folders: an identical copy in their place counts as another folder.
//!
//! This module compares the folders that were read with the current ones on request. `watch` detects changes by itself.

use super::NotWritten;
use same_file::Handle;
use std::path::Path;

const ASSETS: &str = "Assets";

/// The folders at the time when the project was read. They stay open, so that no system reuses their inode numbers.
#[derive(Debug)]
pub(crate) struct Ground {
    root: Option<Handle>,
    assets: Option<Handle>,
}

impl Ground {
    /// The current folders. A folder that cannot be opened is `None`, and the host never saves into it. Blocking.
    pub(crate) fn open_folders(root: &Path) -> Self {
        Self {
            root: Handle::from_path(root).ok(),
            assets: Handle::from_path(root.join(ASSETS)).ok(),
        }
    }

    /// Called after everything was read again: another `Assets` folder is accepted from now on, another project folder
    /// never is.
    pub(crate) fn read_again(&mut self, newer: Self) {
        if newer.root == self.root {
            *self = newer;
        }
    }

    /// Checks that both folders were not replaced. Blocking.
    ///
    /// # Errors
    /// `Changed` with the folder that was replaced.
    pub(crate) fn check(&self, root: &Path) -> Result<(), NotWritten> {
        let now = Self::open_folders(root);
        let replaced = |what: &str| {
            NotWritten::Changed(format!(
                "{what} was replaced by another folder since it was read (a copy counts as another folder)"
            ))
        };
        if now.root.is_none() || now.root != self.root {
            return Err(replaced("the project folder"));
        }
        if now.assets.is_none() || now.assets != self.assets {
            return Err(replaced("the folder Assets of the project"));
        }
        Ok(())
    }
}
