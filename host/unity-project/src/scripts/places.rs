//! Which source of the project has a type of which name.
//!
//! Belongs here: one scan over the words of all sources, and sources as they are parsed. Does not: what their types are (`survey`).

use super::MAX_SOURCE_BYTES;
use crate::project::Project;
use host_csharp::{SourceFile, parse_whole, words_in};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Sources beyond these are not looked into.
const MAX_FILES: usize = 20_000;
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// Sources that are kept for the names of others.
const MAX_KEPT: usize = 256;

/// One source may take this long; real ones take milliseconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

pub(super) struct Places {
    project: Arc<Project>,
    /// Short name to paths.
    of: HashMap<Box<str>, Vec<Box<str>>>,
    /// Names that one file declares more than once.
    twice: HashSet<Box<str>>,
    /// Sources that names of others could mean something in, by path.
    kept: Mutex<HashMap<Box<str>, Arc<SourceFile>>>,
}

impl Places {
    /// It takes a small part of what parsing all sources takes.
    pub(super) fn of(project: &Arc<Project>) -> Self {
        let mut places = Self {
            project: Arc::clone(project),
            of: HashMap::new(),
            twice: HashSet::new(),
            kept: Mutex::default(),
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
                match places.last().is_some_and(|last| **last == *path) {
                    true => drop(self.twice.insert(word.into())),
                    false => places.push(path.into()),
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

    /// Whether sources declare more than one type of that short name, or parts of one.
    pub(super) fn has_several(&self, short: &str) -> bool {
        self.files(short).len() > 1 || self.twice.contains(short)
    }

    pub(super) fn parsed(&self, path: &str) -> Option<SourceFile> {
        let source = self.project.read_at_most(path, MAX_SOURCE_BYTES).ok()?;
        let until = Instant::now() + PATIENCE;
        let source = String::from_utf8_lossy(&source);
        parse_whole(path, &source, &self.project.symbols, &mut || Instant::now() < until).ok()
    }

    /// The same, kept for the names of others.
    pub(super) fn kept(&self, path: &str) -> Option<Arc<SourceFile>> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(path) {
            return Some(Arc::clone(known));
        }
        let source = Arc::new(self.parsed(path)?);
        let mut kept = kept();
        if kept.len() < MAX_KEPT {
            kept.insert(path.into(), Arc::clone(&source));
        }
        Some(source)
    }
}
