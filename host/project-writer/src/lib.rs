//! Writes project files: each file completely or not at all, and all files of a save or none. No
//! other crate writes into a project.
//!
//! This crate checks that a file may be written and is unchanged since it was read. It makes backups and restores
//! files after a failure. The caller chooses the files, and `swap` replaces a single file.

mod asset_copy;
mod asset_files;
mod asset_recovery;
mod asset_steps;
mod folder;
mod ground;
#[cfg(feature = "injected-actions")]
pub mod injected_actions;
pub mod leftovers;
mod source;
mod spelling;
mod swap;

pub use asset_files::{AssetContent, MOST_BYTES, TRASH, Wanted, asset_content};
pub use asset_recovery::undo_begun_steps;
pub use asset_steps::{AssetStep, BegunSteps, Direction, overlap, rest_below, run_asset_steps, undo_asset_steps};
pub use ground::Ground;
pub use source::{SourceChange, read_source, write_source};
pub use spelling::Spelling;

use folder::{Beside, Folder};
use host_project_journal::backups::{self, Backup};
#[cfg(feature = "injected-actions")]
use injected_actions::Moment;
use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use swap::{Fault, swap};
use unity_files::{Project, has_extension};
use unity_yaml::into_text;

/// The UTF-8 byte order mark (BOM). A file that begins with a BOM keeps it.
const MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// The old and the new text of a file that a save writes.
pub struct NewFile {
    /// The asset path of the file.
    pub asset: String,
    /// The text of the file when the host read it, without byte order mark.
    pub old: String,
    pub new: String,
}

/// A file that was written, and its backup.
#[derive(Debug)]
pub struct Written {
    pub asset: String,
    pub bytes: u64,
    pub backup: Backup,
}

/// The reason why a save failed. Except with `Left`, all files are unchanged.
#[derive(Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// The host may not write the file; contains an error message with the reason.
    Forbidden(String),
    /// The file or its folder changed since it was read; contains an error message.
    Changed(String),
    /// The file system reported an error; contains an error message. All files are unchanged.
    Failed(String),
    /// The file system reported an error, and the files `written` (asset paths) could not be restored.
    Left { why: String, written: Vec<String> },
}

/// A temporary file with the new content, ready to replace the old file.
struct Ready {
    asset: String,
    name: String,
    permissions: Permissions,
    /// The bytes of the old file, including a byte order mark.
    old: Vec<u8>,
    bytes: Vec<u8>,
    new: Beside,
}

/// The data of one written file from which it can be restored if a later file of the same save fails.
struct Before {
    asset: String,
    name: String,
    permissions: Permissions,
    /// The content of the file before the save. `bytes` is its content after the save.
    old: Vec<u8>,
    bytes: Vec<u8>,
    /// The old file, renamed to a temporary name next to the new file.
    aside: Beside,
}

/// Makes backups of the files, then replaces each file. If one fails, restores the others. Blocks the thread.
///
/// # Errors
/// See the variants of `NotWritten`.
pub fn write_files(
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
                "cannot write the backup of {} to {}: {error}",
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
    // If another process replaced a folder during the writes, restore the old files in the folder that was written to.
    let astray = done.iter().find(|file| !file.aside.folder.is_in_place());
    let astray = astray.map(|file| moved_error(&file.asset));
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
    #[cfg(feature = "injected-actions")]
    injected_actions::reach(Moment::Resolved, &path);
    let failed = |what: &str, error: io::Error| NotWritten::Failed(format!("{asset} {what}: {error}"));
    let below = path.strip_prefix(project.root()).ok().and_then(Path::parent);
    let name = path.file_name().and_then(|name| name.to_str());
    let (Some(below), Some(name)) = (below, name) else {
        return Err(NotWritten::Forbidden(format!(
            "{asset} is outside of the project folder"
        )));
    };
    // From now on only this handle is used, because the path may lead to another folder later.
    let folder = Folder::open(project.root(), below).map(Rc::new);
    let folder = match folder {
        Ok(folder) if folder.is_in_place() => folder,
        _ => return Err(moved_error(&asset)),
    };
    let old = folder.read(name).map_err(|error| failed("cannot be read", error))?;
    let is_as_read = old.strip_prefix(MARK).unwrap_or(&old) == file.old.as_bytes();
    match into_text(old.clone()) {
        _ if is_as_read => {}
        Ok(_) => return Err(changed_error(&asset)),
        // Only Unity's own files have its text format.
        Err(_) if is_source(&asset) => return Err(changed_error(&asset)),
        Err(problem) => return Err(NotWritten::Forbidden(format!("{asset}: {}", problem.with_remedy()))),
    }
    let mark = if old.starts_with(MARK) { MARK } else { &[] };
    let bytes = [mark, file.new.as_bytes()].concat();
    let new = Beside::write(&folder, &bytes, permissions.clone());
    let new = new.map_err(|error| failed("cannot be written next to the old file", error))?;
    Ok(Ready {
        name: name.to_owned(),
        asset,
        permissions,
        old,
        bytes,
        new,
    })
}

/// Checks that the host may write the file. Blocks the thread.
///
/// # Errors
/// `Forbidden` with the reason.
pub fn may_be_written(project: &Project, asset: &str) -> Result<(), NotWritten> {
    place(project, asset).map(|_| ())
}

fn is_source(asset: &str) -> bool {
    has_extension(asset, "cs")
}

fn changed_error(asset: &str) -> NotWritten {
    NotWritten::Changed(format!("{asset} is not as it was read: another program changed it"))
}

fn moved_error(asset: &str) -> NotWritten {
    let folder = asset.rsplit_once('/').map_or(asset, |(folder, _)| folder);
    NotWritten::Changed(format!(
        "the folder {folder} was replaced or moved while {asset} was saved"
    ))
}

/// Checks that the host may write the file. Returns its path, without symbolic links in its folders, and its
/// permissions.
fn place(project: &Project, asset: &str) -> Result<(PathBuf, Permissions), NotWritten> {
    let refused = |why: &str| NotWritten::Forbidden(format!("{asset} {why}"));
    let is_embedded = |path: &Path| path.starts_with(project.root().join("Packages"));
    let located = project.roots().locate(asset);
    let path = match (asset.starts_with("Assets/"), located) {
        (true, located) => located.map_err(|problem| NotWritten::Forbidden(format!("{asset}: {problem}")))?,
        (false, Ok(path)) if is_source(asset) && is_embedded(&path) => path,
        (false, _) if is_source(asset) => {
            return Err(refused(
                "belongs to a package outside of the project folder; only files below Assets and of embedded packages are written",
            ));
        }
        (false, _) => return Err(refused("belongs to a package; only files below Assets are written")),
    };
    let facts = fs::symlink_metadata(&path).map_err(|error| refused(&format!("cannot be inspected: {error}")))?;
    if !facts.is_file() {
        return Err(refused(
            "is a link or not a regular file; the host writes only regular files",
        ));
    }
    let real = path
        .canonicalize()
        .and_then(|path| Ok((path, project.root().canonicalize()?)));
    let (real, root) = real.map_err(|error| refused(&format!("cannot be inspected: {error}")))?;
    if !real.starts_with(&root) {
        return Err(refused(
            "is outside of the project folder: one of its folders is a link",
        ));
    }
    let below = path.strip_prefix(project.root()).map(|below| root.join(below));
    if is_source(asset) && below.is_ok_and(|below| below != real) {
        return Err(refused(
            "is in a folder that is a link; the host writes sources only in real folders",
        ));
    }
    if facts.permissions().readonly() {
        return Err(refused(
            "is read-only (some version control systems require a checkout first)",
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
        return Err(moved_error(&asset));
    }
    // `swap` checks the old file again after the exchange. This earlier check avoids the exchange for most files that
    // another program changed.
    if !new.folder.read(&name).is_ok_and(|now| now == old) {
        return Err(changed_error(&asset));
    }
    #[cfg(feature = "injected-actions")]
    injected_actions::reach(Moment::Checked, &new.folder.path.join(&name));
    let beside = new.folder.path.clone();
    let aside = swap(new, &name, &bytes, &old).map_err(|fault| match fault {
        Fault::Changed => changed_error(&asset),
        Fault::Failed(error) => NotWritten::Failed(format!("cannot replace {asset}: {error}")),
        Fault::Stuck(kept) => NotWritten::Left {
            why: format!(
                "another program wrote {asset} during the save; the content that it wrote is in {}",
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

/// Restores the files in `done`, which a save wrote before another file failed with the error `why`. Returns the error
/// to report: `why`, or `Left` if a file was not restored.
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
