//! The environment of queries: the lookup of files, and the caches of earlier queries.

use super::assets::table::AssetTable;
use super::find_users::index::Users;
use super::hierarchy::dumped::Dumped;
use super::lookup::Lookup;
use super::query::found::Found;
use super::query_view::QueryView;
use super::references_scan::scan::{Scan, Scanned};
use super::settings::Sections;
use std::path::PathBuf;
use std::time::Duration;
use unity_project::DiskChange;
use unity_project::references::ReferenceIndex;

/// Approximate time limits of one request; it then answers with its results so far, and the next request continues.
/// Tests use other limits.
pub(super) struct Patience {
    pub(super) query: Duration,
    /// For scanning files that no earlier request scanned.
    pub(super) assets: Duration,
    /// One step of such a request: other commands run after it.
    pub(super) step: Duration,
    /// For C# sources that are not parsed yet; ordinary sources take less.
    pub(super) sources: Duration,
}

/// Queries that are cached.
const MOST_FOUND: usize = 4;

/// Caches of queries. Without them each request would have the same answer, only later.
pub(super) struct QueryCaches {
    pub(super) assets: AssetTable,
    pub(super) dumped: Option<Dumped>,
    pub(super) scan: Scan,
    /// Large files that are scanned for it in the background.
    pub(super) scanned: Scanned,
    pub(super) settings: Sections,
    /// Running queries and the last finished ones, the newest at the end: several callers continue side by side.
    found: Vec<Found>,
    pub(super) users: Users,
    /// The running command has more to do: other commands run first, then it runs again.
    more: bool,
    pub(super) patience: Patience,
}

/// One running query.
pub(super) struct QueryLookup<'s> {
    pub(super) lookup: Lookup<'s>,
    pub(super) kept: &'s mut QueryCaches,
}

impl<'s> QueryLookup<'s> {
    pub(super) fn of(lookup: Lookup<'s>, kept: &'s mut QueryCaches) -> Self {
        Self { lookup, kept }
    }

    /// A view of the session's own objects.
    pub(super) fn view(&self) -> QueryView<'_> {
        QueryView::of(self.lookup.view())
    }

    /// The lookup of files, which knows the current memory of the caches.
    pub(super) fn files(&mut self) -> &mut Lookup<'s> {
        self.lookup.held = self.kept.bytes();
        &mut self.lookup
    }
}

impl QueryCaches {
    /// `index_folder` keeps the index of references between runs.
    pub(super) fn new(index_folder: Option<PathBuf>, memory: usize, patience: Patience) -> Self {
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
    pub(super) fn bytes(&self) -> usize {
        let dumped = self.dumped.as_ref().map_or(0, Dumped::weight);
        dumped + self.users.bytes() + self.scan.bytes()
    }

    /// Drops the caches that need much memory. Freeing the index takes some time.
    pub(super) fn make_room(&mut self) -> ReferenceIndex {
        self.dumped = None;
        self.scan.forget();
        self.users.forget()
    }

    /// The cached query with that text, if nothing has changed since.
    pub(super) fn take_found(&mut self, about: &str, stamp: (u64, u64, u64)) -> Option<Found> {
        self.found.retain(|found| found.stamp == stamp);
        let at = self.found.iter().position(|found| found.about == about)?;
        Some(self.found.remove(at))
    }

    pub(super) fn keep_found(&mut self, found: Found) {
        if self.found.len() >= MOST_FOUND {
            self.found.remove(0);
        }
        self.found.push(found);
    }

    /// How long a request may run before other commands run, if it may take `patience` in total.
    pub(super) fn step(&self, patience: Duration) -> Duration {
        patience.min(self.patience.step)
    }

    /// Notes that the request stopped after a step; it continues if `patience` is longer than a step.
    pub(super) fn stopped(&mut self, patience: Duration) {
        self.more |= patience > self.patience.step;
    }

    /// Whether the command must run again after other commands.
    pub(super) fn goes_on(&mut self) -> bool {
        std::mem::take(&mut self.more)
    }

    /// Drops results that a command may have derived while sources were missing.
    pub(super) fn forget_unsure(&mut self) {
        self.more = false;
        self.found.clear();
        self.scan.forget();
    }

    /// Drops the caches of requests about the whole project.
    pub(super) fn files_changed(&mut self, change: &DiskChange) {
        self.users.disk_changed(change);
        self.found.clear();
        self.assets = AssetTable::default();
        self.dumped = None;
        self.scan.files_changed();
    }
}
