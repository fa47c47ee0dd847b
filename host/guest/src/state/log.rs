//! The log file of one bundle's store: read once, appended to, rewritten once most of it is out of date. Blocks.

use super::format::{self, End};
use super::{Contents, StateRefusal};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A log is rewritten once it is this much longer than what it says would take at most twice.
const SLACK: u64 = 64 << 10;
/// Versions that a damaged end may have given out and nobody knows any more.
const LOST_VERSIONS: u64 = 1 << 32;

/// How the file stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LogState {
    /// Bytes; 0 = there is none yet.
    length: u64,
    /// Its end cannot be appended to.
    broken: bool,
}

/// Reads the whole file; one that is not there is empty.
pub(super) fn load(file: &Path) -> Result<(Contents, LogState), StateRefusal> {
    let read = |(mut opened, _): (std::fs::File, std::fs::Metadata)| {
        let mut bytes = Vec::new();
        opened.read_to_end(&mut bytes).map(|_| bytes)
    };
    let bytes = match host_regular_file::open_own(file).and_then(read) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok((Contents::default(), LogState::default())),
        Err(error) => {
            return Err(StateRefusal::Unavailable(format!(
                "the bundle's store {} cannot be read: {error}",
                file.display()
            )));
        }
    };
    let format::Read { mut contents, end } = format::read(&bytes);
    match end {
        End::Whole | End::Cut => {}
        End::OtherVersion(version) => {
            let aside = set_aside(file, &format!("v{version}"))?;
            tracing::warn!(
                file = %file.display(), aside = %aside.display(), bytes = bytes.len(),
                "a bundle's store was written by another version of this host, in format {version} where this one reads {}: it \
                 begins empty, and what it held lies in the copy, which that version reads under the old name",
                format::VERSION
            );
            contents.last_version = LOST_VERSIONS;
        }
        End::Damaged(at) => {
            let aside = set_aside(file, "broken")?;
            tracing::warn!(
                file = %file.display(), at, bytes = bytes.len(), aside = %aside.display(), kept = contents.entries.len(),
                "a bundle's store is damaged; what was written after the damage is lost, but for the copy"
            );
            contents.last_version = contents.last_version.saturating_add(LOST_VERSIONS);
        }
    }
    let state = LogState {
        length: bytes.len() as u64,
        broken: end != End::Whole,
    };
    Ok((contents, state))
}

/// A copy for whoever wants to look: the file itself is written anew. Without one nothing is written.
fn set_aside(file: &Path, extension: &str) -> Result<PathBuf, StateRefusal> {
    let aside = file.with_extension(extension);
    match std::fs::copy(file, &aside) {
        Ok(_) => Ok(aside),
        Err(error) => Err(StateRefusal::Unavailable(format!(
            "the bundle's store {} cannot be read by this version, nor be set aside as {}: {error}",
            file.display(),
            aside.display()
        ))),
    }
}

/// Brings `records` into the file, synced once; `next` is what it says afterwards, of about `live` bytes. The new state, or
/// the error and the state after it, in which nothing of `records` counts.
pub(super) fn write(
    file: &Path,
    state: LogState,
    records: &[u8],
    live: usize,
    next: impl FnOnce() -> Contents,
) -> Result<LogState, (LogState, std::io::Error)> {
    let too_long = state.length > 2 * live as u64 + SLACK;
    let fits = state.length > 0 && !state.broken && !too_long;
    if fits && append(file, records).is_ok() {
        return Ok(LogState {
            length: state.length + records.len() as u64,
            broken: false,
        });
    }
    match replace(file, &format::whole(&next())) {
        Ok(length) => Ok(LogState { length, broken: false }),
        // Half a record may stand at its end.
        Err(error) => Err((LogState { broken: true, ..state }, error)),
    }
}

#[cfg(test)]
thread_local! {
    /// Syncs by this thread.
    pub(super) static SYNCS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

fn sync(file: &std::fs::File) -> std::io::Result<()> {
    #[cfg(test)]
    SYNCS.with(|syncs| syncs.set(syncs.get() + 1));
    file.sync_data()
}

fn append(file: &Path, records: &[u8]) -> std::io::Result<()> {
    let mut log = std::fs::File::options().append(true).open(file)?;
    log.write_all(records)?;
    sync(&log)
}

fn replace(file: &Path, bytes: &[u8]) -> std::io::Result<u64> {
    let folder = file.parent().unwrap_or(Path::new("."));
    crate::private_folder(folder)?;
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(bytes)?;
    sync(new.as_file())?;
    new.persist(file)?;
    Ok(bytes.len() as u64)
}
