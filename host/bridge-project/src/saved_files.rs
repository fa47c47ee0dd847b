//! Writing files of the project: each whole or not at all, and all of them or none.
//!
//! Belongs here: where a file may lie, that it is as it was read, backups, putting back. Does not: what is written.

use crate::backups::{self, Backup};
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use unity_project::project::{MAX_FILE_BYTES, Project};
use unity_yaml::into_text;

/// A byte order mark, which a file keeps.
const MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// A file that is to be written.
pub(crate) struct NewFile {
    /// Asset path.
    pub(crate) asset: String,
    /// As it was read, without a byte order mark.
    pub(crate) old: String,
    pub(crate) new: String,
}

/// One that was written.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) asset: String,
    pub(crate) bytes: u64,
    pub(crate) backup: Backup,
}

/// Why nothing was written, or what was.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotWritten {
    /// It is not a file that may be written.
    Forbidden(String),
    /// It is not as it was read.
    Changed(String),
    /// The system refused; everything is as it was.
    Failed(String),
    /// The system refused in the middle, and these asset paths could not be put back.
    Left { why: String, written: Vec<String> },
}

/// Ready to take its place.
struct Ready {
    asset: String,
    path: PathBuf,
    /// As it was read, mark included.
    old: Vec<u8>,
    bytes: u64,
    new: NamedTempFile,
}

/// Writes them. Blocking.
///
/// # Errors
/// See `NotWritten`.
pub(crate) fn write(project: &Project, backup_folder: &Path, files: Vec<NewFile>) -> Result<Vec<Written>, NotWritten> {
    let ready: Result<Vec<Ready>, NotWritten> = files.into_iter().map(|file| prepare(project, file)).collect();
    let ready = ready?;
    let mut made = Vec::new();
    for file in &ready {
        let backup = backups::make(backup_folder, &file.asset, &file.old);
        made.push(backup.map_err(|error| {
            NotWritten::Failed(format!(
                "{} can't be put aside in {}: {error}",
                file.asset,
                backup_folder.display()
            ))
        })?);
    }
    let mut done: Vec<(Before, Written)> = Vec::new();
    for (file, backup) in ready.into_iter().zip(made) {
        match take_place(file, backup) {
            Ok(written) => done.push(written),
            Err(why) => return Err(put_back(done, why)),
        }
    }
    Ok(done.into_iter().map(|(_, written)| written).collect())
}

/// What is needed to put a file back.
struct Before {
    path: PathBuf,
    old: Vec<u8>,
}

fn prepare(project: &Project, file: NewFile) -> Result<Ready, NotWritten> {
    let asset = file.asset;
    let (path, permissions) = place(project, &asset)?;
    let failed = |what: &str, error: io::Error| NotWritten::Failed(format!("{asset} {what}: {error}"));
    let old = read(&path).map_err(|error| failed("can't be read", error))?;
    match into_text(old.clone()) {
        Ok(text) if text == file.old => {}
        Ok(_) => return Err(changed(&asset)),
        Err(problem) => return Err(NotWritten::Forbidden(format!("{asset}: {}", problem.with_remedy()))),
    }
    let mark = if old.starts_with(MARK) { MARK } else { &[] };
    let bytes = [mark, file.new.as_bytes()].concat();
    let folder = path.parent().unwrap_or(&path);
    let beside = || -> io::Result<NamedTempFile> {
        // Unity looks at no file with such a name.
        let mut new = tempfile::Builder::new()
            .prefix(".saving-")
            .suffix(".tmp")
            .tempfile_in(folder)?;
        new.write_all(&bytes)?;
        new.as_file().set_permissions(permissions)?;
        new.as_file().sync_all()?;
        Ok(new)
    };
    let new = beside().map_err(|error| failed("can't be written beside the old one", error))?;
    Ok(Ready {
        asset,
        path,
        old,
        bytes: bytes.len() as u64,
        new,
    })
}

/// Whether the file may be written where it lies. Blocking.
///
/// # Errors
/// `Forbidden` with the reason.
pub(crate) fn may_be_written(project: &Project, asset: &str) -> Result<(), NotWritten> {
    place(project, asset).map(|_| ())
}

fn changed(asset: &str) -> NotWritten {
    NotWritten::Changed(format!("{asset} is not as it was read: another program changed it"))
}

/// Where it lies, links resolved above it, and its mode.
fn place(project: &Project, asset: &str) -> Result<(PathBuf, Permissions), NotWritten> {
    let refused = |why: &str| NotWritten::Forbidden(format!("{asset} {why}"));
    if !asset.starts_with("Assets/") {
        return Err(refused("belongs to a package; only files below Assets are written"));
    }
    let located = project.roots().locate(asset);
    let path = located.map_err(|problem| NotWritten::Forbidden(format!("{asset}: {problem}")))?;
    let facts = fs::symlink_metadata(&path).map_err(|error| refused(&format!("can't be looked at: {error}")))?;
    if !facts.is_file() {
        return Err(refused("is a link or no regular file, which is never written"));
    }
    let real = path
        .canonicalize()
        .and_then(|path| Ok((path, project.root().canonicalize()?)));
    let (real, root) = real.map_err(|error| refused(&format!("can't be looked at: {error}")))?;
    if !real.starts_with(&root) {
        return Err(refused("lies outside of the project's folder, by way of a link"));
    }
    if facts.permissions().readonly() {
        return Err(refused(
            "is read-only (some version control systems want it checked out first)",
        ));
    }
    Ok((real, facts.permissions()))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (file, _) = host_regular_file::open(path)?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn take_place(file: Ready, backup: Backup) -> Result<(Before, Written), NotWritten> {
    let asset = file.asset;
    // Another program may have written it since.
    match read(&file.path) {
        Ok(now) if now == file.old => {}
        _ => return Err(changed(&asset)),
    }
    #[cfg(test)]
    provoked::replacing(&file.path);
    let persisted = file.new.persist(&file.path);
    persisted.map_err(|error| NotWritten::Failed(format!("{asset} can't be replaced: {}", error.error)))?;
    keep_name(&file.path);
    let written = Written {
        asset,
        bytes: file.bytes,
        backup,
    };
    let before = Before {
        path: file.path,
        old: file.old,
    };
    Ok((before, written))
}

/// Makes the new name itself durable; not every system lets a folder be synced.
fn keep_name(path: &Path) {
    if let Some(folder) = path.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Puts the files back that were written before one failed.
fn put_back(done: Vec<(Before, Written)>, why: NotWritten) -> NotWritten {
    let mut written = Vec::new();
    for (before, after) in done.into_iter().rev() {
        let again = || -> io::Result<()> {
            let folder = before.path.parent().unwrap_or(&before.path);
            let mut old = tempfile::Builder::new()
                .prefix(".saving-")
                .suffix(".tmp")
                .tempfile_in(folder)?;
            old.write_all(&before.old)?;
            old.as_file()
                .set_permissions(fs::metadata(&before.path)?.permissions())?;
            old.as_file().sync_all()?;
            old.persist(&before.path).map_err(|error| error.error)?;
            keep_name(&before.path);
            Ok(())
        };
        if again().is_err() {
            written.push(after.asset);
        }
    }
    if written.is_empty() {
        return why;
    }
    let why = match why {
        NotWritten::Forbidden(why) | NotWritten::Changed(why) | NotWritten::Failed(why) => why,
        NotWritten::Left { why, .. } => why,
    };
    NotWritten::Left { why, written }
}

/// What another program does at the worst moment, for tests.
#[cfg(test)]
pub(crate) mod provoked {
    use std::cell::RefCell;
    use std::path::Path;

    type Act = Box<dyn FnMut(&Path)>;

    thread_local! {
        static ACT: RefCell<Option<Act>> = const { RefCell::new(None) };
    }

    /// Done right before a file is replaced, from now on.
    pub(crate) fn before_replacing(act: impl FnMut(&Path) + 'static) {
        ACT.set(Some(Box::new(act)));
    }

    pub(crate) fn nothing() {
        ACT.set(None);
    }

    pub(super) fn replacing(path: &Path) {
        ACT.with_borrow_mut(|act| {
            if let Some(act) = act {
                act(path);
            }
        });
    }
}
