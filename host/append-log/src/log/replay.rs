//! `Replay`: an iterator that reads the entries of a log file to its end.

use super::Log;
use crate::line;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

/// One item of a log file: a record, a damaged line, or an incomplete end of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    Record(Vec<u8>),
    /// A line whose checksum does not match or that is too long. Reading continues with the next line.
    Damaged {
        /// Byte position of the line in the file.
        at: u64,
        /// The line without its checksum and with escapes; at most as long as the longest valid line.
        text: Vec<u8>,
    },
    /// An incomplete last line or header, left by an interrupted write. Its records were never reported as written. The
    /// next write removes it.
    Torn {
        bytes: u64,
    },
}

/// An iterator over the records of a log file. Records can be appended only after it was read to its end.
#[derive(Debug)]
pub struct Replay<'log> {
    log: &'log mut Log,
    /// The file, read from the current position; `None` after the end of the file was reached.
    file: Option<BufReader<File>>,
    /// The current byte position in the file. `line_start` is the position at which the current line begins.
    at: u64,
    line_start: u64,
    /// Number of bytes of an incomplete file header; `None` if the file has a whole header or is missing.
    torn: Option<u64>,
    starts_over: bool,
}

impl<'log> Replay<'log> {
    pub(super) fn new(log: &'log mut Log, file: File, starts_over: bool) -> Self {
        Self {
            file: Some(BufReader::new(file)),
            at: log.end,
            line_start: log.end,
            torn: None,
            starts_over,
            log,
        }
    }

    /// Creates an iterator without records, for a missing file or for a file with an incomplete header of `torn` bytes.
    pub(super) fn empty(log: &'log mut Log, torn: Option<u64>) -> Self {
        Self {
            log,
            file: None,
            at: 0,
            line_start: 0,
            torn,
            starts_over: false,
        }
    }

    /// True if the replay begins at the file's first record. False if it reads new entries only, or no file.
    pub fn starts_over(&self) -> bool {
        self.starts_over
    }

    fn read(&mut self) -> io::Result<Option<Entry>> {
        let Some(file) = &mut self.file else {
            return Ok(self.torn.take().map(|bytes| Entry::Torn { bytes }));
        };
        let limit = self.log.layout.max_line();
        let mut line = Vec::new();
        file.take(limit as u64).read_until(b'\n', &mut line)?;
        let (at, start) = (self.at, self.line_start);
        self.at += line.len() as u64;
        if line.pop_if(|last| *last == b'\n').is_some() {
            self.line_start = self.at;
            // The later part of a line that is too long is not a record.
            let record = (start == at).then(|| line::record(&line, &self.log.salt, at));
            return Ok(Some(match record.flatten() {
                Some(record) => Entry::Record(record),
                None => damaged(at, &line),
            }));
        }
        if line.len() >= limit {
            return Ok(Some(damaged(at, &line)));
        }
        self.file = None;
        self.log.end = start;
        self.log.is_appendable = true;
        let bytes = self.at - start;
        // Only the line break is wrong: its last byte was changed, so this is damage and not an interrupted write.
        if let Some((_, record)) = line.split_last()
            && line::record(record, &self.log.salt, at).is_some()
        {
            return Ok(Some(damaged(at, &line)));
        }
        Ok((bytes > 0).then_some(Entry::Torn { bytes }))
    }
}

fn damaged(at: u64, line: &[u8]) -> Entry {
    let text = line.get(line::PREFIX..).unwrap_or_default().to_vec();
    Entry::Damaged { at, text }
}

impl Iterator for Replay<'_> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.read();
        if entry.is_err() {
            self.file = None;
        }
        entry.transpose()
    }
}
