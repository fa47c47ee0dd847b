//! The identity of the project folder and its `Assets` folder: an identical copy at the same path is another folder.
//!
//! This module compares the open folders with the current ones on request. `watch` detects changes by itself.

use super::NotWritten;
use same_file::Handle;
use std::path::Path;

const ASSETS: &str = "Assets";

/// The folders from which the project was read. They stay open, so that the system cannot reuse their inode numbers.
#[derive(Debug)]
pub struct Ground {
    root: Option<Handle>,
    assets: Option<Handle>,
}

impl Ground {
    /// Opens the current folders. A folder that cannot be opened is `None`, and the host never saves into it. Blocks
    /// the thread.
    pub fn open_folders(root: &Path) -> Self {
        Self {
            root: Handle::from_path(root).ok(),
            assets: Handle::from_path(root.join(ASSETS)).ok(),
        }
    }

    /// Replaces the folders by `newer`, after everything was read again. Another `Assets` folder is accepted from now
    /// on, another project folder never is.
    pub fn read_again(&mut self, newer: Self) {
        if newer.root == self.root {
            *self = newer;
        }
    }

    /// Checks that neither folder was replaced by another one. Blocks the thread.
    ///
    /// # Errors
    /// `Changed` with the folder that was replaced.
    pub fn check(&self, root: &Path) -> Result<(), NotWritten> {
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
