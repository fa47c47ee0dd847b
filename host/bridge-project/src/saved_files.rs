//! Writing files of the project: each whole or not at all, and all of them or none.
//!
//! Belongs here: where a file may lie, that it is as it was read, backups, putting back. Does not: what is written, how one
//! file takes another's place (`saved_files/swap`).

mod folder;
mod ground;
pub(crate) mod leftovers;
#[cfg(test)]
pub(crate) mod provoked;
mod swap;

pub(crate) use ground::Ground;

use crate::backups::{self, Backup};
use folder::{Beside, Folder};
#[cfg(test)]
use provoked::Moment;
use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use swap::{Fault, swap};
use unity_project::project::Project;
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
    name: String,
    permissions: Permissions,
    /// As it was read, mark included.
    old: Vec<u8>,
    bytes: Vec<u8>,
    new: Beside,
}

/// What is needed to put a file back.
struct Before {
    asset: String,
    name: String,
    permissions: Permissions,
    /// What stood there, and what does now.
    old: Vec<u8>,
    bytes: Vec<u8>,
    /// The old file itself.
    aside: Beside,
}

/// Writes them. Blocking.
///
/// # Errors
/// See `NotWritten`.
pub(crate) fn write(
    project: &Project,
    ground: &Ground,
    backup_folder: &Path,
    files: Vec<NewFile>,
) -> Result<Vec<Written>, NotWritten> {
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
    let mut done: Vec<Before> = Vec::new();
    for file in ready {
        let placed = ground.check(project.root()).and_then(|()| take_place(file));
        match placed {
            Ok(before) => done.push(before),
            Err(why) => return Err(put_back(done, why)),
        }
    }
    // Whoever swapped a folder meanwhile has to see the old files in the one that was written to.
    let astray = done.iter().find(|file| !file.aside.folder.is_in_place());
    let astray = astray.map(|file| moved(&file.asset));
    if let Err(why) = astray.map_or_else(|| ground.check(project.root()), Err) {
        return Err(put_back(done, why));
    }
    for file in &done {
        file.aside.folder.keep_names();
    }
    let written = done.into_iter().zip(made).map(|(file, backup)| Written {
        asset: file.asset,
        bytes: file.bytes.len() as u64,
        backup,
    });
    Ok(written.collect())
}

fn prepare(project: &Project, file: NewFile) -> Result<Ready, NotWritten> {
    let asset = file.asset;
    let (path, permissions) = place(project, &asset)?;
    #[cfg(test)]
    provoked::reached(Moment::Resolved, &path);
    let failed = |what: &str, error: io::Error| NotWritten::Failed(format!("{asset} {what}: {error}"));
    let below = path.strip_prefix(project.root()).ok().and_then(Path::parent);
    let name = path.file_name().and_then(|name| name.to_str());
    let (Some(below), Some(name)) = (below, name) else {
        return Err(NotWritten::Forbidden(format!(
            "{asset} lies outside of the project's folder"
        )));
    };
    // From here on by this handle alone, whatever the path comes to lead to.
    let folder = Folder::open(project.root(), below).map(Rc::new);
    let folder = match folder {
        Ok(folder) if folder.is_in_place() => folder,
        _ => return Err(moved(&asset)),
    };
    let old = folder.read(name).map_err(|error| failed("can't be read", error))?;
    match into_text(old.clone()) {
        Ok(text) if text == file.old => {}
        Ok(_) => return Err(changed(&asset)),
        Err(problem) => return Err(NotWritten::Forbidden(format!("{asset}: {}", problem.with_remedy()))),
    }
    let mark = if old.starts_with(MARK) { MARK } else { &[] };
    let bytes = [mark, file.new.as_bytes()].concat();
    let new = Beside::write(&folder, &bytes, permissions.clone());
    let new = new.map_err(|error| failed("can't be written beside the old one", error))?;
    Ok(Ready {
        name: name.to_owned(),
        asset,
        permissions,
        old,
        bytes,
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

fn moved(asset: &str) -> NotWritten {
    let folder = asset.rsplit_once('/').map_or(asset, |(folder, _)| folder);
    NotWritten::Changed(format!(
        "the folder {folder} was replaced or moved while {asset} was saved"
    ))
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

fn take_place(file: Ready) -> Result<Before, NotWritten> {
    let Ready {
        asset,
        name,
        permissions,
        old,
        bytes,
        new,
    } = file;
    if !new.folder.is_in_place() {
        return Err(moved(&asset));
    }
    // Looked at once more when it came out: this spares most files that another program changed from changing places.
    if !new.folder.read(&name).is_ok_and(|now| now == old) {
        return Err(changed(&asset));
    }
    #[cfg(test)]
    provoked::reached(Moment::Checked, &new.folder.path.join(&name));
    let beside = new.folder.path.clone();
    let aside = swap(new, &name, &bytes, &old).map_err(|fault| match fault {
        Fault::Changed => changed(&asset),
        Fault::Failed(error) => NotWritten::Failed(format!("{asset} can't be replaced: {error}")),
        Fault::Stuck(kept) => NotWritten::Left {
            why: format!(
                "another program wrote {asset} while it was saved; what it wrote is {}",
                beside.join(kept).display()
            ),
            written: vec![asset.clone()],
        },
    })?;
    Ok(Before {
        asset,
        name,
        permissions,
        old,
        bytes,
        aside,
    })
}

/// Puts the files back that were written before one failed.
fn put_back(done: Vec<Before>, why: NotWritten) -> NotWritten {
    let (why, mut left) = match why {
        NotWritten::Left { why, written } => (NotWritten::Failed(why), written),
        why => (why, Vec::new()),
    };
    for file in done.into_iter().rev() {
        let folder = Rc::clone(&file.aside.folder);
        let is_whole = folder.read(&file.aside.name).is_ok_and(|aside| aside == file.old);
        let aside = match is_whole {
            true => Ok(file.aside),
            false => Beside::write(&folder, &file.old, file.permissions),
        };
        let back = aside.map(|aside| swap(aside, &file.name, &file.old, &file.bytes));
        folder.keep_names();
        if !matches!(back, Ok(Ok(_))) {
            left.push(file.asset);
        }
    }
    if left.is_empty() {
        return why;
    }
    let why = match why {
        NotWritten::Forbidden(why) | NotWritten::Changed(why) | NotWritten::Failed(why) => why,
        NotWritten::Left { why, .. } => why,
    };
    NotWritten::Left { why, written: left }
}
