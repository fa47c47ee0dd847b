//! Finds bundle folders: a folder with `bundle.toml` is one bundle; any other folder may contain bundles.
//!
//! This module finds bundles and detects whether their files changed. It does not read components or watch folders.

use crate::id_owners::{Elsewhere, IdOwners, Place};
use crate::manifest::{self, Manifest, ManifestError};
use crate::options::{BundleFolder, EmbeddedBundle};
use host_runtime::EmbeddedComponent;
use std::fs::{DirEntry, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Maximum number of subfolders of one folder that are read as bundles. Further ones by name are ignored.
pub(crate) const MAX_BUNDLES: usize = 1000;

/// A folder that contains a `bundle.toml`, or a bundle in the program file.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) folder: PathBuf,
    /// The path `folder` with links resolved; unchanged if the system cannot resolve it.
    pub(crate) real: PathBuf,
    pub(crate) bundled: bool,
    /// The component in the program file; `None` if the component is a file in `folder`.
    pub(crate) embedded: Option<EmbeddedComponent>,
    /// True if the bundle may serve resources under the host's URI scheme: it is a bundled tool, or this host has no
    /// bundled tools.
    pub(crate) own_scheme: bool,
    /// The other folder that owns the bundle id in this manifest; `None` if no other folder owns the id.
    pub(crate) elsewhere: Option<Elsewhere>,
    pub(crate) manifest: Result<Manifest, ManifestError>,
    /// State of `bundle.toml` and the component file, recorded before either file is read.
    pub(crate) fingerprint: Fingerprint,
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The folders that are or may become bundles, in the order of the given folders, then by name.
    pub(crate) bundles: Vec<FoundFolder>,
    /// True if this host has bundled tools. Then only they may use the host's URI scheme.
    pub(crate) has_own: bool,
    /// The folders to watch: the given folders and their subfolders.
    pub(crate) watch: Vec<PathBuf>,
    pub(crate) problems: Vec<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct FoundFolder {
    path: PathBuf,
    /// The path of the found bundle folder with links resolved.
    real: PathBuf,
    bundled: bool,
    embedded: Option<&'static EmbeddedBundle>,
}

impl FoundFolder {
    fn from_embedded(bundle: &'static EmbeddedBundle) -> Self {
        Self {
            path: bundle.shown_folder(),
            real: bundle.shown_folder(),
            bundled: true,
            embedded: Some(bundle),
        }
    }
}

/// Sizes, times and identities of a bundle's files, for detecting changes without reading the content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    manifest: Option<Stamp>,
    component: Option<Stamp>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
    /// On Unix the inode, and the change time in seconds and nanoseconds. A replaced file differs even if size and
    /// modification time are equal.
    identity: (u64, i64, i64),
}

impl Stamp {
    /// Reads the size, modification time and identity of `file`; `None` if it is not a regular file.
    fn from_file(file: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(file).ok().filter(Metadata::is_file)?;
        Some(Self {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
            identity: identity(&metadata),
        })
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(metadata: &Metadata) -> (u64, i64, i64) {
    let created = metadata
        .created()
        .ok()
        .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    (
        created.map_or(0, |since| since.as_secs()),
        created.map_or(0, |since| i64::from(since.subsec_nanos())),
        0,
    )
}

impl Fingerprint {
    /// Records the current state of `bundle.toml` and of the component file in `folder`. Blocks the thread.
    pub(crate) fn take(folder: &Path, component: Option<&str>) -> Self {
        Self {
            manifest: Stamp::from_file(&folder.join(manifest::FILE_NAME)),
            component: component.and_then(|name| Stamp::from_file(&folder.join(name))),
        }
    }

    /// Returns the size of the component in bytes; 0 if there is no component file.
    pub(crate) fn component_bytes(&self) -> u64 {
        self.component.as_ref().map_or(0, |stamp| stamp.bytes)
    }
}

/// Finds the folders that are or may become bundles, and the bundles in the program file, without reading manifests.
/// The caller can watch the folders before `look` reads them, so that no change is missed. Blocks the thread.
pub(crate) fn list(folders: &[BundleFolder], embedded: &'static [EmbeddedBundle]) -> Found {
    let mut found = Found {
        has_own: !embedded.is_empty() || folders.iter().any(|folder| folder.bundled),
        bundles: embedded.iter().map(FoundFolder::from_embedded).collect(),
        ..Found::default()
    };
    for folder in folders {
        found.watch.push(folder.path.clone());
        if manifest::is_in(&folder.path) {
            found.bundles.push(FoundFolder {
                path: folder.path.clone(),
                real: real(&folder.path),
                bundled: folder.bundled,
                embedded: None,
            });
            continue;
        }
        match subfolders(&folder.path) {
            Ok(mut within) => {
                if within.len() > MAX_BUNDLES {
                    found.problems.push(format!(
                        "{}: {} subfolders, only the first {MAX_BUNDLES} by name are read",
                        folder.path.display(),
                        within.len()
                    ));
                    within.truncate(MAX_BUNDLES);
                }
                found.watch.extend(within.iter().map(|(path, _)| path.clone()));
                found.bundles.extend(within.into_iter().map(|(path, real)| FoundFolder {
                    path,
                    real,
                    bundled: folder.bundled,
                    embedded: None,
                }));
            }
            Err(error) => found.problems.push(format!(
                "{}: {error}; the host reads it when it appears",
                folder.path.display()
            )),
        }
    }
    found
}

/// Reads the `bundle.toml` of each found folder, and returns the folders that have one. Blocks the thread.
pub(crate) fn look(found: &Found) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for FoundFolder {
        path: folder,
        real,
        bundled,
        embedded,
    } in found.bundles.iter().cloned()
    {
        let file = folder.join(manifest::FILE_NAME);
        if let Some(embedded) = embedded {
            candidates.push(Candidate {
                manifest: Manifest::parse(embedded.manifest).map_err(|problem| ManifestError { file, problem }),
                real,
                folder,
                bundled,
                embedded: Some(embedded.component),
                own_scheme: true,
                elsewhere: None,
                fingerprint: Fingerprint::default(),
            });
            continue;
        }
        // A folder that is given twice is one bundle; the first mention decides whether it is a bundled one.
        if candidates.iter().any(|known| known.folder == folder) {
            continue;
        }
        if !manifest::is_in(&folder) {
            continue;
        }
        let before = Stamp::from_file(&file);
        let manifest = Manifest::read(&file);
        let component = manifest.as_ref().ok().map(|manifest| manifest.component.as_str());
        let fingerprint = Fingerprint {
            manifest: before,
            component: component.and_then(|name| Stamp::from_file(&folder.join(name))),
        };
        candidates.push(Candidate {
            real,
            folder,
            bundled,
            embedded: None,
            elsewhere: None,
            own_scheme: bundled || !found.has_own,
            manifest,
            fingerprint,
        });
    }
    candidates
}

/// Stores in each possible bundle whether another folder owns its bundle id (`elsewhere`). Blocks the thread.
pub(crate) fn compare(candidates: &mut [Candidate], owners: &IdOwners, keeps_state: impl Fn(&str) -> bool) {
    let owners = owners.all();
    for candidate in candidates {
        let Ok(manifest) = &candidate.manifest else { continue };
        let here = Place::from_folder(&candidate.folder, candidate.bundled);
        let owner = owners.get(&manifest.id).filter(|owner| !owner.is(&here));
        candidate.elsewhere = owner.map(|owner| Elsewhere {
            owner: owner.to_display(),
            keeps_state: keeps_state(&manifest.id),
        });
    }
}

/// Returns the direct subfolders, sorted by name, each as its path and its resolved path. Follows links. Skips names
/// that begin with a dot, which belong to unfinished copies.
fn subfolders(folder: &Path) -> std::io::Result<Vec<(PathBuf, PathBuf)>> {
    let within = std::fs::read_dir(folder)?;
    // Resolved once: each path component costs a system call, for each bundle.
    let above = real(folder);
    let subfolder = |entry: DirEntry| {
        let (name, path) = (entry.file_name(), entry.path());
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if name.to_string_lossy().starts_with('.') {
            None
        } else if is_folder {
            Some((path, above.join(name)))
        } else {
            path.is_dir().then(|| (path.clone(), real(&path)))
        }
    };
    let mut found: Vec<(PathBuf, PathBuf)> = within.filter_map(Result::ok).filter_map(subfolder).collect();
    found.sort();
    Ok(found)
}

fn real(folder: &Path) -> PathBuf {
    std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(root: &Path, name: &str, id: &str) -> PathBuf {
        let folder = root.join(name);
        std::fs::create_dir_all(&folder).expect("created");
        std::fs::write(
            folder.join("bundle.toml"),
            format!("id = \"{id}\"\ncomponent = \"{id}.wasm\"\n"),
        )
        .expect("written");
        std::fs::write(folder.join(format!("{id}.wasm")), b"first").expect("written");
        folder
    }

    fn find(path: &Path) -> (Vec<Candidate>, Found) {
        let folder = BundleFolder {
            path: path.to_owned(),
            bundled: false,
        };
        let found = list(&[folder.clone(), folder], &[]);
        (look(&found), found)
    }

    fn ids(candidates: &[Candidate]) -> Vec<&str> {
        candidates
            .iter()
            .map(|one| one.manifest.as_ref().map_or("?", |manifest| manifest.id.as_str()))
            .collect()
    }

    #[test]
    fn finds_bundle_in_the_folder_itself_or_in_its_subfolders() {
        let root = tempfile::tempdir().expect("a temporary folder");
        bundle(root.path(), "b", "two");
        let one = bundle(root.path(), "a", "one");
        bundle(root.path(), ".unfinished", "three");
        std::fs::create_dir(root.path().join("empty")).expect("created");
        std::fs::write(root.path().join("c.wasm"), b"").expect("written");
        let (candidates, found) = find(root.path());
        assert_eq!(ids(&candidates), ["one", "two"]);
        assert!(
            found.watch.contains(&root.path().join("empty")),
            "a bundle may appear in it"
        );
        assert!(found.problems.is_empty());
        assert_eq!(ids(&find(&one).0), ["one"]);
    }

    #[test]
    fn lists_broken_manifest_as_candidate_and_reports_missing_folder() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let folder = bundle(root.path(), "a", "one");
        std::fs::write(folder.join("bundle.toml"), "id = ").expect("written");
        let (candidates, _) = find(root.path());
        assert!(candidates[0].manifest.is_err());
        let (none, found) = find(&root.path().join("gone"));
        assert!(
            none.is_empty() && found.problems[0].contains("gone"),
            "{:?}",
            found.problems
        );
    }

    #[cfg(unix)]
    #[test]
    fn lists_candidate_with_problem_if_manifest_is_no_regular_file() {
        let root = tempfile::tempdir().expect("a temporary folder");
        bundle(root.path(), "a", "one");
        for (name, target) in [("device", "/dev/null"), ("dangling", "nothing")] {
            let folder = root.path().join(name);
            std::fs::create_dir(&folder).expect("created");
            std::os::unix::fs::symlink(target, folder.join("bundle.toml")).expect("a link");
        }
        std::fs::create_dir_all(root.path().join("folder/bundle.toml")).expect("created");
        let (candidates, _) = find(root.path());
        assert_eq!(ids(&candidates), ["one", "?", "?", "?"]);
        // The same if the path is the folder itself.
        for (name, words) in [
            ("device", "is a device"),
            ("dangling", "cannot be read"),
            ("folder", "is a folder"),
        ] {
            let (candidates, found) = find(&root.path().join(name));
            let problem = candidates[0].manifest.as_ref().expect_err(name).to_string();
            assert!(problem.contains(words) && found.problems.is_empty(), "{problem}");
        }
    }

    #[test]
    fn fingerprint_changes_if_component_is_replaced_or_removed() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let folder = bundle(root.path(), "a", "one");
        let before = Fingerprint::take(&folder, Some("one.wasm"));
        assert_eq!(before, Fingerprint::take(&folder, Some("one.wasm")));
        let other = folder.join("new");
        std::fs::write(&other, b"other").expect("written");
        std::fs::rename(other, folder.join("one.wasm")).expect("replaced");
        assert_ne!(before, Fingerprint::take(&folder, Some("one.wasm")));
        std::fs::remove_file(folder.join("one.wasm")).expect("removed");
        assert_ne!(before, Fingerprint::take(&folder, Some("one.wasm")));
    }
}
