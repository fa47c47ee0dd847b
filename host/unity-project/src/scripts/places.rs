//! Which source of the project has a type of which name.
//!
//! Belongs here: one scan over the words of all sources, and sources as they are parsed. Does not: what their types are (`survey`).

use super::MAX_SOURCE_BYTES;
use crate::project::Project;
use host_csharp::{SourceFile, parse_whole, words_in};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Sources beyond these are not looked into.
const MAX_FILES: usize = 20_000;
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// One source may take this long; real ones take milliseconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

pub(super) struct Places {
    project: Arc<Project>,
    /// Short name to paths.
    of: HashMap<Box<str>, Vec<Box<str>>>,
}

impl Places {
    /// It takes a small part of what parsing all sources takes.
    pub(super) fn of(project: &Arc<Project>) -> Self {
        let mut places = Self {
            project: Arc::clone(project),
            of: HashMap::new(),
        };
        let mut bytes = 0;
        for path in project.index.sources().into_iter().take(MAX_FILES) {
            let Ok(source) = project.read_at_most(path, MAX_SOURCE_BYTES) else {
                continue;
            };
            bytes += source.len();
            if bytes > MAX_BYTES {
                break;
            }
            places.note(path, &String::from_utf8_lossy(&source));
        }
        places
    }

    fn note(&mut self, path: &str, source: &str) {
        let mut before = "";
        for word in words_in(source) {
            if matches!(before, "class" | "struct" | "interface" | "enum" | "record") {
                let places = self.of.entry(word.into()).or_default();
                if places.last().is_none_or(|last| **last != *path) {
                    places.push(path.into());
                }
            }
            before = word;
        }
    }

    /// The files with a type of that short name.
    pub(super) fn files(&self, short: &str) -> &[Box<str>] {
        self.of.get(short).map(Vec::as_slice).unwrap_or_default()
    }

    /// Short names of all types.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.of.keys().map(AsRef::as_ref)
    }

    pub(super) fn parsed(&self, path: &str) -> Option<SourceFile> {
        let source = self.project.read_at_most(path, MAX_SOURCE_BYTES).ok()?;
        let until = Instant::now() + PATIENCE;
        let source = String::from_utf8_lossy(&source);
        parse_whole(path, &source, &self.project.symbols, &mut || Instant::now() < until).ok()
    }
}
