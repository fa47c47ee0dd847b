//! The state that all clones of `Targets` share.
//!
//! This module contains the available instances and the default instance. `choice` selects the target of a call, and
//! `targets` implements the bridge functions.

use crate::ambiguous_target::ambiguous_target_error;
use crate::folder::Folder;
use crate::habits::Sessions;
use crate::numbers::Numbers;
use crate::switches::Switches;
use crate::table::{AWAY, Table};
use host_api::{Announced, Source};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, CheckedCommand, Event, Function, LogBuffer,
    ObjectNumbers, UnityBridge,
};
use host_bridge_live::frames::{Hello, Kind};
use host_bridge_live::trust::Secret;
use host_bridge_live::{HostName, HostSide, LiveBridge, Scripts};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, broadcast, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Maximum number of Unity events, and of log lines, by which a slow subscriber may lag before it misses some.
const EVENTS: usize = 1_024;

/// Time for which a call waits for the first Unity instance. Running instances connect to a new host within this time.
const FIRST: Duration = Duration::from_secs(2);

/// Maximum number of connecting Unity instances that have not proved their identity; further ones are refused.
pub(crate) const UNPROVED: usize = 8;

pub(crate) struct Inner {
    pub(crate) host: HostName,
    pub(crate) secret: Secret,
    pub(crate) host_side: OnceLock<Arc<HostSide>>,
    table: Mutex<Table>,
    /// The project folder of this host; `None` if it has none, so that only running Unity instances answer calls.
    pub(crate) folder: Option<Folder>,
    sessions: Mutex<Sessions>,
    switches: Mutex<Switches>,
    /// A lock with which only one connecting instance at a time gets its entry in the table of instances.
    pub(crate) arriving: Semaphore,
    /// A counter that grows when a Unity instance connects. A change wakes the calls that wait for an instance.
    pub(crate) came: watch::Sender<u64>,
    pub(crate) unproved: Semaphore,
    pub(crate) events: broadcast::Sender<Announced<Event>>,
    pub(crate) log: LogBuffer,
    pub(crate) numbers: Arc<Numbers>,
    pub(crate) tasks: TaskTracker,
    pub(crate) over: CancellationToken,
    pub(crate) since: Instant,
    /// The editors that prove now that they have the project folder open.
    proofs: Mutex<Vec<Arc<LiveBridge>>>,
    /// Number of changes that the editor of the folder has made.
    changes: AtomicU64,
    /// The value of `changes` after the last change that is known to write files.
    written: AtomicU64,
    /// The value of `changes` when the folder last looked for new files.
    looked: AtomicU64,
}

/// Lists an editor that proves that it has the project folder open, until it is dropped.
pub(crate) struct Proving(Arc<Inner>, Arc<LiveBridge>);

impl Proving {
    fn begin(inner: &Arc<Inner>, editor: &Arc<LiveBridge>) -> Self {
        inner.proofs().push(Arc::clone(editor));
        Self(Arc::clone(inner), Arc::clone(editor))
    }
}

impl Drop for Proving {
    fn drop(&mut self) {
        let mut proofs = self.0.proofs();
        if let Some(at) = proofs.iter().position(|editor| Arc::ptr_eq(editor, &self.1)) {
            proofs.swap_remove(at);
        }
    }
}

impl Inner {
    pub(crate) fn new(
        host: HostName,
        secret: Secret,
        folder: Option<Folder>,
        ids: Option<&Path>,
        tasks: TaskTracker,
        over: CancellationToken,
    ) -> Self {
        Self {
            host,
            secret,
            host_side: OnceLock::new(),
            table: Mutex::default(),
            folder,
            sessions: Mutex::default(),
            switches: Mutex::default(),
            arriving: Semaphore::new(1),
            came: watch::Sender::new(0),
            unproved: Semaphore::new(UNPROVED),
            events: broadcast::Sender::new(EVENTS),
            log: LogBuffer::new(EVENTS),
            numbers: Arc::new(Numbers::with_random_start().stored_in(ids)),
            tasks,
            over,
            since: Instant::now(),
            proofs: Mutex::default(),
            changes: AtomicU64::new(0),
            written: AtomicU64::new(0),
            looked: AtomicU64::new(0),
        }
    }

    /// Records that the editor of the folder has made a change, which can have written files. `writes`: it is known to
    /// write them.
    pub(crate) fn editor_changed(&self, writes: bool) {
        let changes = self.changes.fetch_add(1, Ordering::Relaxed) + 1;
        if writes {
            self.written.fetch_max(changes, Ordering::Relaxed);
        }
    }

    /// Makes the folder look for new files before its next answer, if its editor has written files since it last did.
    pub(crate) fn look_for_written_files(&self) {
        let written = self.written.load(Ordering::Relaxed);
        if written > self.looked.load(Ordering::Relaxed)
            && let Some(changes) = self.look_for_new_files()
        {
            self.has_looked(changes);
        }
    }

    /// If the editor has made changes since the folder last looked for new files, makes it look again, and returns their
    /// number for `has_looked`.
    pub(crate) fn look_for_new_files(&self) -> Option<u64> {
        let changes = self.changes.load(Ordering::Relaxed);
        let folder = self.folder.as_ref()?;
        (changes > self.looked.load(Ordering::Relaxed)).then(|| {
            (folder.look_again)();
            changes
        })
    }

    pub(crate) fn has_looked(&self, changes: u64) {
        self.looked.fetch_max(changes, Ordering::Relaxed);
    }

    pub(crate) fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn switches(&self) -> MutexGuard<'_, Switches> {
        self.switches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records whether the project folder or its editor runs calls now. `id` is the id of both. Announces a change.
    pub(crate) fn switched(&self, id: &BridgeId, source: Source) {
        let line = self.switches().note(id, source);
        if let Some(line) = line {
            tracing::info!("{line}");
            let _ = self.events.send(Event::Resync.into());
        }
    }

    /// Lists a connecting editor as one that proves that it has the project folder open; `None` if it cannot. Called before
    /// its link is used, so that no call sees the editor and the folder as two targets.
    pub(crate) fn begin_proof(self: &Arc<Self>, hello: &Hello, bridge: &Arc<LiveBridge>) -> Option<Proving> {
        let asks = hello.kind == Kind::Editor && hello.functions.iter().any(|name| name == "link/prove-folder");
        (asks && self.folder.is_some()).then(|| Proving::begin(self, bridge))
    }

    /// Starts a task in which a connected editor proves that it has the project folder open. They then are one target.
    pub(crate) fn pair(self: &Arc<Self>, proving: Proving, instance: String) {
        let Some(folder) = self.folder.clone() else {
            return;
        };
        let (inner, bridge) = (Arc::clone(self), Arc::clone(&proving.1));
        self.tasks.spawn(async move {
            let _proving = proving;
            let Ok(is_open) = folder.is_open_in(&bridge, &instance).await else {
                // A reload interrupts a proof. The next link begins another one, and until then this one counts.
                tracing::info!(unity = %bridge.id(), "an editor did not answer whether it has the project of this host open");
                let mut came = inner.came.subscribe();
                tokio::select! {
                    _ = came.changed() => {}
                    () = inner.over.cancelled() => {}
                    () = tokio::time::sleep(AWAY) => {}
                }
                return;
            };
            // During the proof, another process may have connected under this id; it must prove itself.
            if !is_open || bridge.peer().is_none_or(|peer| peer.instance != instance) {
                return tracing::warn!(unity = %bridge.id(), "an editor did not prove that it has the project of this host open");
            }
            let is_pair = inner.table().prove(&bridge.id(), &instance);
            match is_pair {
                true => {
                    tracing::info!(unity = %bridge.id(), "an editor has the project of this host open and answers for the folder");
                    inner.switched(&bridge.id(), Source::Live);
                }
                false => tracing::warn!(unity = %bridge.id(), "ignored a second editor for the project of this host: it does not answer for the folder"),
            }
        });
    }

    /// Returns true while an editor proves that it has the project folder open, and none has proved it.
    pub(crate) fn proves_folder(&self) -> bool {
        let has_ended = |editor: &LiveBridge| matches!(editor.state(), BridgeState::Unity(state) if state.has_ended);
        self.table().editor().is_none() && self.proofs().iter().any(|editor| !has_ended(editor))
    }

    fn proofs(&self) -> MutexGuard<'_, Vec<Arc<LiveBridge>>> {
        self.proofs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if an editor that has the project folder open can still link again after the start of this host. The
    /// sessions that worked in it are restored, but not that they did.
    pub(crate) fn expects_editor(&self) -> bool {
        let is_early = self.since.elapsed() < AWAY && self.table().editor().is_none();
        is_early && self.folder.as_ref().is_some_and(Folder::has_lock)
    }

    pub(crate) fn table(&self) -> MutexGuard<'_, Table> {
        // Entries are inserted and removed as a whole, so a poisoned lock is still consistent.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn place(&self, hello: &Hello) -> Option<Arc<LiveBridge>> {
        let folder = self.folder.as_ref().map(|folder| folder.bridge.id());
        self.table().place(hello, folder.as_ref(), |id| {
            let (events, log) = (self.events.clone(), Arc::new(self.log.for_target(&id)));
            let numbers: Arc<dyn ObjectNumbers> = Arc::clone(&self.numbers) as _;
            let (bridge, task) = LiveBridge::new(&self.host, id, events, log, Some(numbers), self.over.clone());
            self.tasks.spawn(task);
            bridge.helped_by(self.host_side.get().map(Arc::clone))
        })
    }

    /// Returns the scripts folder if `function` affects script files, else `None`. The host stores these files: a
    /// write with an idempotency key is executed once, even if instances connect or disconnect.
    pub(crate) fn scripts(&self, function: Function) -> Option<&Arc<Scripts>> {
        let side = self.host_side.get().filter(|_| Scripts::answers(function))?;
        Some(&side.scripts)
    }

    /// Returns the Unity instance for calls that name none: the first connected one, else the first that may return.
    fn first(&self) -> Option<Arc<LiveBridge>> {
        let here = self.table().linked_bridges();
        let linked = here.iter().find(|bridge| bridge.is_linked());
        linked.or(here.first()).cloned()
    }

    /// Calls `of` with the Unity instance for calls that name none, else with the project folder, else calls `none`.
    pub(crate) fn with_first<T>(&self, of: impl FnOnce(&dyn UnityBridge) -> T, none: impl FnOnce() -> T) -> T {
        match (self.first(), &self.folder) {
            (Some(bridge), _) => of(&*bridge),
            (None, Some(folder)) => of(&*folder.bridge),
            (None, None) => none(),
        }
    }

    /// Returns true if Unity's Pipeline is available in the target for calls that name none: the folder or its editor.
    pub(crate) fn has_first_pipeline(&self) -> bool {
        let pipeline = self.folder.as_ref().and_then(|folder| folder.pipeline.as_ref());
        if !pipeline.is_some_and(|pipeline| pipeline.presence().is_there()) {
            return false;
        }
        let editor = self.table().editor().map(|editor| editor.id());
        self.first().is_none_or(|first| Some(first.id()) == editor)
    }

    /// Selects the Unity instance for a command that the host runs for no client call. Waits if there is none. Fails if
    /// none connects, or if a write could be for several instances or the folder.
    pub(crate) async fn choose_bridge(
        &self,
        command: &CheckedCommand,
        call: &BridgeCall,
    ) -> Result<Arc<LiveBridge>, BridgeError> {
        let is_write = command.access_in_running().effect.changes_something();
        let here = self.table().linked_bridges();
        if is_write && here.len() + usize::from(self.folder.is_some()) > 1 {
            let targets = self.targets();
            let ids: Vec<String> = targets.iter().map(|target| target.id().to_string()).collect();
            if ids.len() > 1 {
                return Err(ambiguous_target_error(&ids));
            }
        }
        if let Some(bridge) = self.first() {
            return Ok(bridge);
        }
        let mut came = self.came.subscribe();
        let first = Instant::now() + FIRST;
        let until = call
            .deadline
            .as_ref()
            .map_or(first, |deadline| deadline.at().min(first));
        tokio::select! {
            _ = came.changed() => {}
            () = call.cancel.cancelled() => {}
            () = self.over.cancelled() => {}
            () = tokio::time::sleep_until(until.into()) => {}
        }
        self.first().ok_or_else(no_instance_error)
    }
}

fn no_instance_error() -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::NotReady,
        "no running Unity is linked to this host; nothing was changed",
    )
    .with_hint(
        "start a game or an editor with the package `com.unity-tools.bridge` as the same user; it connects by itself",
    )
    .retry_after(FIRST)
}
