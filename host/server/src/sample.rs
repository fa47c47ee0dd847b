//! The embedded sample project, extracted to a real folder.
//!
//! This module extracts each version once, and checks an existing copy. The project bridge reads the project.

use crate::places;
use anyhow::{Context, Result};
use include_dir::{Dir, File, include_dir};
use std::io::Read;
use std::path::{Path, PathBuf};

static SAMPLE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/fixtures/unity/sample");

/// The extracted sample project. Dropping this value removes a temporary folder.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) folder: PathBuf,
    _temporary: Option<tempfile::TempDir>,
}

/// Extracts the sample into `cache_dir`, or into a temporary folder if that is not possible. Blocks the thread.
pub(crate) fn lay_out(cache_dir: Option<&Path>) -> Result<Sample> {
    if let Some(cache_dir) = cache_dir {
        match lay_out_in(&cache_dir.join("sample")) {
            Ok(folder) => {
                return Ok(Sample {
                    folder,
                    _temporary: None,
                });
            }
            Err(error) => tracing::warn!("extracting the sample project to a temporary folder instead: {error:#}"),
        }
    }
    let temporary = tempfile::tempdir().context("no temporary folder for the sample project")?;
    let folder = lay_out_in(temporary.path())?;
    Ok(Sample {
        folder,
        _temporary: Some(temporary),
    })
}

/// Extracts the sample to a folder in `parent`. The folder name contains a hash of the content, so that program
/// versions do not share a folder. Extracts the sample again if the existing copy was changed.
fn lay_out_in(parent: &Path) -> Result<PathBuf> {
    let name = concat!("sample-", env!("SAMPLE_DIGEST"));
    let files = files();
    let folder = parent.join(name);
    if is_intact(&folder, &files) {
        return Ok(folder);
    }
    places::create_private_folder(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    let fresh = tempfile::Builder::new()
        .prefix(".sample-")
        .tempdir_in(parent)
        .with_context(|| format!("cannot write in {}", parent.display()))?;
    for file in &files {
        let place = fresh.path().join(file.path());
        if let Some(above) = place.parent() {
            std::fs::create_dir_all(above).with_context(|| format!("cannot create {}", above.display()))?;
        }
        std::fs::write(&place, file.contents()).with_context(|| format!("cannot write {}", place.display()))?;
        set_read_only(&place)?;
    }
    if folder.exists() {
        discard(&folder, fresh.path())?;
    }
    let fresh = fresh.keep();
    match std::fs::rename(&fresh, &folder) {
        Ok(()) => Ok(folder),
        // Another host extracted the same content first.
        Err(_) if is_intact(&folder, &files) => {
            let _ = std::fs::remove_dir_all(&fresh);
            Ok(folder)
        }
        Err(error) => Err(error).with_context(|| format!("cannot create {}", folder.display())),
    }
}

/// Removes a changed copy of the sample project. Renames it first, so that no process reads an incomplete folder.
fn discard(folder: &Path, beside: &Path) -> Result<()> {
    let mut name = beside.as_os_str().to_owned();
    name.push(".old");
    let old = PathBuf::from(name);
    std::fs::rename(folder, &old).with_context(|| format!("cannot replace {}", folder.display()))?;
    if let Err(error) = std::fs::remove_dir_all(&old) {
        tracing::debug!(folder = %old.display(), %error, "cannot remove an old copy of the sample");
    }
    Ok(())
}

fn files() -> Vec<&'static File<'static>> {
    let mut found = Vec::new();
    let mut folders = vec![&SAMPLE];
    while let Some(folder) = folders.pop() {
        found.extend(folder.files());
        folders.extend(folder.dirs());
    }
    found.sort_by_key(|file| file.path());
    found
}

/// True if each file has the right content. The host compares the content at every start, because the cache may be
/// another user's folder, or a copy of one.
fn is_intact(folder: &Path, files: &[&File<'_>]) -> bool {
    let mut found = Vec::new();
    files.iter().all(|file| {
        let wanted = file.contents();
        let Ok((mut opened, about)) = host_regular_file::open(&folder.join(file.path())) else {
            return false;
        };
        found.resize(wanted.len(), 0);
        about.len() == wanted.len() as u64 && opened.read_exact(&mut found).is_ok() && found == wanted
    })
}

fn set_read_only(file: &Path) -> Result<()> {
    let mut rights = std::fs::metadata(file)
        .with_context(|| format!("cannot read {}", file.display()))?
        .permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(file, rights).with_context(|| format!("cannot protect {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unity_files::is_root;

    #[test]
    fn extracts_sample_project_once_per_cache() {
        let cache = tempfile::tempdir().unwrap();
        let first = lay_out(Some(cache.path())).unwrap();
        assert!(is_root(&first.folder));
        let second = lay_out(Some(cache.path())).unwrap();
        assert_eq!(first.folder, second.folder);
        let names = || std::fs::read_dir(cache.path().join("sample")).unwrap();
        assert_eq!(names().filter(|name| name.as_ref().unwrap().path().is_dir()).count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn extracts_again_despite_equal_mtime_and_writes_through_no_link() {
        let cache = tempfile::tempdir().unwrap();
        let folder = lay_out(Some(cache.path())).unwrap().folder;
        let file = folder.join(files()[0].path());
        let before = std::fs::metadata(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        std::fs::write(&file, vec![b'x'; files()[0].contents().len()]).unwrap();
        let open = std::fs::File::options().append(true).open(&file).unwrap();
        open.set_modified(before.modified().unwrap()).unwrap();
        let beside = cache.path().join("beside");
        std::fs::write(&beside, "mine").unwrap();
        std::os::unix::fs::symlink(&beside, folder.with_extension("seen")).unwrap();
        let copy = cache.path().join("copy");
        std::fs::create_dir(&copy).unwrap();
        std::fs::rename(cache.path().join("sample"), copy.join("sample")).unwrap();
        let folder = lay_out(Some(&copy)).unwrap().folder;
        let file = folder.join(files()[0].path());
        assert_eq!(std::fs::read(file).unwrap(), files()[0].contents(), "extracted again");
        assert_eq!(std::fs::read(beside).unwrap(), b"mine");
    }

    #[test]
    fn restores_changed_file_of_cached_sample() {
        let cache = tempfile::tempdir().unwrap();
        let folder = lay_out(Some(cache.path())).unwrap().folder;
        let file = folder.join(files()[0].path());
        std::fs::remove_file(&file).unwrap();
        std::fs::write(&file, b"changed").unwrap();
        assert_eq!(lay_out(Some(cache.path())).unwrap().folder, folder);
        assert_eq!(std::fs::read(&file).unwrap(), files()[0].contents());
    }

    #[test]
    fn deletes_sample_on_drop_without_cache() {
        let sample = lay_out(None).unwrap();
        let folder = sample.folder.clone();
        assert!(is_root(&folder));
        drop(sample);
        assert!(!folder.exists());
    }
}
