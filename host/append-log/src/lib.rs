//! A durable log of records in one file: it is read at the start, appended to, and compacted by replacing the file.
//!
//! The file begins with a header: the mark of its store, a version and a salt. Then each record is one line: a checksum
//! of salt, position and record, and the record with escaped line breaks. So a damaged line never hides the next one,
//! and no content of a record can be mistaken for a record: its writer does not know the salt.
//!
//! All functions block. This crate does not interpret records.

mod line;
mod log;
mod shared;

pub use log::{Entry, Log, Replay, Unreadable};
pub use shared::SharedLog;

/// The properties that distinguish the files of one store, and their limits.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The first bytes of each file; no two stores have the same.
    pub mark: &'static str,
    /// The version of the record format, as one byte of the header. A file of another version is not read.
    pub version: u8,
    /// Maximum bytes of one record.
    pub max_record: usize,
    /// Maximum bytes of the file. A longer file is not read, and nothing is appended beyond it.
    pub max_file: u64,
    /// Bytes that the file may have beyond twice its current content before it is overgrown.
    pub slack: u64,
}

#[cfg(test)]
mod tests;
