//! Parses the sources that one query about a type needs, within limits.

use crate::csharp_index::Gathered;
use crate::csharp_sources::CsharpSources;
use host_csharp::{Detail, Origin, SourceFile, TypeName};
use std::collections::HashMap;
use std::sync::Arc;
use unity_files::Project;

/// Maximum number of C# sources that are parsed to describe one type. `MAX_BYTES` limits their total size in bytes.
const MAX_FILES: usize = 128;
const MAX_BYTES: u64 = 16 * 1024 * 1024;

pub(super) struct Sources<'p> {
    pub(super) project: &'p Arc<Project>,
    pub(super) gathered: &'p Gathered,
    csharp: &'p CsharpSources,
    files: HashMap<String, Option<Arc<SourceFile>>>,
    bytes: u64,
    unread: Vec<String>,
}

impl<'p> Sources<'p> {
    pub(super) fn new(project: &'p Arc<Project>, gathered: &'p Gathered, csharp: &'p CsharpSources) -> Self {
        Self {
            project,
            gathered,
            csharp,
            files: HashMap::new(),
            bytes: 0,
            unread: Vec::new(),
        }
    }

    pub(super) fn declaring_sources(&mut self, name: &TypeName) -> Vec<Arc<SourceFile>> {
        let gathered = self.gathered;
        let info = gathered.index.info(name).filter(|info| info.origin == Origin::Source);
        let mut paths: Vec<&str> = info
            .map(|info| info.files.iter().map(AsRef::as_ref).collect())
            .unwrap_or_default();
        paths.sort_unstable();
        paths.into_iter().filter_map(|path| self.read(path)).collect()
    }

    /// Returns the members, bases and attributes of all declarations of a type; a partial type has several.
    pub(super) fn details(&mut self, name: &TypeName) -> Vec<Detail> {
        let files = self.declaring_sources(name);
        let all = files.iter().flat_map(|file| file.types());
        let own = all.filter(|declared| super::is_same(&declared.type_name(), name));
        own.filter_map(|declared| declared.detail().cloned()).collect()
    }

    pub(super) fn read(&mut self, path: &str) -> Option<Arc<SourceFile>> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let file = self.parse(path);
        self.files.insert(path.to_owned(), file.clone());
        file
    }

    /// Parses one C# source. If it is skipped or not ready, records this for the current command and returns `None`.
    fn parse(&mut self, path: &str) -> Option<Arc<SourceFile>> {
        let size = self.project.roots().stamp(path).ok().flatten().map(|(size, _)| size);
        if self.files.len() >= MAX_FILES || self.bytes > MAX_BYTES {
            self.unread.push(format!(
                "{path} was not read: one query reads at most {MAX_FILES} files and {MAX_BYTES} bytes"
            ));
            return None;
        }
        self.bytes += size.unwrap_or_default();
        let source = self.csharp.get(self.project, path);
        if size.is_none() {
            self.unread
                .push(format!("{path} was not read: it is no longer in the folder"));
        }
        source.parsed()
    }

    /// Returns a sentence for each source that could not be parsed.
    pub(super) fn unread_notes(self) -> Vec<String> {
        self.unread
    }
}
