//! A map of texts in a small JSON file of the data folder, which outlives the host.
//!
//! Belongs here: reading it bounded, and putting a new one in place whole. Does not: what the texts mean, or who else writes
//! the file.

use host_api::Tree;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// A longer file is not read whole, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// What the file holds; `None` where there is none. Values that are no texts are left out.
///
/// # Errors
/// Where it cannot be read, is no regular file, belongs to another user, or is no JSON object.
pub fn read(file: &Path) -> std::io::Result<Option<BTreeMap<String, String>>> {
    let opened = match host_regular_file::open_own(file) {
        Ok((opened, _)) => opened,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut text = String::new();
    opened.take(MAX_BYTES).read_to_string(&mut text)?;
    let entries = Tree::members(&text)?;
    let text = |(key, value): (String, Value)| Some((key, value.as_str()?.to_owned()));
    Ok(Some(entries.into_iter().filter_map(text).collect()))
}

/// Puts a file that holds `entries` in the place of the one that is there.
///
/// # Errors
/// Where it cannot be written; the one that was there stays.
pub fn write(file: &Path, entries: &BTreeMap<String, String>) -> std::io::Result<()> {
    let mut text = serde_json::to_vec_pretty(entries)?;
    text.push(b'\n');
    let mut fresh = tempfile::NamedTempFile::new_in(file.parent().unwrap_or(Path::new(".")))?;
    fresh.write_all(&text)?;
    fresh.as_file().sync_data()?;
    fresh.persist(file)?;
    Ok(())
}
