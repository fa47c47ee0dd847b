//! A map of texts in a small JSON file in the data folder, which survives a restart.
//!
//! Belongs here: reading it with a size limit, and replacing it atomically. Does not: the meaning of the texts, or
//! other writers of the file.

use host_api::Tree;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Maximum bytes of the file that are read.
const MAX_BYTES: u64 = 64 << 20;

/// The content of the file; `None` if it does not exist. Values that are not texts are left out.
///
/// # Errors
/// The file cannot be read, is not a regular file, belongs to another user, or is not a JSON object.
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

/// Replaces the file by one that contains `entries`.
///
/// # Errors
/// The file cannot be written; then the previous file stays.
pub fn write(file: &Path, entries: &BTreeMap<String, String>) -> std::io::Result<()> {
    let mut text = serde_json::to_vec_pretty(entries)?;
    text.push(b'\n');
    host_regular_file::replace_document(file, &text)
}
