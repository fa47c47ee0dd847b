//! The text of a source as the project has it, and its digest.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use unity_tools::prelude::*;
use unity_tools::unity::scripts;
use unity_tools::unity::values::Page;

/// Maximum size in bytes of one page of a source. A longer line cannot be read whole.
const PAGE: u32 = 32 * 1024;

/// Maximum number of lines of one page.
const LINES: u32 = 500;

/// Returns the whole text of a source.
pub(crate) fn read(path: &str) -> Result<String> {
    let (mut text, mut cursor) = (String::new(), None);
    loop {
        let page = Page {
            limit: LINES,
            cursor,
            max_bytes: PAGE,
        };
        let part = scripts::source(path, &page)?;
        text.extend(part.lines);
        cursor = part.next;
        if cursor.is_none() {
            return Ok(text);
        }
    }
}

/// Returns the digest of a text as `scripts-edit` expects it: hexadecimal SHA-256 of the UTF-8 text.
pub(crate) fn digest(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text))
}
