//! Reads a journal file up to its first damaged record.

use super::MOST_BYTES;
use host_bridge::LineChain;
use serde::de::IgnoredAny;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Maximum length of a record in bytes (256 MiB). A session's values take at most 64 MiB, but more as JSON.
const LONGEST: usize = 256 << 20;

/// Maximum bytes (1 MiB) of an incomplete last record. A longer one is treated as damage, so that the file is kept.
const SHORT: usize = 1 << 20;

/// The result of reading a journal file.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// Number of intact records that the callback accepted.
    pub records: u64,
    /// The reason why reading of the file stopped.
    pub end: End,
}

/// The reason why reading of a journal file stopped.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Whole,
    /// The last line is an incomplete record, because the process or the system ended during a write. That record was
    /// never reported as written. A last record that lacks only its line break is not `Torn`.
    Torn {
        bytes: u64,
    },
    /// The line with the number `line`, counted from 1, is damaged, or the callback rejected its record.
    Damaged {
        line: u64,
        why: String,
    },
}

enum Next {
    End,
    Line,
    /// The file ended before a line break: the last line is incomplete.
    Rest,
    Damaged(String),
}

pub(super) fn read(path: &Path, take: &mut dyn FnMut(&str) -> Result<(), String>) -> io::Result<Option<Found>> {
    let (file, facts) = match host_regular_file::open_own(path) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = BufReader::with_capacity(256 << 10, file);
    let (mut chain, mut records, mut done) = (LineChain::default(), 0, 0_u64);
    let mut line = Vec::new();
    loop {
        match next_line(&mut bytes, &mut line) {
            Next::End => return Ok(Some(found_records(records, End::Whole))),
            Next::Line => {}
            Next::Rest => {
                let whole = std::str::from_utf8(&line).ok();
                if let Some(text) = whole.filter(|text| chain.clone().verify_next(text)) {
                    return Ok(Some(match take(text) {
                        Ok(()) => found_records(records + 1, End::Whole),
                        Err(why) => found_damage(records, why),
                    }));
                }
                let end = match torn(&line) {
                    Ok(()) => End::Torn {
                        bytes: line.len() as u64,
                    },
                    Err(why) => return Ok(Some(found_damage(records, why))),
                };
                return Ok(Some(found_records(records, end)));
            }
            Next::Damaged(why) => return Ok(Some(found_damage(records, why))),
        }
        done += line.len() as u64 + 1;
        if done > MOST_BYTES {
            let why = format!(
                "the file has {} bytes; an edit journal has at most {MOST_BYTES}",
                facts.len()
            );
            return Ok(Some(found_damage(records, why)));
        }
        let Some(text) = std::str::from_utf8(&line).ok().filter(|line| chain.verify_next(line)) else {
            return Ok(Some(found_damage(records, "its checksum does not match".to_owned())));
        };
        if let Err(why) = take(text) {
            return Ok(Some(found_damage(records, why)));
        }
        records += 1;
    }
}

/// Reads one line. Stops early at a byte that no record contains, so that a long run of zero bytes ends quickly.
fn next_line(bytes: &mut impl BufRead, line: &mut Vec<u8>) -> Next {
    line.clear();
    loop {
        let buffer = match bytes.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Next::Damaged(format!("it cannot be read: {error}")),
        };
        if buffer.is_empty() {
            return match line.is_empty() {
                true => Next::End,
                false => Next::Rest,
            };
        }
        // Records contain no control characters, because JSON escapes them.
        let control = buffer.iter().enumerate().find(|(_, byte)| **byte < b' ');
        let (taken, control) = control.map_or((buffer.len(), None), |(at, byte)| (at, Some(*byte)));
        if line.is_empty() && taken > 0 && buffer.first() != Some(&b'{') {
            return Next::Damaged("it does not begin as a record does".to_owned());
        }
        if line.len() + taken > LONGEST {
            return Next::Damaged(format!("it is longer than {LONGEST} bytes"));
        }
        line.extend_from_slice(buffer.get(..taken).unwrap_or_default());
        match control {
            None => bytes.consume(taken),
            Some(b'\n') => {
                bytes.consume(taken + 1);
                return Next::Line;
            }
            Some(byte) => return Next::Damaged(format!("it contains a byte that no record contains ({byte:#04x})")),
        }
    }
}

/// Checks that the incomplete last line of a journal file is the start of a record, left by an interrupted write.
fn torn(line: &[u8]) -> Result<(), String> {
    if line.len() > SHORT {
        return Err(format!("it has {} bytes and no line break", line.len()));
    }
    // The line may end in the middle of a UTF-8 character.
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            let valid = line.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(valid).unwrap_or_default()
        }
        Err(_) => return Err("it is not UTF-8".to_owned()),
    };
    // A complete JSON text is not the start of a record: it is a whole record with a wrong checksum.
    let is_start = serde_json::from_str::<IgnoredAny>(text).is_err_and(|error| error.is_eof() && text.starts_with('{'));
    match is_start {
        true => Ok(()),
        false => Err("it is not the start of a record".to_owned()),
    }
}

fn found_records(records: u64, end: End) -> Found {
    Found { records, end }
}

fn found_damage(records: u64, why: String) -> Found {
    found_records(records, End::Damaged { line: records + 1, why })
}
