//! Atomic replacement of a file: after a failure at any time, the file has its whole old or whole new content.
//!
//! The new content is written to a temporary file in the same folder, synced to disk and renamed. A temporary file is
//! locked while it is written; an unlocked one was left by a process that died.

use cap_std::fs::{Dir, OpenOptions};
use std::fs::{File, TryLockError};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const PREFIX: &str = ".writing-";
const SUFFIX: &str = ".tmp";

/// Maximum number of temporary names that one write tries before it fails. Other processes may use or delete a name.
const ATTEMPTS: usize = 8;

/// Maximum number of folder entries that one search for abandoned temporary files reads; it ignores the rest.
const MAX_SWEPT: usize = 10_000;

/// Age at which a temporary file counts as abandoned on a file system without locks.
const ABANDONED: Duration = Duration::from_secs(3_600);

static NEXT: AtomicU64 = AtomicU64::new(0);

pub(super) fn replace(folder: &Dir, name: &str, content: &[u8]) -> io::Result<()> {
    replace_with(folder, name, |file| io::Write::write_all(file, content))
}

/// Atomically replaces the file `name` by a new file whose content `fill` writes. If `fill` fails, the old one remains.
pub(super) fn replace_with(
    folder: &Dir,
    name: &str,
    mut fill: impl FnMut(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut last = io::Error::other("cannot create a temporary file");
    for _ in 0..ATTEMPTS {
        let temporary = temporary_name(NEXT.fetch_add(1, Ordering::Relaxed));
        let mut file = match create(folder, &temporary) {
            Ok(file) => file,
            // Another process uses that name, or sweeps it at this moment.
            Err(error) if matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::WouldBlock) => {
                last = error;
                continue;
            }
            Err(error) => return Err(error),
        };
        let filled = fill(&mut file).and_then(|()| file.sync_all());
        // Closed first, because some systems cannot rename an open file.
        drop(file);
        let renamed = filled.map(|()| folder.rename(&temporary, folder, name));
        match renamed {
            Ok(Ok(())) => {
                // Makes the new name itself durable. Not every system can sync a folder.
                let _ = folder.open(".").and_then(|folder| folder.sync_all());
                return Ok(());
            }
            // Another process swept the file between closing and renaming.
            Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => last = error,
            Ok(Err(error)) | Err(error) => {
                let _ = folder.remove_file(&temporary);
                return Err(error);
            }
        }
    }
    Err(last)
}

/// Deletes the temporary files of ended processes in this folder, and returns their number.
pub(super) fn sweep(folder: &Dir) -> usize {
    let Ok(entries) = folder.entries() else { return 0 };
    let mut swept = 0;
    for entry in entries.take(MAX_SWEPT).flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| is_temporary(name)) else {
            continue;
        };
        if is_abandoned(folder, name) && folder.remove_file(name).is_ok() {
            swept += 1;
        }
    }
    swept
}

/// True if `replace` uses the name for its temporary files. No caller can use such a name, because it does not end in
/// `.cs`.
pub(super) fn is_temporary(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers
        .and_then(|numbers| numbers.split_once('-'))
        .is_some_and(|(process, count)| is_number(process) && is_number(count))
}

fn temporary_name(count: u64) -> String {
    format!("{PREFIX}{}-{count}{SUFFIX}", std::process::id())
}

fn create(folder: &Dir, name: &str) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = folder.open_with(name, &options)?.into_std();
    match file.try_lock() {
        // A file system without locks is written to all the same.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
    }
}

fn is_abandoned(folder: &Dir, name: &str) -> bool {
    let Ok(known) = folder.symlink_metadata(name) else {
        return false;
    };
    if !known.is_file() {
        return false;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    let Ok(file) = folder.open_with(name, &options) else {
        return false;
    };
    match file.into_std().try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => {
            let modified = known.modified().map(cap_std::time::SystemTime::into_std);
            let age = modified.ok().and_then(|modified| modified.elapsed().ok());
            age.is_some_and(|age| age > ABANDONED)
        }
    }
}
