//! Reads new lines of a project from the log file of the Unity editor.
//!
//! The caller stores the lines. Each call reads a limited number of bytes and does not wait.

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

/// The setting that selects the log file of the Unity editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EditorLog {
    /// The log file at Unity's default path on this operating system.
    #[default]
    Auto,
    Off,
    File(PathBuf),
}

/// Number of bytes at the end of an editor log from which the first read takes messages. Earlier messages are omitted.
const FIRST_BYTES: u64 = 256 * 1024;

/// Number of bytes at the start of an editor log in which the first read searches the project path.
const HEAD_BYTES: u64 = 64 * 1024;

/// Maximum number of new bytes of an editor log that one read examines. Of more bytes, it examines the last ones.
const NEW_BYTES: u64 = 1024 * 1024;

/// Number of bytes at both ends of the part of a log that was read. If they differ later, another log has replaced it.
const MARK_BYTES: usize = 512;

/// A reader for the log file of the Unity editor. It stores the position up to which it has read.
#[derive(Debug)]
pub struct EditorLogTail {
    file: Option<PathBuf>,
    /// True if the operator configured the path of the log, so that a missing log file is reported.
    wanted: bool,
    project: Project,
    at: Option<Position>,
    /// True after the first read of the log. Later reads return only lines written after the previous read.
    looked: bool,
    unread: u64,
}

/// The position in a log file up to which it was read.
#[derive(Debug)]
struct Position {
    identity: Identity,
    /// The first bytes of the log file, at most `MARK_BYTES`. If they differ later, another log has replaced the file.
    mark: Vec<u8>,
    /// The bytes directly before the position in the log file, at most `MARK_BYTES`, for the same check.
    last: Vec<u8>,
    offset: u64,
    reader: Reader,
}

/// Device and inode number of a file, to distinguish files at the same path. `None` if the system has no such numbers.
type Identity = Option<(u64, u64)>;

/// The result of one read of the editor log: its new lines, with their time and notes.
#[derive(Debug, Default)]
pub struct Seen {
    /// The new lines of this project in the order of the file.
    pub lines: Vec<EditorLine>,
    /// The latest possible time of the lines: that of the read, or for the first read the file's modification time.
    pub time: Timestamp,
    /// True for the first read of the log, whose lines may be older than this host process.
    pub old: bool,
    /// Messages that explain why lines are missing.
    pub notes: Vec<String>,
}

impl EditorLogTail {
    /// Creates a reader for the log that `option` selects. `project` contains all paths of the served project.
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

    /// Reads the log and returns the lines since the last call. Does not wait for new lines.
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

    /// Reads the new part of the log file and adds its lines to `seen`. After an error, the position is unchanged: no
    /// line is returned twice.
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

    /// Starts to read a new file: reads its identity, and searches its beginning for the project path.
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

    /// Parses bytes at the current position of the log, adds their messages to `lines`, and advances the position.
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
