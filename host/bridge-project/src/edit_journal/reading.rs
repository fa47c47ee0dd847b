//! Reads a journal file up to its first damaged record.

use super::MOST_BYTES;
use host_bridge::LineChain;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest record. Values of a session take at most 64 MiB, which JSON may spell longer.
const LONGEST: u64 = 256 << 20;

/// What the file holds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Intact records that were accepted.
    pub(crate) records: u64,
    pub(crate) end: End,
}

/// How the reading ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    Whole,
    /// The last line has no line break: the process or the system ended while it was written, so that it was never acknowledged.
    Torn {
        bytes: u64,
    },
    /// A line is not as it was written, or its record cannot be applied. Nothing behind it was read.
    Damaged {
        line: u64,
        why: String,
    },
}

pub(super) fn read(path: &Path, take: &mut dyn FnMut(&str) -> Result<(), String>) -> io::Result<Option<Found>> {
    let (file, facts) = match host_regular_file::open_own(path) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if facts.len() > MOST_BYTES {
        let why = format!("it has {} bytes, an edit journal at most {MOST_BYTES}", facts.len());
        return Ok(Some(damaged(0, why)));
    }
    let mut bytes = BufReader::with_capacity(256 << 10, file);
    let (mut chain, mut records) = (LineChain::default(), 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        bytes.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            let end = End::Whole;
            return Ok(Some(Found { records, end }));
        }
        if line.pop_if(|last| *last == b'\n').is_none() {
            if line.len() as u64 >= LONGEST {
                return Ok(Some(damaged(records, format!("it is longer than {LONGEST} bytes"))));
            }
            let end = End::Torn {
                bytes: line.len() as u64,
            };
            return Ok(Some(Found { records, end }));
        }
        let Some(text) = std::str::from_utf8(&line).ok().filter(|line| chain.holds(line)) else {
            return Ok(Some(damaged(records, "its checksum does not match".to_owned())));
        };
        if let Err(why) = take(text) {
            return Ok(Some(damaged(records, why)));
        }
        records += 1;
    }
}

fn damaged(records: u64, why: String) -> Found {
    Found {
        records,
        end: End::Damaged { line: records + 1, why },
    }
}
