//! The editor's own log, followed read-only: the lines that are new since the last look, as far as they are this project's.
//!
//! Belongs here: where the file is, what of it is new, whose it is, what its lines say of themselves. Does not: the buffer
//! they go into (`session/logs`). Looking is cheap, bounded and never waits: there is no thread here.

mod lines;
mod naming;
mod place;
mod trace;

pub(crate) use lines::EditorLine;

use crate::options::EditorLog;
use jiff::Timestamp;
use lines::Reader;
use naming::Project;
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// Read of a log that is seen for the first time: its end.
const FIRST_BYTES: u64 = 256 * 1024;

/// And its beginning, which names the project.
const HEAD_BYTES: u64 = 64 * 1024;

/// Read of what was added since the last look, at most.
const NEW_BYTES: u64 = 1024 * 1024;

/// Bytes at the beginning and at the end of what was read, by which a log that was written anew is told.
const MARK_BYTES: usize = 512;

/// The editor's log between two looks.
#[derive(Debug)]
pub(crate) struct EditorLogTail {
    file: Option<PathBuf>,
    /// Named by the operator: then its absence is worth a word.
    wanted: bool,
    project: Project,
    at: Option<Position>,
    /// Looked at before: whatever comes now was written meanwhile.
    looked: bool,
    unread: u64,
}

/// Up to where one file was read.
#[derive(Debug)]
struct Position {
    identity: Identity,
    /// Its first bytes.
    mark: Vec<u8>,
    /// The bytes before the offset.
    last: Vec<u8>,
    offset: u64,
    reader: Reader,
}

/// Tells one file from another under the same name, where the system can.
type Identity = Option<(u64, u64)>;

/// What one look gave.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) lines: Vec<EditorLine>,
    /// When they were written, as far as that is known: not later than this.
    pub(crate) time: Timestamp,
    /// They were there before this host first looked.
    pub(crate) old: bool,
    /// Why there are none, or fewer.
    pub(crate) notes: Vec<String>,
}

impl EditorLogTail {
    /// Follows the log that the option names, for the project that is known by any of these paths.
    pub(crate) fn new(option: &EditorLog, project: &[&Path]) -> Self {
        let file = match option {
            EditorLog::Off => None,
            EditorLog::Auto => place::here(),
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

    /// The lines since the last look.
    pub(crate) fn look(&mut self) -> Seen {
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
                    seen.notes.push(format!("the editor's log could not be read: {error}"));
                }
            }
            Err(error) => {
                if self.wanted || error.kind() != io::ErrorKind::NotFound {
                    seen.notes.push(format!("the editor's log could not be read: {error}"));
                }
            }
        }
        if self.unread > 0 {
            let note = format!(
                "{} bytes of the editor's log were not read: only its last part is, when much is there at once",
                self.unread
            );
            seen.notes.push(note);
        }
        seen
    }

    /// Where reading fails, everything stays as it was, so that nothing is given twice.
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
                let note = "the editor's log names another project; the lines of that project are not given";
                seen.notes.push(note.to_owned());
            }
            None => {
                // Read from the start again once it says whose it is, so that nothing of it is missed.
                self.at = None;
                self.unread = 0;
                seen.lines.clear();
                let note = "the editor's log does not name a project, so none of its lines are given";
                seen.notes.push(note.to_owned());
            }
        }
        Ok(())
    }

    /// A file not seen before: who it is and whose, from its beginning.
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
    /// Whether the open file is the one read so far, only longer.
    fn is_same(&self, file: &mut File, metadata: &Metadata) -> io::Result<bool> {
        if metadata.len() < self.offset || identity(metadata) != self.identity {
            return Ok(false);
        }
        let last_at = self.offset.saturating_sub(self.last.len() as u64);
        Ok(reads(file, 0, &self.mark)? && reads(file, last_at, &self.last)?)
    }

    fn skip_to(&mut self, offset: u64) {
        self.offset = offset;
        self.last.clear();
        self.reader.skip();
    }

    /// Takes what was read at the offset.
    fn take(&mut self, bytes: &[u8], project: &Project, lines: &mut Vec<EditorLine>) {
        self.offset += bytes.len() as u64;
        self.last.extend_from_slice(bytes);
        let surplus = self.last.len().saturating_sub(MARK_BYTES);
        self.last.drain(..surplus);
        self.reader.feed(bytes, project, lines);
    }
}

fn reads(file: &mut File, at: u64, expected: &[u8]) -> io::Result<bool> {
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
