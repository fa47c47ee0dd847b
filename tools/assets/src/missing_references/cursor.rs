//! The cursor of a page: a text that identifies the first row of the page.

use super::Row;
use std::fmt;
use unity_tools::ToolError;

/// A cursor of `missing_references`: the index of a page's first row, and a checksum of all rows, because each page
/// repeats the scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(super) row: usize,
    pub(super) digest: u64,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row:{}:{:016x}", self.row, self.digest)
    }
}

impl Cursor {
    pub(crate) fn parse(cursor: Option<&str>) -> Result<Option<Self>, ToolError> {
        let Some(cursor) = cursor else { return Ok(None) };
        let parts = cursor.strip_prefix("row:").and_then(|rest| rest.split_once(':'));
        let parsed = parts.and_then(|(row, digest)| {
            Some(Self {
                row: row.parse().ok()?,
                digest: u64::from_str_radix(digest, 16).ok()?,
            })
        });
        parsed.map(Some).ok_or_else(|| {
            let shown: String = cursor.chars().take(40).collect();
            ToolError::invalid_argument(format!("cursor is {shown:?}, expected `next` of the previous page"))
                .hint("leave it out for the first page")
        })
    }
}

/// Returns a checksum of all rows (FNV-1a hash of their text), with which a cursor detects that the rows changed.
pub(super) fn digest(rows: &[Row]) -> u64 {
    let texts = rows.iter().map(|row| format!("{row:?}"));
    texts.fold(0xcbf2_9ce4_8422_2325, |hash, text| {
        let bytes = text.bytes();
        bytes.fold(hash, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    })
}
