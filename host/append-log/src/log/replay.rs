//! Reading a log from a position to its end.

use super::Log;
use crate::line;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

/// One part of the file: a record, a damaged line, or an incomplete end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    Record(Vec<u8>),
    /// A line that differs from the written one. The next lines are still read.
    Damaged {
        /// Byte position of the line in the file.
        at: u64,
        /// The line without its checksum, with escapes as in the file; at most as long as the longest line.
        text: Vec<u8>,
    },
    /// The last line or the header is incomplete: its write was interrupted, so it was never acknowledged. The next
    /// write removes it.
    Torn {
        bytes: u64,
    },
}

/// The entries of a log. If it is dropped before its end, the log must be replayed or replaced before an append.
#[derive(Debug)]
pub struct Replay<'log> {
    log: &'log mut Log,
    /// The rest of the file; `None` after its end.
    file: Option<BufReader<File>>,
    /// Byte position in the file, and that of the start of the current line.
    at: u64,
    line_start: u64,
    /// Bytes of an incomplete header; `None` if there is no file.
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

    /// Creates the replay of a file without a whole header, or of a missing file.
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

    /// True if the replay begins at the start of a file, and not behind the entries that are known already.
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
            // The rest of a line that is too long is no record.
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
        // Not an interrupted write: the line break of a whole record was changed.
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
