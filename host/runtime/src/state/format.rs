//! The file of one bundle's store: a mark, the entries with their lengths, and a digest over all of it.

use super::Contents;
use sha2::{Digest, Sha256};

const MARK: &[u8; 8] = b"UTHKV\x01\0\0";
const DIGEST: usize = 32;

pub(super) fn write(contents: &Contents) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(contents.bytes() + 64 + contents.entries.len() * 24);
    bytes.extend_from_slice(MARK);
    bytes.extend_from_slice(&contents.last_version.to_le_bytes());
    for (key, (value, version)) in &contents.entries {
        bytes.extend_from_slice(&(key.len() as u64).to_le_bytes());
        bytes.extend_from_slice(key.as_bytes());
        bytes.extend_from_slice(&version.to_le_bytes());
        bytes.extend_from_slice(&(value.len() as u64).to_le_bytes());
        bytes.extend_from_slice(value);
    }
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

/// `None` where the file is damaged.
pub(super) fn read(bytes: &[u8]) -> Option<Contents> {
    let (mut rest, digest) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST)?)?;
    if Sha256::digest(rest).as_slice() != digest {
        return None;
    }
    if take(&mut rest, MARK.len())? != MARK {
        return None;
    }
    let mut contents = Contents {
        last_version: number(&mut rest)?,
        ..Contents::default()
    };
    while !rest.is_empty() {
        let length = usize::try_from(number(&mut rest)?).ok()?;
        let key = String::from_utf8(take(&mut rest, length)?.to_vec()).ok()?;
        let version = number(&mut rest)?;
        let length = usize::try_from(number(&mut rest)?).ok()?;
        let value = take(&mut rest, length)?.to_vec();
        contents.entries.insert(key, (value, version));
    }
    Some(contents)
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(take(rest, 8)?.try_into().ok()?))
}
