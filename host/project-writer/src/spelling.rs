//! How a folder spells a name. A file system that ignores the case of letters opens a file also by another spelling, and
//! the GUID index of a project does not know that one.

use std::ffi::OsString;
use std::io;
use std::path::Path;

/// The entries of a folder that have a wanted name, if the case of letters does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    /// True if an entry has exactly the wanted name.
    pub is_exact: bool,
    /// The names of entries that differ from the wanted one only in the case of letters. Several exist only on systems
    /// that distinguish it.
    pub others: Vec<String>,
}

impl Spelling {
    /// Looks for the name in a folder. Blocks the thread.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn in_folder(folder: &Path, wanted: &str) -> io::Result<Self> {
        let names = folder.read_dir()?.flatten().map(|entry| entry.file_name());
        Ok(Self::among(names, wanted))
    }

    /// Looks for the name among the names of a folder.
    pub(super) fn among(names: impl Iterator<Item = OsString>, wanted: &str) -> Self {
        let lower = wanted.to_lowercase();
        let mut found = Self::default();
        for name in names {
            if name == wanted {
                found.is_exact = true;
            } else if let Some(name) = name.to_str().filter(|name| name.to_lowercase() == lower) {
                found.others.push(name.to_owned());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_exact_name_and_other_spelling() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("Door.cs"), "").expect("written");
        let look = |wanted| Spelling::in_folder(folder.path(), wanted).expect("a folder");
        let exact = Spelling {
            is_exact: true,
            others: Vec::new(),
        };
        assert_eq!(look("Door.cs"), exact);
        assert_eq!(look("door.CS").others, ["Door.cs"]);
        assert_eq!(look("Door"), Spelling::default());
        assert!(Spelling::in_folder(&folder.path().join("none"), "Door.cs").is_err());
    }
}
