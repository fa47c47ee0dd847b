//! Sources read whole for one question, within bounds.

use crate::csharp_index::Gathered;
use crate::project::Project;
use host_csharp::{Detail, MAX_SOURCE_BYTES, Origin, SourceFile, TypeName, parse_whole};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Files and bytes of one question.
const MAX_FILES: usize = 128;
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// All files of one question; real ones take milliseconds each.
const PATIENCE: Duration = Duration::from_secs(3);

/// What was read so far.
pub(super) struct Sources<'p> {
    pub(super) project: &'p Project,
    pub(super) gathered: &'p Gathered,
    files: HashMap<String, Option<Arc<SourceFile>>>,
    bytes: usize,
    until: Instant,
    unread: Vec<String>,
}

impl<'p> Sources<'p> {
    pub(super) fn new(project: &'p Project, gathered: &'p Gathered) -> Self {
        Self {
            project,
            gathered,
            files: HashMap::new(),
            bytes: 0,
            until: Instant::now() + PATIENCE,
            unread: Vec::new(),
        }
    }

    /// The sources that declare the type; none where no source does.
    pub(super) fn of(&mut self, name: &TypeName) -> Vec<Arc<SourceFile>> {
        let gathered = self.gathered;
        let info = gathered.index.info(name).filter(|info| info.origin == Origin::Source);
        let mut paths: Vec<&str> = info
            .map(|info| info.files.iter().map(AsRef::as_ref).collect())
            .unwrap_or_default();
        paths.sort_unstable();
        paths.into_iter().filter_map(|path| self.read(path)).collect()
    }

    /// What the parts of the type declare, one after the other.
    pub(super) fn details(&mut self, name: &TypeName) -> Vec<Detail> {
        let files = self.of(name);
        let all = files.iter().flat_map(|file| file.types());
        let own = all.filter(|declared| super::is_same(&declared.type_name(), name));
        own.filter_map(|declared| declared.detail().cloned()).collect()
    }

    pub(super) fn read(&mut self, path: &str) -> Option<Arc<SourceFile>> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let read = self.parse(path);
        if let Err(why) = &read {
            self.unread.push(format!("{path} was not read: {why}"));
        }
        let file = read.ok().map(Arc::new);
        self.files.insert(path.to_owned(), file.clone());
        file
    }

    fn parse(&mut self, path: &str) -> Result<SourceFile, String> {
        if self.files.len() >= MAX_FILES || self.bytes > MAX_BYTES || Instant::now() > self.until {
            return Err("this question has taken as many files, or as long, as one may".to_owned());
        }
        let bytes = self
            .project
            .read_at_most(path, MAX_SOURCE_BYTES as u64)
            .map_err(|problem| problem.to_string())?;
        self.bytes += bytes.len();
        let until = self.until;
        let text = String::from_utf8_lossy(&bytes);
        parse_whole(path, &text, &self.project.symbols, &mut || Instant::now() < until)
            .map_err(|error| error.to_string())
    }

    /// A sentence for each file that could not be read.
    pub(super) fn unread(self) -> Vec<String> {
        self.unread
    }
}
