//! Reads the guid of an asset from its `.meta` file, usually from the first 256 bytes.

use std::fs::File;
use std::io::{self, Read};
use unity_yaml::Guid;

/// Maximum number of bytes of a `.meta` file that are read; the rest is ignored.
const MAX_META_BYTES: u64 = 16 * 1024 * 1024;

/// Returns the guid in a `.meta` file; `None` if the file contains none.
pub(super) fn guid_of(mut meta: File) -> io::Result<Option<Guid>> {
    // It is on the second line; a texture's importer settings after it can be long.
    let mut start = [0_u8; 256];
    let mut filled = 0;
    while let Some(room) = start.get_mut(filled..).filter(|room| !room.is_empty()) {
        let count = meta.read(room)?;
        if count == 0 {
            break;
        }
        filled += count;
        // The first read usually returns everything, and a second one would only confirm that.
        if let Some(guid) = start.get(..filled).and_then(guid_in) {
            return Ok(Some(guid));
        }
    }
    let mut whole = start.get(..filled).unwrap_or_default().to_vec();
    meta.take(MAX_META_BYTES).read_to_end(&mut whole)?;
    Ok(guid_in(&whole))
}

fn guid_in(bytes: &[u8]) -> Option<Guid> {
    let key = b"guid: ";
    let at = if bytes.starts_with(key) {
        0
    } else {
        memchr::memmem::find(bytes, b"\nguid: ")? + 1
    };
    let digits = bytes.get(at + key.len()..at + key.len() + 32)?;
    Guid::parse(std::str::from_utf8(digits).ok()?)
}
