//! The log file of one bundle's store: read once, appended to, and rewritten when most of it is outdated. Blocks.

use super::format::{self, End};
use super::{Contents, StateRefusal};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A log is rewritten when it is longer than twice its live content plus this many bytes.
const SLACK: u64 = 64 << 10;
/// Versions that a damaged end may have assigned and that are unknown now.
const LOST_VERSIONS: u64 = 1 << 32;

/// The state of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LogState {
    /// Bytes; 0 = there is no file yet.
    length: u64,
    /// Its end cannot be appended to.
    broken: bool,
}

/// Reads the whole file; a missing file counts as empty.
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
                "a bundle's store was written by another version of this host in format {version}, but this version reads \
                 format {}: the store starts empty; its content is in the copy, which that version reads under the old name",
                format::VERSION
            );
            contents.last_version = LOST_VERSIONS;
        }
        End::Damaged(at) => {
            let aside = set_aside(file, "broken")?;
            tracing::warn!(
                file = %file.display(), at, bytes = bytes.len(), aside = %aside.display(), kept = contents.entries.len(),
                "a bundle's store is damaged; the content after the damage is lost, except in the copy"
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

/// A copy for manual inspection: the file itself is rewritten. Without a copy nothing is written.
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

/// Writes `records` into the file with one sync. `next` is the content afterwards, of about `live` bytes. Returns the
/// new state, or the error and the state after it, in which no record of `records` counts.
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
        // The file may end with an incomplete record.
        Err(error) => Err((LogState { broken: true, ..state }, error)),
    }
}

#[cfg(test)]
thread_local! {
    /// Number of syncs by this thread.
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
