//! The environment of queries: the lookup of files, and the caches of earlier queries.

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

/// Approximate time limits of one request; it then answers with its results so far, and the next request continues.
/// Tests use other limits.
pub struct Patience {
    /// For searching objects and reading rows.
    pub query: Duration,
    /// For scanning files that no earlier request scanned.
    pub assets: Duration,
    /// One step of such a request: other commands run after it.
    pub step: Duration,
    /// For C# sources that are not parsed yet; ordinary sources take less.
    pub sources: Duration,
}

/// Queries that are cached.
const MOST_FOUND: usize = 4;

/// Caches of queries. Without them each request would have the same answer, only later.
pub struct QueryCaches {
    pub(crate) assets: AssetTable,
    pub(crate) dumped: Option<Dumped>,
    /// The scan for missing references.
    pub scan: Scan,
    /// Large files that are scanned for it in the background.
    pub(crate) scanned: Scanned,
    pub(crate) settings: Sections,
    /// Running queries and the last finished ones, the newest at the end: several callers continue side by side.
    found: Vec<Found>,
    /// The index of references.
    pub users: Users,
    /// The running command has more to do: other commands run first, then it runs again.
    more: bool,
    /// The time limits of requests.
    pub patience: Patience,
}

/// One running query.
pub struct QueryLookup<'s> {
    pub(crate) lookup: Lookup<'s>,
    pub(crate) kept: &'s mut QueryCaches,
}

impl<'s> QueryLookup<'s> {
    /// A query with this environment.
    pub fn new(lookup: Lookup<'s>, kept: &'s mut QueryCaches) -> Self {
        Self { lookup, kept }
    }

    /// A view of the session's own objects.
    pub(crate) fn view(&self) -> QueryView<'_> {
        QueryView::new(self.lookup.view())
    }

    /// The lookup of files, which knows the current memory of the caches.
    pub(crate) fn files(&mut self) -> &mut Lookup<'s> {
        self.lookup.held = self.kept.bytes();
        &mut self.lookup
    }
}

impl QueryCaches {
    /// `index_folder` keeps the index of references between runs.
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

    /// Approximate memory of the caches that are dropped for a scene.
    pub fn bytes(&self) -> usize {
        let dumped = self.dumped.as_ref().map_or(0, Dumped::weight);
        dumped + self.users.bytes() + self.scan.bytes()
    }

    /// Drops the caches that need much memory. Freeing the index takes some time.
    pub fn make_room(&mut self) -> ReferenceIndex {
        self.dumped = None;
        self.scan.forget();
        self.users.forget()
    }

    /// The cached query with that text, if nothing has changed since.
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

    /// How long a request may run before other commands run, if it may take `patience` in total.
    pub(crate) fn step(&self, patience: Duration) -> Duration {
        patience.min(self.patience.step)
    }

    /// Notes that the request stopped after a step; it continues if `patience` is longer than a step.
    pub(crate) fn note_stopped(&mut self, patience: Duration) {
        self.more |= patience > self.patience.step;
    }

    /// Whether the command must run again after other commands.
    pub fn goes_on(&mut self) -> bool {
        std::mem::take(&mut self.more)
    }

    /// Drops results that a command may have derived while sources were missing.
    pub fn forget_unsure(&mut self) {
        self.more = false;
        self.found.clear();
        self.scan.forget();
    }

    /// Drops the caches of requests about the whole project.
    pub fn files_changed(&mut self, change: &DiskChange) {
        self.users.disk_changed(change);
        self.found.clear();
        self.assets = AssetTable::default();
        self.dumped = None;
        self.scan.files_changed();
    }
}
