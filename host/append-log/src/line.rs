//! Encodes and decodes the header and the lines of a log file. This module works on bytes and opens no file.

use crate::Layout;
use sha2::{Digest, Sha256};

/// A random string of 16 hexadecimal digits in the file header. Each line's checksum includes it.
pub(crate) type Salt = [u8; 16];

/// Number of bytes of a line that precede its record: the checksum and a space.
pub(crate) const PREFIX: usize = SUM + 1;
const SUM: usize = 16;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Head {
    Valid(Salt),
    /// The file ends before the end of its header, because a write was interrupted.
    Torn,
    OtherVersion(u8),
    /// Another program wrote the file, or the header is damaged.
    Foreign,
}

impl Layout {
    pub(crate) fn header_len(&self) -> usize {
        self.mark.len() + 1 + size_of::<Salt>() + 1
    }

    pub(crate) fn header(&self, salt: &Salt) -> Vec<u8> {
        [self.mark.as_bytes(), &[self.version], salt, b"\n"].concat()
    }

    /// Returns the maximum length of a line in bytes: a record of maximum size in which every byte is escaped.
    pub(crate) fn max_line(&self) -> usize {
        PREFIX + 2 * self.max_record + 1
    }

    /// Parses a file header. `bytes` are the first `header_len` bytes of the file, or all bytes of a shorter file.
    pub(crate) fn head(&self, bytes: &[u8]) -> Head {
        let Some(rest) = bytes.strip_prefix(self.mark.as_bytes()) else {
            let is_start = self.mark.as_bytes().starts_with(bytes);
            return if is_start { Head::Torn } else { Head::Foreign };
        };
        let Some((version, rest)) = rest.split_first() else {
            return Head::Torn;
        };
        if *version != self.version {
            return Head::OtherVersion(*version);
        }
        let is_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        match rest.split_first_chunk() {
            Some((salt, b"\n")) if salt.iter().all(is_hex) => Head::Valid(*salt),
            Some((_, [])) | None if rest.iter().all(is_hex) => Head::Torn,
            _ => Head::Foreign,
        }
    }
}

pub(crate) fn new_salt() -> std::io::Result<Salt> {
    let mut random = [0; size_of::<Salt>() / 2];
    getrandom::fill(&mut random).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(hex(random))
}

/// Encodes `record` as a line and appends it to `lines`. `at` is the byte position in the file where the line begins.
pub(crate) fn push(lines: &mut Vec<u8>, salt: &Salt, at: u64, record: &[u8]) {
    lines.extend_from_slice(&sum(salt, at, record));
    lines.push(b' ');
    for byte in record {
        match byte {
            b'\n' => lines.extend_from_slice(b"\\n"),
            b'\\' => lines.extend_from_slice(b"\\\\"),
            byte => lines.push(*byte),
        }
    }
    lines.push(b'\n');
}

/// Decodes the record of a line, given without its line break. Returns `None` if the line is damaged.
pub(crate) fn record(line: &[u8], salt: &Salt, at: u64) -> Option<Vec<u8>> {
    let (stored, rest) = line.split_first_chunk::<SUM>()?;
    let mut text = rest.strip_prefix(b" ")?.iter();
    let mut record = Vec::with_capacity(text.len());
    while let Some(byte) = text.next() {
        record.push(match byte {
            b'\\' => match text.next()? {
                b'n' => b'\n',
                b'\\' => b'\\',
                _ => return None,
            },
            byte => *byte,
        });
    }
    (sum(salt, at, &record) == *stored).then_some(record)
}

/// Returns the checksum of a record in a line at the byte position `at`. It includes the position, so that after a
/// missing part of the file no line is valid.
fn sum(salt: &Salt, at: u64, record: &[u8]) -> [u8; SUM] {
    let digest = Sha256::new()
        .chain_update(salt)
        .chain_update(at.to_le_bytes())
        .chain_update(record)
        .finalize();
    let mut first = [0; SUM / 2];
    first.copy_from_slice(&digest[..SUM / 2]);
    hex(first)
}

fn hex(bytes: [u8; 8]) -> [u8; 16] {
    let mut digits = [0; 16];
    data_encoding::HEXLOWER.encode_mut(&bytes, &mut digits);
    digits
}
