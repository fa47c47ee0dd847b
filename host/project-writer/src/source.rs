//! Writes, creates and removes single C# sources, below `Assets` or below a package inside the project folder.
//!
//! A source that another program changed is never overwritten or removed.

use super::folder::{Beside, Folder};
use super::spelling::Spelling;
use super::swap::take_free;
use super::{Ground, MARK, NewFile, NotWritten, changed_error, write_files};
use host_project_journal::backups;
use std::fs::Permissions;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use unity_files::Project;

/// A change of one source. `old` must be its current text, and `new` becomes its text; `None` = the file does not exist.
/// Both are without a byte order mark, which an existing file keeps.
pub struct SourceChange<'s> {
    /// The asset path of the source.
    pub asset: &'s str,
    pub old: Option<&'s str>,
    pub new: Option<&'s str>,
}

/// Makes the change, with a backup of an old file in `backup_folder`. Blocks the thread.
///
/// # Errors
/// See the variants of `NotWritten`. The source is unchanged, except with `Left`.
pub fn write_source(
    project: &Project,
    ground: &Ground,
    backup_folder: &Path,
    change: &SourceChange<'_>,
) -> Result<(), NotWritten> {
    match (change.old, change.new) {
        (Some(old), Some(new)) => {
            let file = NewFile {
                asset: change.asset.to_owned(),
                old: old.to_owned(),
                new: new.to_owned(),
            };
            write_files(project, ground, backup_folder, vec![file]).map(|_| ())
        }
        (None, Some(new)) => create(project, ground, change.asset, new),
        (Some(old), None) => remove(project, ground, backup_folder, change.asset, old),
        (None, None) => Ok(()),
    }
}

/// Splits an asset path into its folder and its file name.
fn split(asset: &str) -> Option<(&Path, &str)> {
    let (folder, name) = asset.rsplit_once('/')?;
    Some((Path::new(folder), name))
}

fn create(project: &Project, ground: &Ground, asset: &str, text: &str) -> Result<(), NotWritten> {
    let failed = |what: &str, error: &io::Error| NotWritten::Failed(format!("{asset} {what}: {error}"));
    let forbidden = |why: String| NotWritten::Forbidden(format!("{asset} {why}"));
    let (below, name) = split(asset).ok_or_else(|| forbidden("has no folder".to_owned()))?;
    ground.check(project.root())?;
    let above = existing_folder(project, asset, below)?;
    let folder = Folder::to_change(project, &above, asset)?;
    let missing = below.strip_prefix(&above).unwrap_or(Path::new(""));
    if !missing.as_os_str().is_empty() {
        let made = folder.dir.create_dir_all(missing);
        made.map_err(|error| failed("needs a folder that cannot be created", &error))?;
    }
    let folder = Rc::new(Folder::to_change(project, below, asset)?);
    let new = Beside::write(&folder, text.as_bytes(), permissions_of_new());
    let new = new.map_err(|error| failed("cannot be written", &error))?;
    match take_free(&new, name) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(NotWritten::Changed(format!("{asset} exists already")));
        }
        Err(error) => return Err(failed("cannot be created", &error)),
    }
    new.leave();
    folder.keep_names();
    Ok(())
}

/// Returns the deepest folder of `below` that exists. Fails if the path is inside no folder that the host writes to, or if
/// a folder or the file exists with other capital letters, which is the same file on some systems.
fn existing_folder(project: &Project, asset: &str, below: &Path) -> Result<PathBuf, NotWritten> {
    let forbidden = |why: String| NotWritten::Forbidden(format!("{asset} {why}"));
    let spelling = |folder: &Path, name: &str| {
        Spelling::in_folder(folder, name).map_err(|error| forbidden(format!("cannot be created: {error}")))
    };
    let is_plain = below.components().all(|part| matches!(part, Component::Normal(_)));
    let depth = match below.components().next() {
        Some(Component::Normal(first)) if first == "Assets" => 1,
        Some(Component::Normal(first)) if first == "Packages" => 2,
        _ => 0,
    };
    if !is_plain || depth == 0 {
        return Err(forbidden("is not below Assets or Packages".to_owned()));
    }
    let mut at = project.root().to_owned();
    let mut known = PathBuf::new();
    for (number, part) in below.components().enumerate() {
        let spelled = spelling(&at, &part.as_os_str().to_string_lossy())?;
        match spelled.others.first() {
            _ if spelled.is_exact => {}
            Some(other) => {
                return Err(forbidden(format!(
                    "is in a folder that is named {other}: use that name"
                )));
            }
            None if number < depth => {
                return Err(forbidden(
                    "is in no package inside the project folder; the host writes only to such packages and to Assets"
                        .to_owned(),
                ));
            }
            None => return Ok(known),
        }
        at.push(part);
        known.push(part);
        if !at.symlink_metadata().is_ok_and(|facts| facts.is_dir()) {
            return Err(forbidden(format!(
                "is below {}, which is not a real folder",
                known.display()
            )));
        }
    }
    let name = asset.rsplit('/').next().unwrap_or(asset);
    let spelled = spelling(&at, name)?;
    match spelled.others.first() {
        _ if spelled.is_exact => Err(NotWritten::Changed(format!("{asset} exists already"))),
        Some(other) => Err(forbidden(format!("is named {other} in the project: use that name"))),
        None => Ok(known),
    }
}

fn permissions_of_new() -> Permissions {
    #[cfg(unix)]
    return std::os::unix::fs::PermissionsExt::from_mode(0o644);
    // Elsewhere a new file inherits its permissions, and only the flag for reading exists.
    #[cfg(not(unix))]
    return std::env::current_exe()
        .and_then(|program| program.metadata())
        .map(|facts| {
            let mut permissions = facts.permissions();
            permissions.set_readonly(false);
            permissions
        })
        .expect("the program's own file has permissions");
}

fn remove(project: &Project, ground: &Ground, backup_folder: &Path, asset: &str, text: &str) -> Result<(), NotWritten> {
    let failed = |what: &str, error: &io::Error| NotWritten::Failed(format!("{asset} {what}: {error}"));
    super::may_be_written(project, asset)?;
    ground.check(project.root())?;
    let (below, name) = split(asset).ok_or_else(|| changed_error(asset))?;
    let folder = Rc::new(Folder::to_change(project, below, asset)?);
    let old = folder.read(name).map_err(|error| failed("cannot be read", &error))?;
    if old.strip_prefix(MARK).unwrap_or(&old) != text.as_bytes() {
        return Err(changed_error(asset));
    }
    let meta = format!("{name}.meta");
    // Unity deletes a `.meta` file without its asset, and with it the GUID to which other files refer.
    for (file, bytes) in [(name, Some(old.clone())), (meta.as_str(), folder.read(&meta).ok())] {
        let Some(bytes) = bytes else { continue };
        let shown = format!("{}/{file}", below.display());
        backups::make(backup_folder, &shown, &bytes)
            .map_err(|error| NotWritten::Failed(format!("cannot write the backup of {shown}: {error}")))?;
    }
    let aside = Beside::with_unused_name(&folder);
    if let Err(error) = folder.dir.rename(name, &folder.dir, &aside.name) {
        aside.leave();
        return Err(failed("cannot be removed", &error));
    }
    if !folder.read(&aside.name).is_ok_and(|out| out == old) {
        let back = take_free(&aside, name);
        let kept = aside.leave();
        return Err(match back {
            Ok(()) => changed_error(asset),
            Err(_) => NotWritten::Left {
                why: format!("another program wrote {asset} while it was removed; that file is now {kept}"),
                written: vec![asset.to_owned()],
            },
        });
    }
    drop(aside);
    if folder.has(&meta) {
        let gone = folder.dir.remove_file(&meta);
        gone.map_err(|error| NotWritten::Left {
            why: format!("the .meta file of {asset} cannot be removed: {error}"),
            written: vec![asset.to_owned()],
        })?;
    }
    folder.keep_names();
    Ok(())
}

/// Returns the text of a source without its byte order mark; `None` if the file does not exist. Blocks the thread.
///
/// # Errors
/// `Forbidden` if the host may not write the source, or if it is no UTF-8 text.
pub fn read_source(project: &Project, asset: &str) -> Result<Option<String>, NotWritten> {
    let located = project.roots().locate(asset);
    let is_outside = located.is_err();
    // An error, such as a file in place of a folder, is named by the search for the folder.
    let is_missing = located.is_ok_and(|path| path.symlink_metadata().is_err());
    let (below, name) = split(asset).unwrap_or((Path::new(""), asset));
    if is_missing || is_outside {
        return existing_folder(project, asset, below).map(|_| None);
    }
    super::may_be_written(project, asset)?;
    let failed = |error: io::Error| NotWritten::Failed(format!("{asset} cannot be read: {error}"));
    let folder = Folder::open(project.root(), below).map_err(failed)?;
    let bytes = folder.read(name).map_err(failed)?;
    let bytes = bytes.strip_prefix(MARK).unwrap_or(&bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Some(text.to_owned())),
        Err(_) => Err(NotWritten::Forbidden(format!(
            "{asset} is not UTF-8 text; save it as UTF-8 in an editor first"
        ))),
    }
}
