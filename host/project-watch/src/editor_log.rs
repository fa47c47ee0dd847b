//! Reads the log of the Unity editor: returns the lines of this project that are new since the last look.
//!
//! This module finds the file, its new lines, the project that it belongs to, and the level of each line.
//! The caller buffers the lines. A look is cheap and bounded and never waits; this module has no thread.

mod lines;
mod naming;
mod place;
mod trace;

pub use lines::EditorLine;

use jiff::Timestamp;
use lines::Reader;
use naming::Project;
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// Selects the log of the Unity editor that the bridge reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EditorLog {
    /// The default path of Unity on this system.
    #[default]
    Auto,
    Off,
    File(PathBuf),
}

/// Number of bytes at the end of a log that the first call of `look` reads.
const FIRST_BYTES: u64 = 256 * 1024;

/// Number of bytes at the beginning of a log that the first call of `look` reads, because they name the project.
const HEAD_BYTES: u64 = 64 * 1024;

/// Maximum number of new bytes that one call of `look` reads; of more, it reads only the last ones.
const NEW_BYTES: u64 = 1024 * 1024;

/// Number of bytes that are compared at the beginning and at the end of the part that was read. A difference means that
/// the log was written again from the start.
const MARK_BYTES: usize = 512;

/// Reads the log of the Unity editor and stores the position for the next call of `look`.
#[derive(Debug)]
pub struct EditorLogTail {
    file: Option<PathBuf>,
    /// True if the operator configured the path; then a missing log is reported.
    wanted: bool,
    project: Project,
    at: Option<Position>,
    /// True after the first call of `look`; later calls return only lines that were written since then.
    looked: bool,
    unread: u64,
}

/// The position up to which one log file was read.
#[derive(Debug)]
struct Position {
    identity: Identity,
    /// The first bytes of the file, at most `MARK_BYTES`.
    mark: Vec<u8>,
    /// The bytes directly before the offset, at most `MARK_BYTES`.
    last: Vec<u8>,
    offset: u64,
    reader: Reader,
}

/// Device and inode number of a file, to distinguish files at one path; `None` if the system has no such numbers.
type Identity = Option<(u64, u64)>;

/// The result of one call of `look`.
#[derive(Debug, Default)]
pub struct Seen {
    /// The new lines of this project, in order.
    pub lines: Vec<EditorLine>,
    /// The latest possible time at which the lines were written: the time of the call, or for old lines the file's
    /// time.
    pub time: Timestamp,
    /// True for the first call of `look`: the lines may be older than this host.
    pub old: bool,
    /// Sentences that explain why lines are missing.
    pub notes: Vec<String>,
}

impl EditorLogTail {
    /// Creates the reader of the log that `option` selects. `project` lists all paths of the project.
    pub fn new(option: &EditorLog, project: &[&Path]) -> Self {
        let file = match option {
            EditorLog::Off => None,
            EditorLog::Auto => place::default_path(),
            EditorLog::File(file) => Some(file.clone()),
        };
        Self {
            file,
            wanted: matches!(option, EditorLog::File(_)),
            project: Project::new(project),
            at: None,
            looked: false,
            unread: 0,
        }
    }

    /// Reads the log and returns the lines since the last call. Never waits for new lines.
    pub fn look(&mut self) -> Seen {
        let mut seen = Seen {
            time: Timestamp::now(),
            old: !self.looked,
            ..Seen::default()
        };
        let Some(file) = self.file.clone() else { return seen };
        self.looked = true;
        match host_regular_file::open(&file) {
            Ok((file, metadata)) => {
                if let Err(error) = self.read(file, &metadata, &mut seen) {
                    seen.notes.push(format!("cannot read the editor's log: {error}"));
                }
            }
            Err(error) => {
                if self.wanted || error.kind() != io::ErrorKind::NotFound {
                    seen.notes.push(format!("cannot read the editor's log: {error}"));
                }
            }
        }
        if self.unread > 0 {
            let note = format!(
                "{} bytes of the editor's log were not read: if much text is new at once, the host reads only its end",
                self.unread
            );
            seen.notes.push(note);
        }
        seen
    }

    /// Reads the new bytes of the opened log and adds their lines to `seen`. If reading fails, the position does not
    /// change, so that no line is returned twice.
    fn read(&mut self, mut file: File, metadata: &Metadata, seen: &mut Seen) -> io::Result<()> {
        let length = metadata.len();
        let known = match self.at.take() {
            Some(known) if known.is_same(&mut file, metadata).unwrap_or(false) => known,
            _ => {
                if seen.old {
                    let modified = metadata.modified().ok();
                    let modified = modified.and_then(|modified| Timestamp::try_from(modified).ok());
                    seen.time = modified.unwrap_or(seen.time);
                }
                self.begin(&mut file, metadata)?
            }
        };
        let position = self.at.insert(known);
        let new = length.saturating_sub(position.offset);
        if new > NEW_BYTES {
            self.unread += new - NEW_BYTES;
            position.skip_to(length - NEW_BYTES);
        }
        file.seek(SeekFrom::Start(position.offset))?;
        let mut bytes = Vec::new();
        file.take(length.saturating_sub(position.offset))
            .read_to_end(&mut bytes)?;
        position.take(&bytes, &self.project, &mut seen.lines);
        match position.reader.is_ours() {
            Some(true) => {}
            Some(false) => {
                let note = "the editor's log names another project; its lines are not returned";
                seen.notes.push(note.to_owned());
            }
            None => {
                // The log is read from the start again once it names a project, so that no line is missed.
                self.at = None;
                self.unread = 0;
                seen.lines.clear();
                let note = "the editor's log does not name a project, so its lines are not returned";
                seen.notes.push(note.to_owned());
            }
        }
        Ok(())
    }

    /// Starts a new file: reads its identity and its project from its beginning.
    fn begin(&mut self, file: &mut File, metadata: &Metadata) -> io::Result<Position> {
        let length = metadata.len();
        self.unread = 0;
        let mut reader = Reader::default();
        file.seek(SeekFrom::Start(0))?;
        let mut mark = vec![0; MARK_BYTES.min(usize::try_from(length).unwrap_or(MARK_BYTES))];
        file.read_exact(&mut mark)?;
        let before_tail = length.saturating_sub(FIRST_BYTES).min(HEAD_BYTES);
        if before_tail > 0 {
            let mut head = Vec::new();
            file.seek(SeekFrom::Start(0))?;
            file.take(before_tail).read_to_end(&mut head)?;
            reader.feed(&head, &self.project, &mut Vec::new());
        }
        let mut position = Position {
            identity: identity(metadata),
            mark,
            last: Vec::new(),
            offset: 0,
            reader,
        };
        if before_tail > 0 {
            self.unread = length.saturating_sub(FIRST_BYTES);
            position.skip_to(self.unread);
        }
        Ok(position)
    }
}

impl Position {
    /// True if the opened log is the one that was read before and has not become shorter.
    fn is_same(&self, file: &mut File, metadata: &Metadata) -> io::Result<bool> {
        if metadata.len() < self.offset || identity(metadata) != self.identity {
            return Ok(false);
        }
        let last_at = self.offset.saturating_sub(self.last.len() as u64);
        Ok(has_bytes_at(file, 0, &self.mark)? && has_bytes_at(file, last_at, &self.last)?)
    }

    fn skip_to(&mut self, offset: u64) {
        self.offset = offset;
        self.last.clear();
        self.reader.skip();
    }

    /// Parses bytes that were read at the offset, and moves the offset to their end.
    fn take(&mut self, bytes: &[u8], project: &Project, lines: &mut Vec<EditorLine>) {
        self.offset += bytes.len() as u64;
        self.last.extend_from_slice(bytes);
        let surplus = self.last.len().saturating_sub(MARK_BYTES);
        self.last.drain(..surplus);
        self.reader.feed(bytes, project, lines);
    }
}

fn has_bytes_at(file: &mut File, at: u64, expected: &[u8]) -> io::Result<bool> {
    let mut found = vec![0; expected.len()];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut found)?;
    Ok(found == expected)
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(windows)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::windows::fs::MetadataExt as _;
    Some((metadata.creation_time(), 0))
}

#[cfg(not(any(unix, windows)))]
fn identity(_metadata: &Metadata) -> Identity {
    None
}

#[cfg(test)]
mod tests;
