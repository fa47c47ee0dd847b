//! Stores which folder owns each bundle id, across restarts. A folder that claims the id of an absent bundle must not
//! get the configuration and data of that bundle.
//!
//! `slots` decides between two existing folders; `claim` handles a claim by another folder.

use crate::text_map;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Maximum number of bundle ids in the file of owners. The host logs further ids and stores no owner for them.
const MAX_IDS: usize = 10_000;
/// The text for bundled tools in the file of owners. It is not a path, because an update may move these tools.
const OWN: &str = "(the host's own)";

/// The origin of a bundle: the host's bundled tools, or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Own,
    /// The folder of the bundle, by its given path made absolute.
    Folder(PathBuf),
}

pub(crate) struct OwnedId {
    pub(crate) id: String,
    pub(crate) place: Place,
}

impl Place {
    pub(crate) fn from_folder(folder: &Path, bundled: bool) -> Self {
        if bundled {
            return Self::Own;
        }
        Self::Folder(folder.to_owned())
    }

    /// Returns the origin of the bundle as text, for the file of owners and for messages.
    pub(crate) fn to_display(&self) -> String {
        match self {
            Self::Own => OWN.to_owned(),
            Self::Folder(folder) => folder.display().to_string(),
        }
    }

    /// True if both bundles come from the same folder, by any path, or both are bundled tools. Blocks the thread.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let real = |folder: &Path| std::fs::canonicalize(folder).ok();
        match (self, other) {
            (Self::Folder(one), Self::Folder(other)) => {
                one == other || real(one).is_some_and(|one| Some(one) == real(other))
            }
            (one, other) => one == other,
        }
    }
}

impl From<&str> for Place {
    fn from(shown: &str) -> Self {
        match shown {
            OWN => Self::Own,
            folder => Self::Folder(folder.into()),
        }
    }
}

/// The other folder that owns a bundle id, because its bundle was served under this id before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    /// The path of that folder, for messages.
    pub(crate) owner: String,
    /// True if the bundle that was served from that folder has stored data.
    pub(crate) keeps_state: bool,
}

/// The owners of bundle ids. All methods block the thread.
#[derive(Debug)]
pub(crate) struct IdOwners {
    /// The file that stores the owners; `None` if they are kept only in memory, until the host ends.
    file: Option<PathBuf>,
    known: Mutex<BTreeMap<String, Place>>,
}

impl IdOwners {
    pub(crate) fn new(file: Option<PathBuf>) -> Self {
        Self {
            file,
            known: Mutex::default(),
        }
    }

    /// Returns all owners, including entries that other hosts with the same data folder wrote.
    pub(crate) fn all(&self) -> BTreeMap<String, Place> {
        // After a panic the map still contains complete entries.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &self.file {
            match read(file) {
                Ok(read) => *known = read,
                Err(error) => tracing::error!(
                    file = %file.display(), %error,
                    "cannot read the file of bundle id owners; using the owners in the memory of this host"
                ),
            }
        }
        known.clone()
    }

    /// Stores the origin of each id in `served`. Writes all ids together, because each write waits for the disk.
    pub(crate) fn record(&self, served: &[OwnedId]) {
        if let Err(error) = self.try_record(served) {
            let ids: Vec<&str> = served.iter().map(|owned| owned.id.as_str()).collect();
            tracing::error!(bundles = ?ids, %error, "cannot save which folders own these bundle ids");
        }
    }

    fn try_record(&self, served: &[OwnedId]) -> std::io::Result<()> {
        let all_stand = |known: &BTreeMap<String, Place>| {
            let mut served = served.iter();
            served.all(|owned| known.get(&owned.id) == Some(&owned.place))
        };
        // Every start records every bundle again. Entries that another host wrote since are read at the next scan.
        if all_stand(&self.known.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(());
        }
        let lock = self.file.as_deref().map(lock).transpose()?;
        if all_stand(&self.all()) {
            return Ok(());
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left_out = 0_usize;
        for OwnedId { id, place } in served {
            if known.len() < MAX_IDS || known.contains_key(id) {
                known.insert(id.clone(), place.clone());
            } else {
                left_out += 1;
            }
        }
        if let Some(file) = &self.file {
            write(file, &known)?;
        }
        drop(lock);
        if left_out > 0 {
            return Err(std::io::Error::other(format!(
                "the limit of {MAX_IDS} stored ids is reached; left out {left_out} ids"
            )));
        }
        Ok(())
    }
}

/// Locks out other hosts with the same data folder until the returned file is dropped.
fn lock(file: &Path) -> std::io::Result<File> {
    let lock = host_regular_file::open_lock(&file.with_extension("lock"))?;
    lock.lock()?;
    Ok(lock)
}

fn read(file: &Path) -> std::io::Result<BTreeMap<String, Place>> {
    let entries = text_map::read(file)?.unwrap_or_default();
    let place = |(id, place): (String, String)| (id, Place::from(place.as_str()));
    Ok(entries.into_iter().map(place).collect())
}

fn write(file: &Path, known: &BTreeMap<String, Place>) -> std::io::Result<()> {
    let entries = known.iter().map(|(id, place)| (id.clone(), place.to_display()));
    text_map::write(file, &entries.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_id_owners_between_hosts_and_matches_any_folder_path() {
        let data = tempfile::tempdir().expect("a temporary folder");
        let file = data.path().join("bundle-ids.json");
        let folder = data.path().join("mine");
        std::fs::create_dir(&folder).expect("created");
        let place = Place::from_folder(&folder, false);
        let first = IdOwners::new(Some(file.clone()));
        assert_eq!(first.all(), BTreeMap::new());
        let owned = |id: &str, place| OwnedId {
            id: id.to_owned(),
            place,
        };
        first.record(&[
            owned("mine", place.clone()),
            owned("objects", Place::from_folder(&folder, true)),
        ]);
        let next = IdOwners::new(Some(file.clone()));
        next.record(&[owned("later", place.clone())]);
        let known = first.all();
        assert_eq!(known.len(), 3, "what another host wrote is read");
        assert_eq!(known["mine"], place);
        assert_eq!(known["objects"], Place::Own);
        let detour = Place::from_folder(&folder.join("..").join("mine"), false);
        assert!(detour.is(&known["mine"]) && !Place::from_folder(data.path(), false).is(&known["mine"]));
        assert!(!detour.is(&Place::Own) && Place::Own.is(&Place::from_folder(data.path(), true)));
        // A damaged file does not remove entries from the memory of this host.
        std::fs::write(&file, "{").expect("written");
        assert_eq!(first.all().len(), 3);
    }
}
