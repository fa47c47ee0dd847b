//! Putting a new file in the place of an old one so that what another program wrote there in between is not lost.
//!
//! Belongs here: one file of one folder. Does not: what the files hold, several at once.
//!
//! A system that lets two files change places in one step (Linux, macOS, on most disks) does so, and what came out is looked
//! at then. Elsewhere the old file is given another name and looked at, and the new one takes the name only where nothing
//! took it meanwhile; for that moment there is no file of that name.

use super::folder::{Beside, Folder};
#[cfg(test)]
use super::provoked::{self, Moment};
use std::io;

/// Files that other programs put there one after another while theirs is put back.
const TRIES: usize = 8;

/// Why the old file has its place still, or what took it.
#[derive(Debug)]
pub(super) enum Fault {
    /// Another program's file is there, or none.
    Changed,
    Failed(io::Error),
    /// What stood there has this name now.
    Stuck(String),
}

/// Gives `new`, which holds `ours`, that name, where the file that has it holds `expected`; gives the old file.
///
/// # Errors
/// `Fault`; what another program wrote has the name then, or is said to have another.
pub(super) fn swap(new: Beside, name: &str, ours: &[u8], expected: &[u8]) -> Result<Beside, Fault> {
    match exchange(&new.folder, &new.name, name) {
        Some(Ok(())) => {}
        Some(Err(error)) => return Err(fault(&new.folder, name, error)),
        None => return put_aside(new, name, expected),
    }
    #[cfg(test)]
    provoked::reached(Moment::Exchanged, &new.folder.path.join(name));
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

/// Another program's file came out: it has its place again, or one that came behind it.
fn give_back(theirs: Beside, name: &str, ours: &[u8]) -> Fault {
    let mut there = Some(ours.to_vec());
    for _ in 0..TRIES {
        let goes_in = theirs.folder.read(&theirs.name).ok();
        match exchange(&theirs.folder, &theirs.name, name) {
            Some(Ok(())) => {}
            // Nothing has the name by now.
            _ if !theirs.folder.has(name) && take_free(&theirs, name).is_ok() => return Fault::Changed,
            _ => return Fault::Stuck(theirs.leave()),
        }
        if theirs.folder.read(&theirs.name).ok() == there {
            return Fault::Changed;
        }
        // A third file stood there; it is newer than the one that took its place now.
        there = goes_in;
    }
    Fault::Stuck(theirs.leave())
}

fn put_aside(new: Beside, name: &str, expected: &[u8]) -> Result<Beside, Fault> {
    let folder = &new.folder;
    let old = Beside::named(folder);
    if let Err(error) = folder.dir.rename(name, &folder.dir, &old.name) {
        old.leave();
        return Err(fault(folder, name, error));
    }
    #[cfg(test)]
    provoked::reached(Moment::MovedAside, &folder.path.join(name));
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
        // Another program's came, and the old one is as it was read: a backup has it.
        Err(again) if again.kind() == io::ErrorKind::AlreadyExists && is_expected => Err(Fault::Changed),
        Err(_) => Err(Fault::Stuck(old.leave())),
    }
}

/// Gives the file a name that nothing has.
///
/// # Errors
/// `AlreadyExists` where something has it.
fn take_free(file: &Beside, name: &str) -> io::Result<()> {
    let dir = &file.folder.dir;
    match dir.hard_link(&file.name, dir, name) {
        Ok(()) => dir.remove_file(&file.name),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A disk on which no file has two names.
        Err(_) if !file.folder.has(name) => dir.rename(&file.name, dir, name),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Lets two files change places; `None` where the system or the disk can't.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(folder: &Folder, one: &str, other: &str) -> Option<io::Result<()>> {
    use rustix::fs::{RenameFlags, renameat_with};
    use rustix::io::Errno;
    #[cfg(test)]
    if !provoked::has_exchange() {
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
