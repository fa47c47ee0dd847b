//! The project's settings by section, within a byte limit.

pub(crate) mod sections;

use crate::query_lookup::QueryLookup;
use host_api::similar_names::nearest;
use host_bridge::paging::json_len;
use host_bridge::{BridgeError, BridgeErrorKind, Replied, Reply, SettingsSection, ValueText, caught};
use serde_json::Value;
use std::sync::Arc;
use unity_project::expand::Library;
use unity_project::settings_sections;

/// Maximum number of omitted settings values that a note names; further values are counted.
const MAX_NAMES: usize = 20;

/// Returns the names of all sections of the project settings that can be read.
pub fn list() -> Replied {
    let names = settings_sections::names().map(str::to_owned);
    Reply::Sections(names.collect()).into()
}

impl QueryLookup<'_> {
    /// Reads one section of the project settings; `None` while a large file is read in the background.
    ///
    /// # Errors
    /// `NotFound` for a section that does not exist, with the existing ones.
    pub fn settings_section(&mut self, name: &str, max_bytes: usize) -> Result<Option<Replied>, BridgeError> {
        let large =
            settings_sections::file_of(name).and_then(|path| Some((self.lookup.library.large_file(&path)?, path)));
        let Some((stamp, path)) = large else {
            return section(self.lookup.library, name, max_bytes).map(Some);
        };
        let (mut library, own) = (self.lookup.library.separate(), name.to_owned());
        let about = (stamp, self.lookup.kept.revision, name.to_owned(), max_bytes);
        let sources = Arc::clone(self.lookup.library.types().sources());
        let read = self.kept.settings.get(&sources, &path, about, move || {
            let read = caught(|| section(&mut library, &own, max_bytes));
            read.unwrap_or_else(|why| Err(BridgeError::new(BridgeErrorKind::Internal, why)))
        });
        read.transpose()
    }
}

fn section(library: &mut Library, section: &str, max_bytes: usize) -> Result<Replied, BridgeError> {
    let Some((values, mut left_out)) = settings_sections::read(library, section) else {
        let shown: String = section.chars().take(80).collect();
        let known: Vec<&str> = settings_sections::names().collect();
        let message = format!("`section` is {shown:?}; it must be one of {}", known.join(", "));
        let error = BridgeError::new(BridgeErrorKind::NotFound, message);
        return Err(match nearest(section, known) {
            Some(near) => error.with_hint(format!("did you mean {near}?")),
            None => error,
        });
    };
    let mut room = Room::new(max_bytes);
    let values = room.take_all(values);
    left_out.extend(room.left_out_note("values"));
    Ok(Reply::Section(SettingsSection {
        name: section.to_owned(),
        values,
        left_out,
    })
    .into())
}

/// Counter for the byte limit of a settings answer: the remaining bytes, and the values that were left out.
pub(crate) struct Room {
    left: usize,
    names: Vec<String>,
    more: usize,
}

impl Room {
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            left: bytes,
            names: Vec::new(),
            more: 0,
        }
    }

    /// Subtracts `bytes` from the remaining bytes; returns false without subtracting if fewer remain.
    pub(crate) fn take(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.left;
        if fits {
            self.left -= bytes;
        }
        fits
    }

    /// Returns the settings values that fit into the remaining bytes, in their order; records the names of the others.
    pub(crate) fn take_all(&mut self, values: Vec<(String, Value)>) -> Vec<(String, ValueText)> {
        let mut taken = Vec::with_capacity(values.len());
        for (name, value) in values {
            let text = value.to_string();
            if self.take(json_len(&name) + text.len() + 2) {
                taken.push((name, ValueText::from_json_text(text)));
            } else if self.names.len() < MAX_NAMES {
                self.names.push(format!("{name} ({} bytes)", text.len()));
            } else {
                self.more += 1;
            }
        }
        taken
    }

    pub(crate) fn left_out_note(&self, what: &str) -> Option<String> {
        let more = match self.more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!self.names.is_empty()).then(|| {
            let names = self.names.join(", ");
            format!("{what} that do not fit are left out: {names}{more}; ask for more bytes")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reports_values_that_do_not_fit_with_their_size() {
        let mut room = Room::new(30);
        let values = [("a", json!([1, 2])), ("b", json!("x".repeat(40))), ("c", json!(3))];
        let taken = room.take_all(values.map(|(name, value)| (name.to_owned(), value)).into());
        let names: Vec<&str> = taken.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "c"]);
        let told = room.left_out_note("values").expect("b");
        assert!(told.contains("b (42 bytes)"), "{told}");
        assert_eq!(Room::new(0).left_out_note("values"), None);
    }
}
