//! The format of the records in a bundle's log file. Each record is one change.
//!
//! A record consists of the version (8 bytes, little-endian), the length of the key (2 bytes, little-endian), the key,
//! and then `+` and the value, or `-` for a removal.

use super::{Contents, KEY, VALUE};

/// Maximum number of bytes of a record.
pub(super) const MAX_RECORD: usize = 8 + 2 + KEY + 1 + VALUE;

/// Returns the bytes of a record. `value` is `None` for a removal.
pub(super) fn record(key: &str, value: Option<&[u8]>, version: u64) -> Vec<u8> {
    let length = u16::try_from(key.len()).expect("keys are shorter").to_le_bytes();
    let (sign, value) = match value {
        Some(value) => (b'+', value),
        None => (b'-', &[][..]),
    };
    [&version.to_le_bytes(), &length[..], key.as_bytes(), &[sign], value].concat()
}

/// Returns the records of the shortest log file that results in `contents`.
pub(super) fn whole(contents: &Contents) -> impl Iterator<Item = Vec<u8>> {
    // This record comes first, since the empty key may be one of the entries. No version is assigned twice: the last
    // one may belong to a removed key.
    let last_version = record("", None, contents.last_version);
    let entries = contents.entries.iter();
    std::iter::once(last_version).chain(entries.map(|(key, (value, version))| record(key, Some(value), *version)))
}

impl Contents {
    /// Applies a record to the contents. Returns `None` if the bytes are not a valid record.
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
