//! Reads whole files without changing or mapping them. If another program has locked the file, the read is repeated.

use crate::AssetProblem;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

/// Maximum size of a file in bytes (256 MiB); a larger file is not read. The largest known text scenes have about 30
/// MiB.
pub const MAX_FILE_BYTES: u64 = 256 * 1024 * 1024;

const TRIES: u32 = 10;

/// Reads all bytes of a file, which can have at most `limit` bytes. Blocks the thread.
///
/// # Errors
/// `Missing`, `TooLarge` or `Unreadable`.
pub fn read_whole(path: &Path, limit: u64) -> Result<Vec<u8>, AssetProblem> {
    whole(limit, || host_regular_file::open(path))
}

/// Reads all bytes of the file that `open` returns with its metadata; the file can have at most `limit` bytes.
pub(super) fn whole(limit: u64, open: impl Fn() -> io::Result<(File, Metadata)>) -> Result<Vec<u8>, AssetProblem> {
    let mut tries = 0;
    loop {
        match open().and_then(|(file, facts)| all_of(file, &facts, limit)) {
            Err(error) if tries < TRIES && is_held_by_another(&error) => {
                tries += 1;
                std::thread::park_timeout(Duration::from_millis(20));
            }
            Err(error) => return Err(problem_of(&error)),
            Ok(result) => return result,
        }
    }
}

pub(super) fn problem_of(error: &io::Error) -> AssetProblem {
    match error.kind() {
        io::ErrorKind::NotFound => AssetProblem::Missing,
        _ => AssetProblem::Unreadable {
            reason: error.to_string(),
        },
    }
}

fn all_of(file: File, facts: &Metadata, limit: u64) -> io::Result<Result<Vec<u8>, AssetProblem>> {
    let too_large = |size| AssetProblem::TooLarge { size, limit };
    if facts.len() > limit {
        return Ok(Err(too_large(facts.len())));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(facts.len()).unwrap_or_default() + 1);
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Ok(Err(too_large(bytes.len() as u64)));
    }
    Ok(Ok(bytes))
}

/// Returns true if another process has locked the file: ERROR_SHARING_VIOLATION or ERROR_LOCK_VIOLATION on Windows. On
/// other systems, a lock never prevents opening a file for reading.
fn is_held_by_another(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(32 | 33))
}
