//! A log of records in one file, which is read at start, appended to, and compacted by writing a new file. All
//! functions block the thread.
//!
//! Each line has one record, after a checksum of the file's random salt, the position and the record. So a damaged line
//! never hides the next line. A record cannot imitate a line, because its author does not know the salt.

mod line;
mod log;
mod shared;

pub use log::{Entry, Log, Replay, Unreadable};
pub use shared::SharedLog;

/// The file format identifier, the format version and the size limits of one kind of log file.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The format identifier, which is the first bytes of each file. Each kind of log file uses a different one.
    pub mark: &'static str,
    /// The version of the record format, which is one byte of the header. A file with another version is rejected.
    pub version: u8,
    /// Maximum bytes of one record. A write of a longer record fails.
    pub max_record: usize,
    /// Maximum bytes of the file. A longer file is not read, and a write that would exceed the limit fails.
    pub max_file: u64,
    /// Bytes by which the file may exceed twice the size of its live records before it should be compacted.
    pub slack: u64,
}

#[cfg(test)]
mod tests;
