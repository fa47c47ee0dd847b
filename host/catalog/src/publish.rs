//! The only writer of the catalog: scans the folders, prepares changed bundles, and publishes the next snapshot.
//!
//! This module orders these steps. `slots` applies a scan, `snapshot` builds a snapshot, `reload` decides when to scan.

mod compiling;
mod publication_report;

use crate::folders::{self, Candidate};
use crate::id_owners::{IdOwners, OwnedId};
use crate::merge::Owners;
use crate::options::{BundleFolder, EmbeddedBundle, Settings, WatchMode};
use crate::prepare::{AtOnce, Job, Prepared};
use crate::reload::{Schedule, Watch};
use crate::shared::{AddressedEvent, Shared};
use crate::slots::Slots;
use crate::snapshot::{Offer, Snapshot, Surroundings};
use crate::views::Views;
use crate::{guest_events, instructions, profile_names};
use compiling::{COMPILERS, Compile};
use host_api::{Audience, CatalogView, HostEvent, Profile, Whose};
use host_bridge::{BridgeState, Capability};
use host_policy::Policy;
use host_runtime::{GuestEvent, GuestEventKind, PreparedBundle, Runtime};
use publication_report::same_lists;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Maximum time that the first publication waits for the compilation of bundles that are not bundled tools.
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// Minimum number of bundles for one thread that reads the cache, because waking a thread costs more than a lookup.
const LOOKED_UP_TOGETHER: usize = 8;

/// The task that scans the bundle folders and publishes the tools. It owns all mutable state of the catalog.
pub(crate) struct Publisher {
    shared: Arc<Shared>,
    runtime: Runtime,
    folders: Arc<Vec<BundleFolder>>,
    embedded: &'static [EmbeddedBundle],
    mode: WatchMode,
    owners: Arc<IdOwners>,
    slots: Slots<PreparedBundle>,
    jobs: JoinSet<Done>,
    /// The watcher of the bundle folders. `None` during a scan, which uses it to watch each folder before reading.
    watch: Option<Watch>,
    looking: bool,
    /// True after the first scan. Before it, no bundle is known.
    has_looked: bool,
    schedule: Schedule,
    /// Time at which the host publishes its first tool list, even if bundles are still compiling; `None` before the
    /// first scan.
    open_at: Option<Instant>,
    /// True after the time `open_at`, so that the first tool list no longer waits for compilations.
    waited: bool,
    /// Permits for threads that look up bundles in the cache, and their number.
    reading: Arc<Semaphore>,
    readers: usize,
    /// Permits for compilers: one semaphore each for bundled tools, small other bundles, and large other bundles.
    compiling: [Arc<Semaphore>; 3],
    /// Compilations of other bundles that are delayed until the bundled tools are ready.
    held: Vec<Compile>,
    to_record: Vec<OwnedId>,
    folder_problems: Vec<String>,
    /// The log messages about problems that still exist, so that each message is logged only once.
    said: BTreeSet<String>,
    /// The time at which the host first rejected each bundle that is still rejected, by bundle id.
    refused_since: BTreeMap<String, String>,
}

enum Done {
    Looked {
        watch: Watch,
        candidates: Vec<Candidate>,
        problems: Vec<String>,
    },
    LookedUp(Vec<AtOnce>),
    Prepared(Box<Prepared<PreparedBundle>>),
    /// The compilation of a bundle with known tools ended, successfully or not. `None` if the code is no longer needed.
    Compiled(Arc<Offer<PreparedBundle>>, Option<Result<(), String>>),
    Recorded,
}

impl Publisher {
    pub(crate) fn new(
        shared: Arc<Shared>,
        runtime: Runtime,
        folders: Vec<BundleFolder>,
        embedded: &'static [EmbeddedBundle],
        mode: WatchMode,
        owners: IdOwners,
    ) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            shared,
            runtime,
            folders: Arc::new(folders),
            embedded,
            mode,
            owners: Arc::new(owners),
            slots: Slots::new(),
            jobs: JoinSet::new(),
            watch: None,
            looking: false,
            has_looked: false,
            schedule: Schedule::default(),
            open_at: None,
            waited: false,
            reading: Arc::new(Semaphore::new(cores)),
            readers: cores,
            compiling: std::array::from_fn(|_| Arc::new(Semaphore::new(cores.min(COMPILERS)))),
            held: Vec::new(),
            to_record: Vec::new(),
            folder_problems: Vec::new(),
            said: BTreeSet::new(),
            refused_since: BTreeMap::new(),
        }
    }

    pub(crate) async fn run(mut self, shutdown: CancellationToken) {
        let shared = Arc::clone(&self.shared);
        self.look();
        loop {
            let due = self.schedule.due().filter(|_| !self.looking);
            let open_at = self.open_at.filter(|_| !self.waited);
            tokio::select! {
                () = shutdown.cancelled() => break,
                () = shared.files_changed.notified() => {
                    if self.mode != WatchMode::Off {
                        self.schedule.note_change(Instant::now());
                    }
                }
                () = shared.review.notified() => {
                    self.schedule.look_after(Instant::now(), Duration::ZERO);
                    if self.is_open() {
                        self.publish(false);
                    } else if self.has_looked {
                        let view = CatalogView::clone(shared.published.load().views.complete());
                        self.greet(view);
                    }
                }
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.look(),
                () = tokio::time::sleep_until(open_at.unwrap_or_else(Instant::now)), if open_at.is_some() => {
                    self.waited = true;
                    self.settle(false);
                }
                Some(done) = self.jobs.join_next() => self.handle_done(done),
            }
        }
    }

    fn look(&mut self) {
        self.looking = true;
        self.schedule.start_scan();
        let (folders, embedded, mode) = (Arc::clone(&self.folders), self.embedded, self.mode);
        let (watch, changed) = (self.watch.take(), Arc::clone(&self.shared.files_changed));
        let (owners, runtime) = (Arc::clone(&self.owners), self.runtime.clone());
        self.jobs.spawn_blocking(move || {
            let mut watch = watch.unwrap_or_else(|| Watch::new(mode, &folders, changed));
            let found = folders::list(&folders, embedded);
            watch.follow(&found.watch);
            let mut candidates = folders::look(&found);
            folders::compare(&mut candidates, &owners, |id| runtime.keeps_state(id));
            Done::Looked {
                watch,
                candidates,
                problems: found.problems,
            }
        });
    }

    fn handle_done(&mut self, done: Result<Done, JoinError>) {
        let mut changed = false;
        match done {
            Ok(Done::Looked {
                watch,
                candidates,
                problems,
            }) => {
                self.looking = false;
                self.open_at.get_or_insert_with(|| Instant::now() + FIRST_WAIT);
                changed = self.handle_scan(&watch, &candidates, problems);
                self.watch = Some(watch);
            }
            Ok(Done::LookedUp(all)) => {
                for one in all {
                    match one {
                        AtOnce::Prepared(prepared) => changed |= self.prepared(prepared),
                        AtOnce::ToCompile(job) => self.compile(job),
                    }
                }
            }
            Ok(Done::Prepared(prepared)) => changed = self.prepared(*prepared),
            Ok(Done::Compiled(_, None)) => {}
            Ok(Done::Compiled(offer, Some(result))) => changed = self.slots.compiled(&offer, result),
            Ok(Done::Recorded) => {}
            Err(error) => {
                // Only a bug of the host ends a job like this; the next scan starts from the files on disk.
                tracing::error!(%error, "cannot scan the bundle folders");
                self.looking = false;
                self.schedule.look_after(Instant::now(), Duration::from_secs(2));
            }
        }
        self.settle(changed);
    }

    /// True after the first tool list was published.
    fn is_open(&self) -> bool {
        *self.shared.revision.borrow() > 0
    }

    /// Publishes the next tool list after a change. The first list waits for bundles without a long compilation.
    fn settle(&mut self, changed: bool) {
        if !self.slots.own_come_first() {
            for compile in std::mem::take(&mut self.held) {
                self.enqueue(compile);
            }
        }
        let is_open = self.is_open();
        let loaded = *self.shared.loaded.borrow();
        if !loaded && !self.looking && self.slots.idle() {
            self.publish(changed || !is_open);
            self.shared.loaded.send_replace(true);
        } else if is_open && changed || !is_open && self.waited && self.slots.idle_but_for_foreign_compiles() {
            self.publish(true);
        } else {
            self.show_health();
        }
        if *self.shared.loaded.borrow() && !self.looking && self.slots.all_compiled() {
            self.shared
                .compiled
                .send_if_modified(|compiled| !std::mem::replace(compiled, true));
        }
    }

    /// Applies the result of a folder scan. Returns true if a bundle is no longer served.
    fn handle_scan(&mut self, watch: &Watch, candidates: &[Candidate], problems: Vec<String>) -> bool {
        let now = Instant::now();
        if let Some(every) = watch.poll_every() {
            self.schedule.look_after(now, every);
        }
        for problem in &problems {
            if !self.folder_problems.contains(problem) {
                tracing::warn!("{problem}");
            }
        }
        self.folder_problems = problems;
        if !self.has_looked {
            self.greet(guides_of(candidates, &self.shared.settings.load()));
        }
        self.has_looked = true;
        self.shared
            .profile_names
            .store(profile_names::collect_names(candidates).map(Arc::new));
        let settings = self.shared.settings.load_full();
        let changes = self.slots.look(candidates, &settings, now.into_std());
        if let Some(after) = changes.look_after {
            self.schedule.look_after(now, after);
        }
        if changes.retired {
            self.schedule.look_after(now, Duration::ZERO);
        }
        let together = changes.jobs.len().div_ceil(self.readers).max(LOOKED_UP_TOGETHER);
        let mut jobs = changes.jobs.into_iter().map(|job| job.limited(&settings)).peekable();
        while jobs.peek().is_some() {
            let some = jobs.by_ref().take(together).collect();
            let run = Job::look_up(some, self.runtime.clone(), Arc::clone(&self.reading));
            self.jobs.spawn(async move { Done::LookedUp(run.await) });
        }
        changes.retired
    }

    /// Publishes the instructions before the first snapshot, because compilers may take longer than a client waits. The
    /// lists are still empty, and requests for them wait.
    fn greet(&self, mut view: CatalogView) {
        let shared = &self.shared;
        let policy = shared.policy.load();
        let was_loading = self.is_loading();
        view.instructions = self.instructions(&shared.bridge.capabilities(), &policy);
        let profile = Profile::parse(policy.profile.as_deref().unwrap_or_default());
        let mut first = Snapshot::default();
        first.policy_revision = policy.revision;
        first.was_loading = was_loading;
        first.views = Views::new(view, profile);
        shared.published.store(Arc::new(first));
    }

    /// True while the bridge loads the project. Must be called before the instructions are written: a published state
    /// may then count a loaded project as loading, but never the reverse.
    fn is_loading(&self) -> bool {
        matches!(self.shared.bridge.state(), BridgeState::Loading { .. })
    }

    fn instructions(&self, capabilities: &BTreeSet<Capability>, policy: &Policy) -> String {
        let bridge = &self.shared.bridge;
        instructions::write(bridge.name(), &bridge.state(), &bridge.project(), capabilities, policy)
    }

    fn record(&mut self) {
        let served = std::mem::take(&mut self.to_record);
        if served.is_empty() {
            return;
        }
        let (owners, runtime) = (Arc::clone(&self.owners), self.runtime.clone());
        self.jobs.spawn_blocking(move || {
            owners.record(&served);
            runtime.keep_what_was_read();
            Done::Recorded
        });
    }

    /// Builds the next snapshot and publishes it. `bundles_changed` is false after a change of policy, bridge or
    /// settings: then the host announces the snapshot only if the list differs.
    fn publish(&mut self, bundles_changed: bool) {
        let shared = &self.shared;
        let offers: Vec<Arc<Offer<PreparedBundle>>> =
            self.slots.0.iter().filter_map(|slot| slot.serving.clone()).collect();
        let before = shared.published.load_full();
        // Until everything found at start is ready, only the order of the folders decides who owns a contested name.
        let nobody = Owners::default();
        let incumbents = if *shared.loaded.borrow() {
            &before.owners
        } else {
            &nobody
        };
        let policy = shared.policy.load();
        let is_loading = self.is_loading();
        let capabilities = shared.bridge.capabilities();
        let switched_off: Vec<_> = self.slots.0.iter().flat_map(|slot| slot.switched_off.clone()).collect();
        let build = |revision| {
            let around = Surroundings {
                settings: &shared.settings.load(),
                policy: &policy,
                is_loading,
                capabilities: &capabilities,
                counters: &shared.counters,
                switched_off: &switched_off,
                instructions: self.instructions(&capabilities, &policy),
                revision,
            };
            Snapshot::build(&offers, incumbents, around)
        };
        let revision = before.views.complete().revision;
        let mut next = build(revision + 1);
        let announced = bundles_changed || !same_lists(&before.views, &next.views);
        if !announced {
            next = build(revision);
        }
        if before.policy_revision != 0 && before.policy_revision != next.policy_revision {
            let (kind, data) = (GuestEventKind::PolicyChanged, None);
            let event = AddressedEvent {
                whose: Whose::All,
                event: GuestEvent { kind, data },
            };
            guest_events::queue(shared, event);
        }
        self.record();
        self.say_notes(&next);
        let revision = next.views.complete().revision;
        let is_first = !self.is_open();
        self.shared.published.store(Arc::new(next));
        self.show_health();
        if announced {
            let published = self.shared.published.load();
            let listed = published.views.for_audience(&Audience::Configured).tools.len();
            let callable = published.views.complete().tools.len();
            match is_first {
                // The host reports the first publication in its single start line.
                true => tracing::debug!(revision, listed, callable, "published"),
                false => tracing::info!(revision, listed, callable, "published"),
            }
            self.shared.revision.send_replace(revision);
            self.shared.announce(HostEvent::CatalogChanged { revision });
        }
    }
}

/// Returns a view with the agent guides of the bundles inside the program. Bundles of other authors are not checked yet
/// at this time, so their guides are left out.
fn guides_of(candidates: &[Candidate], settings: &Settings) -> CatalogView {
    let mut view = CatalogView::default();
    let own = candidates.iter().filter(|candidate| candidate.bundled);
    for manifest in own.filter_map(|candidate| candidate.manifest.as_ref().ok()) {
        let is_enabled = settings.for_bundle(&manifest.id).enabled;
        if let Some(guide) = manifest.guide.clone().filter(|_| is_enabled) {
            view.groups.insert(manifest.id.clone(), manifest.groups.clone());
            view.guides.insert(manifest.id.clone(), guide);
        }
    }
    view
}
