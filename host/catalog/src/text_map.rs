//! A map from text to text in a small JSON file in the data folder, which survives a restart.
//!
//! The file is read with a size limit and replaced atomically, but not locked against other writers.

use host_api::Tree;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Maximum number of bytes that are read from the JSON file of a text map.
const MAX_BYTES: u64 = 64 << 20;

/// Reads the map from its JSON file; `None` if the file does not exist. Leaves out values that are not texts.
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

/// Writes the map to its JSON file, and replaces the previous content.
///
/// # Errors
/// The file cannot be written. The previous file then remains.
pub fn write(file: &Path, entries: &BTreeMap<String, String>) -> std::io::Result<()> {
    let mut text = serde_json::to_vec_pretty(entries)?;
    text.push(b'\n');
    host_regular_file::replace_document(file, &text)
}
