//! Detects that another folder, even an identical copy, replaced the project folder or its `Assets` folder.
//!
//! This module compares the folders on request. `watch` reports changes of files and folders without a request.

use super::NotWritten;
use same_file::Handle;
use std::path::Path;

const ASSETS: &str = "Assets";

/// Open handles of the folders from which the project was read, so that the system cannot reuse their inodes.
#[derive(Debug)]
pub struct Ground {
    root: Option<Handle>,
    assets: Option<Handle>,
}

impl Ground {
    /// Opens handles of the project folder `root` and its `Assets` folder. If that fails for one of them, every later
    /// `check` fails. Blocks the thread.
    pub fn open_folders(root: &Path) -> Self {
        Self {
            root: Handle::from_path(root).ok(),
            assets: Handle::from_path(root.join(ASSETS)).ok(),
        }
    }

    /// Replaces the handles by `newer`, opened before all project files were read again. Does nothing if `newer` is of
    /// another project folder; only the `Assets` folder may be another one.
    pub fn read_again(&mut self, newer: Self) {
        if newer.root == self.root {
            *self = newer;
        }
    }

    /// Checks that the project folder and its `Assets` folder were not replaced by other folders. Blocks the thread.
    ///
    /// # Errors
    /// `NotWritten::Changed`, which names the folder that was replaced.
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
