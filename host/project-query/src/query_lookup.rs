//! The context of queries: the lookup of files, and the caches of earlier queries.

use crate::assets::table::AssetTable;
use crate::find_users::index::Users;
use crate::hierarchy::expansion_cache::Dumped;
use crate::query::results::Found;
use crate::query_view::QueryView;
use crate::references_scan::scan::{Scan, Scanned};
use crate::settings::sections::Sections;
use host_project_world::lookup::{Lookup, Stamp};
use std::path::PathBuf;
use std::time::Duration;
use unity_files::DiskChange;
use unity_project::references::ReferenceIndex;

/// Approximate time limits of one request. A request that reaches its limit returns the results so far, and the next
/// request continues. Tests use other limits.
pub struct Patience {
    /// Time limit for searching objects and reading rows in a query.
    pub query: Duration,
    /// Time limit for scanning asset files that no earlier request scanned.
    pub assets: Duration,
    /// How long a request runs before other commands get a turn; it then continues.
    pub step: Duration,
    /// Time limit for waiting for C# sources that are not parsed yet; usual projects need less.
    pub sources: Duration,
}

/// Maximum number of cached queries; the oldest one is evicted first.
const MOST_FOUND: usize = 4;

/// Caches of queries. They only save time: without them, each request has the same answer.
pub struct QueryCaches {
    pub(crate) assets: AssetTable,
    pub(crate) dumped: Option<Dumped>,
    /// The state of the scan for missing references.
    pub scan: Scan,
    /// Results of scanning large files for missing references in the background.
    pub(crate) scanned: Scanned,
    pub(crate) settings: Sections,
    /// Queries that run or have finished, kept for their next pages, the newest last; several callers can continue
    /// theirs.
    found: Vec<Found>,
    /// The index of references.
    pub users: Users,
    /// True if the running command stopped after a step and must run again after other commands.
    more: bool,
    /// The time limits of requests.
    pub patience: Patience,
}

/// The lookup of files and objects with the caches of queries; the methods that answer one query are defined on it.
pub struct QueryLookup<'s> {
    pub(crate) lookup: Lookup<'s>,
    pub(crate) kept: &'s mut QueryCaches,
}

impl<'s> QueryLookup<'s> {
    /// Creates the context for answering one query.
    pub fn new(lookup: Lookup<'s>, kept: &'s mut QueryCaches) -> Self {
        Self { lookup, kept }
    }

    pub(crate) fn view(&self) -> QueryView<'_> {
        QueryView::new(self.lookup.view())
    }

    /// Returns the lookup of files. First it tells the lookup how many bytes these caches use.
    pub(crate) fn files(&mut self) -> &mut Lookup<'s> {
        self.lookup.held = self.kept.bytes();
        &mut self.lookup
    }
}

impl QueryCaches {
    /// Creates empty caches. `index_folder` is the folder in which the index of references is stored between runs;
    /// `memory` is the memory limit in bytes, of which the index may use a part.
    pub fn new(index_folder: Option<PathBuf>, memory: usize, patience: Patience) -> Self {
        Self {
            assets: AssetTable::default(),
            dumped: None,
            scan: Scan::default(),
            scanned: Scanned::default(),
            settings: Sections::default(),
            found: Vec::new(),
            users: Users::new(index_folder, memory, patience.step),
            more: false,
            patience,
        }
    }

    /// Returns the approximate memory in bytes of the caches that are dropped when a scene needs memory.
    pub fn bytes(&self) -> usize {
        let dumped = self.dumped.as_ref().map_or(0, Dumped::weight);
        dumped + self.users.bytes() + self.scan.bytes()
    }

    /// Drops the caches that need much memory. Returns the index of references, so that the caller can free it later.
    pub fn make_room(&mut self) -> ReferenceIndex {
        self.dumped = None;
        self.scan.forget();
        self.users.forget()
    }

    /// Takes the cached query with the identity `about`; `None` if there is none or data changed since.
    pub(crate) fn take_found(&mut self, about: &str, stamp: Stamp) -> Option<Found> {
        self.found.retain(|found| found.stamp == stamp);
        let at = self.found.iter().position(|found| found.about == about)?;
        Some(self.found.remove(at))
    }

    pub(crate) fn keep_found(&mut self, found: Found) {
        if self.found.len() >= MOST_FOUND {
            self.found.remove(0);
        }
        self.found.push(found);
    }

    /// Returns the time for which a request with the time limit `patience` may run before other commands get a turn.
    pub(crate) fn step(&self, patience: Duration) -> Duration {
        patience.min(self.patience.step)
    }

    /// Records that the request stopped after a step. It continues if `patience` is longer than a step.
    pub(crate) fn note_stopped(&mut self, patience: Duration) {
        self.more |= patience > self.patience.step;
    }

    /// Returns true if the command must run again after other commands, and resets this flag.
    pub fn goes_on(&mut self) -> bool {
        std::mem::take(&mut self.more)
    }

    /// Drops cached queries and findings that can be wrong because C# sources were missing when they were made.
    pub fn forget_unsure(&mut self) {
        self.more = false;
        self.found.clear();
        self.scan.forget();
    }

    /// Updates the caches after a change of files on disk: drops the results that can be outdated.
    pub fn files_changed(&mut self, change: &DiskChange) {
        self.users.disk_changed(change);
        self.found.clear();
        self.assets = AssetTable::default();
        self.dumped = None;
        self.scan.files_changed();
    }
}
