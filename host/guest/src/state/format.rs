//! The bytes of one bundle's log: a mark, then one record for each change. Pure.
//!
//! A record is the length of its body (4 bytes), the first 8 bytes of the body's SHA-256, and the body: version (8
//! bytes), length of the key (2 bytes), key, then `+` and the value, or `-`.

use super::Contents;
use sha2::{Digest, Sha256};

pub(super) const MARK: &[u8; 8] = b"UTHKV\x02\0\0";
/// The common prefix of the marks of all versions; the next byte is the version.
const FAMILY: &[u8; 5] = b"UTHKV";
/// The version in `MARK`.
pub(super) const VERSION: u8 = MARK[FAMILY.len()];
const CHECK: usize = 8;
const HEAD: usize = 4 + CHECK;

/// Adds one record; `None` = the key is removed.
pub(super) fn record(into: &mut Vec<u8>, key: &str, value: Option<&[u8]>, version: u64) {
    let start = into.len();
    into.resize(start + HEAD, 0);
    into.extend_from_slice(&version.to_le_bytes());
    into.extend_from_slice(&u16::try_from(key.len()).expect("keys are shorter").to_le_bytes());
    into.extend_from_slice(key.as_bytes());
    match value {
        Some(value) => {
            into.push(b'+');
            into.extend_from_slice(value);
        }
        None => into.push(b'-'),
    }
    let body = start + HEAD;
    let length = u32::try_from(into.len() - body).expect("values are shorter");
    let check = Sha256::digest(&into[body..]);
    into[start..start + 4].copy_from_slice(&length.to_le_bytes());
    into[start + 4..body].copy_from_slice(&check[..CHECK]);
}

/// The shortest log that results in `contents`.
pub(super) fn whole(contents: &Contents) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(contents.bytes + 64);
    bytes.extend_from_slice(MARK);
    // This record comes first, since the empty key may be one of the entries. No version is assigned twice: the last
    // one may belong to a removed key.
    record(&mut bytes, "", None, contents.last_version);
    for (key, (value, version)) in &contents.entries {
        record(&mut bytes, key, Some(value), *version);
    }
    bytes
}

/// The contents of a log, and the state of its end.
pub(super) struct Read {
    pub(super) contents: Contents,
    pub(super) end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Whole,
    /// The last record is incomplete: it was never acknowledged.
    Cut,
    /// A host of another version wrote it, in this format.
    OtherVersion(u8),
    /// There is another error at this byte; everything before it is valid.
    Damaged(usize),
}

pub(super) fn read(bytes: &[u8]) -> Read {
    let mut contents = Contents::default();
    let Some(mut rest) = bytes.strip_prefix(MARK) else {
        let end = match bytes.strip_prefix(FAMILY).and_then(|rest| rest.first()) {
            Some(&version) if version != VERSION => End::OtherVersion(version),
            _ if MARK.starts_with(bytes) => End::Cut,
            _ => End::Damaged(0),
        };
        return Read { contents, end };
    };
    let end = loop {
        if rest.is_empty() {
            break End::Whole;
        }
        let at = bytes.len() - rest.len();
        let Some((length, check)) = rest
            .split_first_chunk::<4>()
            .map(|(length, rest)| (u32::from_le_bytes(*length) as usize, rest.get(..CHECK)))
        else {
            break End::Cut;
        };
        let (Some(check), Some(body)) = (check, rest.get(HEAD..HEAD + length)) else {
            break End::Cut;
        };
        let good = Sha256::digest(body)[..CHECK] == *check;
        match body_of(body).filter(|_| good) {
            Some((key, value, version)) => contents.put(key, value, version),
            None => break End::Damaged(at),
        }
        rest = &rest[HEAD + length..];
    };
    Read { contents, end }
}

fn body_of(body: &[u8]) -> Option<(String, Option<Vec<u8>>, u64)> {
    let (version, rest) = body.split_first_chunk::<8>()?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let (key, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
    let key = String::from_utf8(key.to_vec()).ok()?;
    let value = match rest.split_first()? {
        (b'+', value) => Some(value.to_vec()),
        (b'-', []) => None,
        _ => return None,
    };
    Some((key, value, u64::from_le_bytes(*version)))
}
