//! Replaces an old file by a new one without losing a file that another program writes there in between.
//!
//! This module handles one file of one folder. It does not know the content of files and does not handle several files
//! at once.
//!
//! If the system can exchange two files in one step (Linux and macOS, on most disks), it exchanges them, and then the
//! old file is checked. Otherwise the old file is renamed and checked, and the new file takes the name only if the name
//! is still free. In the meantime no file has that name.

use super::folder::{Beside, Folder};
#[cfg(test)]
use super::injected_actions::{self, Moment};
use std::io;

/// Limit of the files that other programs write there one after another while a file of theirs is put back.
const TRIES: usize = 8;

/// Why the old file still has its name, or which file took it.
#[derive(Debug)]
pub(super) enum Fault {
    /// A file of another program has the name, or no file has it.
    Changed,
    Failed(io::Error),
    /// The file that was there has this name now.
    Stuck(String),
}

/// Gives `new`, which contains `ours`, the name `name` if the file with that name contains `expected`. Returns the old
/// file.
///
/// # Errors
/// `Fault`; a file of another program has the name then, or the fault contains its new name.
pub(super) fn swap(new: Beside, name: &str, ours: &[u8], expected: &[u8]) -> Result<Beside, Fault> {
    match exchange(&new.folder, &new.name, name) {
        Some(Ok(())) => {}
        Some(Err(error)) => return Err(fault(&new.folder, name, error)),
        None => return put_aside(new, name, expected),
    }
    #[cfg(test)]
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

/// Called if the exchange took out a file of another program: puts it back, unless a newer file came after it.
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
        // A third file was there; it is newer than the file that took its place now.
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
    #[cfg(test)]
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
        // A file of another program came, and the old file is as it was read, so a backup contains it.
        Err(again) if again.kind() == io::ErrorKind::AlreadyExists && is_expected => Err(Fault::Changed),
        Err(_) => Err(Fault::Stuck(old.leave())),
    }
}

/// Gives the file a name that no other file has.
///
/// # Errors
/// `AlreadyExists` if a file has the name.
fn take_free(file: &Beside, name: &str) -> io::Result<()> {
    let dir = &file.folder.dir;
    match dir.hard_link(&file.name, dir, name) {
        Ok(()) => dir.remove_file(&file.name),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // The disk has no hard links.
        Err(_) if !file.folder.has(name) => dir.rename(&file.name, dir, name),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Exchanges two files in one step; `None` if the system or the disk cannot do that.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(folder: &Folder, one: &str, other: &str) -> Option<io::Result<()>> {
    use rustix::fs::{RenameFlags, renameat_with};
    use rustix::io::Errno;
    #[cfg(test)]
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
