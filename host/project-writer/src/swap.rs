//! Replaces an old file by a new one. Never loses a file that another program writes to the same path at the same time.
//!
//! This module handles one file of one folder. It does not know the content of files and does not handle several files
//! at once.
//!
//! If the system can exchange two files in one step (Linux and macOS, with most file systems), the files are exchanged,
//! and then the old file is checked. Otherwise the old file is renamed and checked, and the new file is renamed only if
//! the name is still unused. In that case, no file has the name for a moment.

use super::folder::{Beside, Folder};
#[cfg(feature = "injected-actions")]
use super::injected_actions::{self, Moment};
use std::io;

/// Maximum number of attempts to give another program's file its name back. After them, it keeps a temporary name.
const TRIES: usize = 8;

/// The reason why a new file did not replace the old one.
#[derive(Debug)]
pub(super) enum Fault {
    /// Another program replaced or removed the old file.
    Changed,
    Failed(io::Error),
    /// Another program's file could not be renamed back; contains its current temporary name.
    Stuck(String),
}

/// Gives the new file `new`, which contains the bytes `ours`, the name `name`, if the file with that name still
/// contains `expected`. Returns the old file under a temporary name.
///
/// # Errors
/// See `Fault`. Another program's file then has the name, or the fault contains the temporary name of that file.
pub(super) fn swap(new: Beside, name: &str, ours: &[u8], expected: &[u8]) -> Result<Beside, Fault> {
    match exchange(&new.folder, &new.name, name) {
        Some(Ok(())) => {}
        Some(Err(error)) => return Err(fault(&new.folder, name, error)),
        None => return put_aside(new, name, expected),
    }
    #[cfg(feature = "injected-actions")]
    injected_actions::reach(Moment::Exchanged, &new.folder.path.join(name));
    if new.folder.read(&new.name).is_ok_and(|out| out == expected) {
        return Ok(new);
    }
    Err(give_back(new, name, ours))
}

fn fault(folder: &Folder, name: &str, error: io::Error) -> Fault {
    match folder.has(name) {
        true => Fault::Failed(error),
        false => Fault::Changed,
    }
}

/// Gives another program's file its name back after a save replaced that file by mistake. If the program wrote a newer
/// file meanwhile, keeps the newer one.
fn give_back(theirs: Beside, name: &str, ours: &[u8]) -> Fault {
    let mut there = Some(ours.to_vec());
    for _ in 0..TRIES {
        let goes_in = theirs.folder.read(&theirs.name).ok();
        match exchange(&theirs.folder, &theirs.name, name) {
            Some(Ok(())) => {}
            // No file has the name any more.
            _ if !theirs.folder.has(name) && take_free(&theirs, name).is_ok() => return Fault::Changed,
            _ => return Fault::Stuck(theirs.leave()),
        }
        if theirs.folder.read(&theirs.name).ok() == there {
            return Fault::Changed;
        }
        // The second exchange removed a third file, which is newer than the file that now has the name.
        there = goes_in;
    }
    Fault::Stuck(theirs.leave())
}

fn put_aside(new: Beside, name: &str, expected: &[u8]) -> Result<Beside, Fault> {
    let folder = &new.folder;
    let old = Beside::with_unused_name(folder);
    if let Err(error) = folder.dir.rename(name, &folder.dir, &old.name) {
        old.leave();
        return Err(fault(folder, name, error));
    }
    #[cfg(feature = "injected-actions")]
    injected_actions::reach(Moment::MovedAside, &folder.path.join(name));
    let is_expected = folder.read(&old.name).is_ok_and(|out| out == expected);
    let taken = match is_expected {
        true => take_free(&new, name),
        false => Err(io::ErrorKind::AlreadyExists.into()),
    };
    let Err(error) = taken else { return Ok(old) };
    let is_taken = error.kind() == io::ErrorKind::AlreadyExists;
    match take_free(&old, name) {
        Ok(()) if is_taken => Err(Fault::Changed),
        Ok(()) => Err(Fault::Failed(error)),
        // Another program created a file. The old file is unchanged since it was read, so a backup contains it.
        Err(again) if again.kind() == io::ErrorKind::AlreadyExists && is_expected => Err(Fault::Changed),
        Err(_) => Err(Fault::Stuck(old.leave())),
    }
}

/// Renames the temporary file to `name` if no other file has that name.
///
/// # Errors
/// `AlreadyExists` if another file has the name.
pub(super) fn take_free(file: &Beside, name: &str) -> io::Result<()> {
    let dir = &file.folder.dir;
    match dir.hard_link(&file.name, dir, name) {
        Ok(()) => dir.remove_file(&file.name),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // The file system has no hard links.
        Err(_) if !file.folder.has(name) => dir.rename(&file.name, dir, name),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Exchanges two files of the folder in one step. Returns `None` if the system or the file system cannot do that.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(folder: &Folder, one: &str, other: &str) -> Option<io::Result<()>> {
    use rustix::fs::{RenameFlags, renameat_with};
    use rustix::io::Errno;
    #[cfg(feature = "injected-actions")]
    if !injected_actions::has_exchange() {
        return None;
    }
    match renameat_with(&folder.dir, one, &folder.dir, other, RenameFlags::EXCHANGE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => None,
        done => Some(done.map_err(io::Error::from)),
    }
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_folder: &Folder, _one: &str, _other: &str) -> Option<io::Result<()>> {
    None
}
