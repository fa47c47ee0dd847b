//! The folder that stores sessions: locking it, reading its journal, and replacing the whole journal. All functions
//! block.

use super::record::{self, Fold, Record};
use crate::durable;
use host_regular_file::Links;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A longer journal was not written by this host.
const LARGEST: u64 = 1 << 30;
/// A longer line was not written by this host.
const LONGEST_LINE: u64 = 1 << 20;

/// The folder, locked for this process alone.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The lock ends with the process, however it ends.
    _lock: File,
}

impl Folder {
    /// Locks the folder, and creates it if it is missing; `None` if another host has locked it.
    pub(super) fn take(path: &Path) -> io::Result<Option<Self>> {
        let lock = host_regular_file::lock_folder(path)?;
        Ok(lock.map(|lock| Self {
            path: path.to_path_buf(),
            _lock: lock,
        }))
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.path.join("journal")
    }

    /// The content of the journal. A missing journal is empty; an incomplete last line was never confirmed to a client.
    pub(super) fn read(&self) -> io::Result<Fold> {
        let mut fold = Fold::default();
        let (file, facts) = match host_regular_file::open_own(&self.journal()) {
            Ok(opened) => opened,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(fold),
            Err(error) => {
                let message = format!("{}: {error}", self.journal().display());
                return Err(io::Error::new(error.kind(), message));
            }
        };
        if facts.len() > LARGEST {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("it is larger than {LARGEST} bytes; remove it"),
            ));
        }
        let mut bytes = BufReader::new(file);
        let mut line = Vec::new();
        loop {
            line.clear();
            bytes.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if line.pop_if(|last| *last == b'\n').is_some() {
                fold.line(&line);
            } else if line.len() as u64 >= LONGEST_LINE {
                // There is no line break within the maximum length: the rest is read as another line.
                fold.line(&line);
            } else {
                return Ok(fold);
            }
        }
    }

    /// Replaces the journal by a new one of these sessions, and opens it at its end.
    pub(super) fn replace(&self, open: &HashMap<Arc<str>, Record>) -> io::Result<(File, u64)> {
        let fresh = self.path.join("journal.new");
        let mut options = host_regular_file::private();
        options.write(true).create(true).truncate(true);
        let mut out = BufWriter::new(host_regular_file::open_with(&fresh, options, Links::Refused)?);
        let mut line = Vec::new();
        let mut length = 0;
        for (id, record) in open {
            line.clear();
            record::write(&mut line, id, Some(record));
            out.write_all(&line)?;
            length += line.len() as u64;
        }
        // The same handle is used further: opening the file again after the rename could fail when the old file is
        // already gone.
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        std::fs::rename(&fresh, self.journal())?;
        // A later synced entry of the new journal must not be lost together with the rename.
        durable::sync_folder(&self.journal())?;
        Ok((file, length))
    }
}
