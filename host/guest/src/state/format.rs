//! The binary format of the records in the log of one bundle, one record for each change. No I/O.
//!
//! Format: the version (8 bytes, little-endian), the length of the key (2 bytes, little-endian), the key, then `+` and
//! the value, or only `-` for a removal.

use super::{Contents, KEY, VALUE};

pub(super) const MAX_RECORD: usize = 8 + 2 + KEY + 1 + VALUE;

/// Encodes the change of one key as a record of the store's file; `value` is `None` for a removed key.
pub(super) fn record(key: &str, value: Option<&[u8]>, version: u64) -> Vec<u8> {
    let length = u16::try_from(key.len()).expect("keys are shorter").to_le_bytes();
    let (sign, value) = match value {
        Some(value) => (b'+', value),
        None => (b'-', &[][..]),
    };
    [&version.to_le_bytes(), &length[..], key.as_bytes(), &[sign], value].concat()
}

/// Returns the shortest sequence of file records from which the store `contents` can be read.
pub(super) fn whole(contents: &Contents) -> impl Iterator<Item = Vec<u8>> {
    // The first record stores the last version, which may belong to a removed key, so that no version repeats. It is
    // the first, because the empty key may be one of the entries.
    let last_version = record("", None, contents.last_version);
    let entries = contents.entries.iter();
    std::iter::once(last_version).chain(entries.map(|(key, (value, version))| record(key, Some(value), *version)))
}

impl Contents {
    /// Decodes the change of one key from a record of a store's file, and applies it. `None` for an invalid record.
    pub(super) fn take(&mut self, record: &[u8]) -> Option<()> {
        let (version, rest) = record.split_first_chunk::<8>()?;
        let (length, rest) = rest.split_first_chunk::<2>()?;
        let (key, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
        let key = String::from_utf8(key.to_vec()).ok()?;
        let value = match rest.split_first()? {
            (b'+', value) => Some(value.to_vec()),
            (b'-', []) => None,
            _ => return None,
        };
        self.put(key, value, u64::from_le_bytes(*version));
        Some(())
    }
}
