//! Which source of the project has a type of which name.
//!
//! Belongs here: one scan over the words of all sources. Does not: parsing them (`csharp_sources`), what their types are (`survey`).

use super::MAX_SOURCE_BYTES;
use crate::csharp_sources::CsharpSources;
use crate::project::Project;
use host_csharp::{SourceFile, words_in};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Sources beyond these are not looked into.
const MAX_FILES: usize = 20_000;
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// The words of all sources, and the sources themselves.
pub(super) struct Places {
    project: Arc<Project>,
    sources: Arc<CsharpSources>,
    declared: Arc<DeclaredNames>,
}

/// Where types are declared, by their short names.
#[derive(Debug, Default)]
pub(crate) struct DeclaredNames {
    /// Short name to paths.
    of: HashMap<Box<str>, Vec<Box<str>>>,
    /// Names that one file declares more than once.
    twice: HashSet<Box<str>>,
    /// Sources that were not looked into, with the reason.
    skipped: Vec<(Box<str>, Arc<str>)>,
}

impl DeclaredNames {
    /// Reads all sources. It takes a small part of the time that parsing them takes.
    pub(crate) fn of(project: &Project) -> Self {
        let mut declared = Self::default();
        let mut bytes = 0;
        let beyond: Arc<str> =
            format!("beyond the {MAX_FILES} sources or {MAX_BYTES} bytes of a project that are read").into();
        for (at, path) in project.index.sources().into_iter().enumerate() {
            if at >= MAX_FILES || bytes > MAX_BYTES {
                declared.skipped.push((path.into(), Arc::clone(&beyond)));
                continue;
            }
            match project.read_at_most(path, MAX_SOURCE_BYTES) {
                Ok(source) => {
                    bytes += source.len();
                    declared.note(path, &String::from_utf8_lossy(&source));
                }
                Err(problem) => declared.skipped.push((path.into(), problem.to_string().into())),
            }
        }
        declared
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
}

impl Places {
    pub(super) fn new(project: &Arc<Project>, sources: &Arc<CsharpSources>, declared: Arc<DeclaredNames>) -> Self {
        Self {
            project: Arc::clone(project),
            sources: Arc::clone(sources),
            declared,
        }
    }

    /// The files with a type of that short name.
    pub(super) fn files(&self, short: &str) -> &[Box<str>] {
        self.declared.of.get(short).map(Vec::as_slice).unwrap_or_default()
    }

    /// Sources that were not looked into, with the reason.
    pub(super) fn skipped(&self) -> &[(Box<str>, Arc<str>)] {
        &self.declared.skipped
    }

    /// Short names of all types.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.declared.of.keys().map(AsRef::as_ref)
    }

    /// Whether sources declare more than one type of that short name, or parts of one.
    pub(super) fn has_several(&self, short: &str) -> bool {
        self.files(short).len() > 1 || self.declared.twice.contains(short)
    }

    pub(super) fn parsed(&self, path: &str) -> Option<Arc<SourceFile>> {
        self.sources.get(&self.project, path).parsed()
    }
}
