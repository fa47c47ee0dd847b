//! Finds the sources of the project that declare a type with a given short name.

use super::MAX_SOURCE_BYTES;
use crate::csharp_sources::CsharpSources;
use host_csharp::{SourceFile, words_in};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use unity_files::Project;

/// Maximum number of C# sources that are scanned for type declarations; further ones are skipped.
const MAX_FILES: usize = 20_000;
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// The names of the types that sources declare, and access to the parsed sources.
pub(super) struct Places {
    project: Arc<Project>,
    sources: Arc<CsharpSources>,
    declared: Arc<DeclaredNames>,
}

/// The files that declare types, by short name of the type.
#[derive(Debug, Default)]
pub(crate) struct DeclaredNames {
    of: HashMap<Box<str>, Vec<Box<str>>>,
    /// Short names of types that one file declares more than once.
    twice: HashSet<Box<str>>,
    /// Asset paths of the sources that were not read, each with the reason.
    skipped: Vec<(Box<str>, Arc<str>)>,
}

impl DeclaredNames {
    /// Scans the words of all sources for type declarations, which is much faster than parsing them.
    pub(crate) fn read(project: &Project) -> Self {
        let mut declared = Self::default();
        let mut bytes = 0;
        let beyond: Arc<str> =
            format!("beyond the limit of {MAX_FILES} sources or {MAX_BYTES} bytes for one project").into();
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

    pub(super) fn files(&self, short: &str) -> &[Box<str>] {
        self.declared.of.get(short).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn skipped_sources(&self) -> &[(Box<str>, Arc<str>)] {
        &self.declared.skipped
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.declared.of.keys().map(AsRef::as_ref)
    }

    /// Returns true if sources declare several types with that short name, or several parts of a partial type.
    pub(super) fn has_several(&self, short: &str) -> bool {
        self.files(short).len() > 1 || self.declared.twice.contains(short)
    }

    pub(super) fn parsed(&self, path: &str) -> Option<Arc<SourceFile>> {
        self.sources.get(&self.project, path).parsed()
    }
}
