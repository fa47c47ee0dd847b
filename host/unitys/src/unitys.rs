//! All running Unitys as one bridge.
//!
//! Belongs here: which of them a call goes to. Does not: who is there (`table`), what becomes of a call (`bridge-live`).

use crate::choosing::by_request;
use crate::door::UNPROVED;
use crate::folder::Folder;
use crate::habits::Sessions;
use crate::hearing::hear_folder;
use crate::numbers::Numbers;
use crate::one::One;
use crate::switches::Switches;
use crate::table::Table;
use host_api::{Access, Announced, BoxFuture, SessionNews, Source, Target};
use host_bridge::{
    Activity, BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, Capability, CheckedCommand, Command,
    Event, Function, LogBuffer, LogTail, ObjectNumbers, OneUnity, ProjectInfo, Replied, UnityBridge, UnityRow,
    UnityState, Wish,
};
use host_bridge_live::frames::{Hello, Kind};
use host_bridge_live::trust::Secret;
use host_bridge_live::{HostName, HostSide, LiveBridge, Scripts};
use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, broadcast, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Events and lines that a slow subscriber may lag behind.
const EVENTS: usize = 1_024;

/// A host that has just started is dialled within this time by those who run.
const FIRST: Duration = Duration::from_secs(2);

/// The running Unitys of this host. Cheap to clone.
#[derive(Clone)]
pub struct Unitys(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    host: HostName,
    pub(crate) secret: Secret,
    host_side: OnceLock<Arc<HostSide>>,
    table: Mutex<Table>,
    /// The project's folder, where one stands beside the running Unitys.
    pub(crate) folder: Option<Folder>,
    sessions: Mutex<Sessions>,
    switches: Mutex<Switches>,
    /// One gets its place at a time.
    pub(crate) arriving: Semaphore,
    /// Grows as one links itself.
    pub(crate) came: watch::Sender<u64>,
    pub(crate) unproved: Semaphore,
    pub(crate) events: broadcast::Sender<Announced<Event>>,
    pub(crate) log: LogBuffer,
    pub(crate) numbers: Arc<Numbers>,
    pub(crate) tasks: TaskTracker,
    pub(crate) over: CancellationToken,
    since: Instant,
}

impl Unitys {
    /// None yet but `folder`. Those that come prove that they know `secret`; their tasks belong to `tasks` and end with `over`.
    pub fn new(
        host: HostName,
        secret: Secret,
        folder: Option<Folder>,
        tasks: TaskTracker,
        over: CancellationToken,
    ) -> Self {
        let unitys = Self(Arc::new(Inner {
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
            numbers: Arc::default(),
            tasks,
            over,
            since: Instant::now(),
        }));
        if let Some(folder) = &unitys.0.folder {
            hear_folder(&unitys.0, folder);
        }
        unitys
    }

    /// What the host itself has for those that come from now on; said once.
    pub fn help_with(&self, host_side: HostSide) {
        // A second one would not reach those that are here.
        let _ = self.0.host_side.set(Arc::new(host_side));
    }

    /// What opens their door; for the host's own file.
    pub fn secret(&self) -> &Secret {
        &self.0.secret
    }

    /// What this host is called in it.
    pub fn host(&self) -> &HostName {
        &self.0.host
    }
}

impl Inner {
    pub(crate) fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes who answers for the pair `id`.
    pub(crate) fn switched(&self, id: &BridgeId, source: Source) {
        let mut switches = self.switches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = switches.note(id, source) {
            tracing::info!("{line}");
            let _ = self.events.send(Event::Resync.into());
        }
    }

    /// Asks an editor that has come whether it has the folder's project open.
    pub(crate) fn pair(self: &Arc<Self>, hello: &Hello, bridge: &Arc<LiveBridge>) {
        let asks = hello.kind == Kind::Editor && hello.functions.iter().any(|name| name == "link/prove-folder");
        let Some(folder) = self.folder.clone().filter(|_| asks) else {
            return;
        };
        let (inner, bridge, instance) = (Arc::clone(self), Arc::clone(bridge), hello.instance.clone());
        self.tasks.spawn(async move {
            let is_open = folder.is_open_in(&bridge, &instance).await;
            // The question may have waited for another process in its place, which answers for itself.
            if !is_open || bridge.peer().is_none_or(|peer| peer.instance != instance) {
                return tracing::warn!(unity = %bridge.id(), "an editor did not prove that it has this host's project open");
            }
            let is_pair = inner.table().prove(&bridge.id(), &instance);
            match is_pair {
                true => {
                    tracing::info!(unity = %bridge.id(), "an editor has this host's project open, and answers for it");
                    inner.switched(&bridge.id(), Source::Live);
                }
                false => tracing::warn!(unity = %bridge.id(), "a second editor says that it has this host's project open, and does not answer for it"),
            }
        });
    }

    pub(crate) fn table(&self) -> MutexGuard<'_, Table> {
        // Places are put in and taken out whole.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn place(&self, hello: &Hello) -> Option<Arc<LiveBridge>> {
        let folder = self.folder.as_ref().map(|folder| folder.bridge.id());
        self.table().place(hello, folder.as_ref(), |id| {
            let (events, log) = (self.events.clone(), Arc::new(self.log.of_one(&id)));
            let numbers: Arc<dyn ObjectNumbers> = Arc::clone(&self.numbers) as _;
            let (bridge, task) = LiveBridge::new(&self.host, id, (events, log), Some(numbers), self.over.clone());
            self.tasks.spawn(task);
            bridge.helped_by(self.host_side.get().map(Arc::clone))
        })
    }

    /// Who answers `function` in front of all Unitys, where it is about script files: those are the host's, the same ones whichever
    /// Unity is meant and without any, and a write of a key is done once whoever links meanwhile.
    pub(crate) fn scripts(&self, function: Function) -> Option<&Arc<Scripts>> {
        let side = self.host_side.get().filter(|_| Scripts::answers(function))?;
        Some(&side.scripts)
    }

    /// Whoever answers where nobody chose: the first that is linked, else the first that is waited for.
    fn first(&self) -> Option<Arc<LiveBridge>> {
        let here = self.table().here();
        let linked = here.iter().find(|bridge| bridge.is_linked());
        linked.or(here.first()).cloned()
    }

    /// Of the first, or what holds while there is none.
    fn of_first<T>(&self, of: impl FnOnce(&dyn UnityBridge) -> T, none: impl FnOnce() -> T) -> T {
        match (self.first(), &self.folder) {
            (Some(bridge), _) => of(&*bridge),
            (None, Some(folder)) => of(&*folder.bridge),
            (None, None) => none(),
        }
    }

    /// # Errors
    /// Nobody is there, or a write could be meant for several.
    async fn chosen(&self, command: &CheckedCommand, call: &BridgeCall) -> Result<Arc<LiveBridge>, BridgeError> {
        let is_write = command.access_in_running().effect.changes_something();
        let here = self.table().here();
        if is_write && here.len() + usize::from(self.folder.is_some()) > 1 {
            let targets = self.targets();
            let ids: Vec<String> = targets.iter().map(|target| target.id().to_string()).collect();
            if ids.len() > 1 {
                return Err(several(&ids));
            }
        }
        if let Some(bridge) = self.first() {
            return Ok(bridge);
        }
        let mut came = self.came.subscribe();
        let first = Instant::now() + FIRST;
        let until = call.deadline.map_or(first, |deadline| deadline.min(first));
        tokio::select! {
            _ = came.changed() => {}
            () = call.cancel.cancelled() => {}
            () = self.over.cancelled() => {}
            () = tokio::time::sleep_until(until.into()) => {}
        }
        self.first().ok_or_else(none)
    }
}

fn none() -> BridgeError {
    BridgeError::new(BridgeErrorKind::NotReady, "no running Unity is linked to this host; nothing was changed")
        .with_hint("start a game or an editor with the package `com.unity-tools.bridge` in it, as the same user: it dials by itself")
        .retry_after(FIRST)
}

/// What is said where a change could be meant for each of `ids`.
pub(crate) fn several(ids: &[String]) -> BridgeError {
    let message = format!(
        "{} Unitys are here, and nobody said which one is to be changed: {}",
        ids.len(),
        ids.join(", ")
    );
    BridgeError::new(BridgeErrorKind::Conflict, message).with_hint(format!(
        "choose one with `use_unity` for this session, or name it: {}",
        by_request()
    ))
}

impl UnityBridge for Unitys {
    fn name(&self) -> &'static str {
        "live"
    }

    /// All of them while nobody is there: what is missing is a Unity, which whoever calls is told.
    fn capabilities(&self) -> BTreeSet<Capability> {
        self.0.of_first(|one| one.capabilities(), || Capability::ALL.into())
    }

    fn state(&self) -> BridgeState {
        self.0.of_first(
            |one| one.state(),
            || {
                BridgeState::Unity(UnityState {
                    activity: Activity::Away,
                    since: self.0.since.elapsed(),
                    last_time: None,
                    dialog: None,
                })
            },
        )
    }

    fn project(&self) -> ProjectInfo {
        self.0.of_first(|one| one.project(), ProjectInfo::default)
    }

    fn queue_depth(&self) -> usize {
        let here = self.0.table().here();
        here.iter().map(|bridge| bridge.queue_depth()).sum()
    }

    fn id(&self) -> BridgeId {
        self.0.of_first(|one| one.id(), || BridgeId::new(self.name(), 0))
    }

    fn is_several(&self) -> bool {
        true
    }

    fn of_call(&self, wish: &Wish) -> Result<Option<OneUnity>, BridgeError> {
        let choice = self.0.choose(wish)?;
        let one = One::new(&self.0, choice, wish.clone());
        let target = Target {
            unity: one.id().to_string(),
            source: one.source(),
        };
        Ok(Some(OneUnity {
            bridge: Arc::new(one),
            target,
        }))
    }

    fn unitys(&self) -> Vec<UnityRow> {
        self.0.rows(None)
    }

    fn heard_by(&self, wish: &Wish) -> Option<Arc<str>> {
        self.0.heard_by(wish)
    }

    fn wants_roots(&self, wish: &Wish) -> bool {
        self.0.wants_roots(wish)
    }

    fn has_roots(&self, wish: &Wish, roots: &[PathBuf]) {
        self.0.has_roots(wish, roots);
    }

    fn session_news(&self, session: &str, news: SessionNews) {
        match news {
            SessionNews::RootsChanged => self.0.sessions().forget_roots(session),
            SessionNews::Ended => self.0.sessions().forget(session),
        }
    }

    fn switches(&self) -> Vec<String> {
        let switches = self.0.switches.lock().unwrap_or_else(PoisonError::into_inner);
        switches.lines()
    }

    fn functions(&self) -> BTreeSet<Function> {
        self.0
            .of_first(|one| one.functions(), || Function::ALL.iter().copied().collect())
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        self.0.of_first(|bridge| bridge.refuses(function), || None)
    }

    fn access(&self, command: &Command) -> Access {
        command.access_in_running()
    }

    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.0.events.subscribe()
    }

    fn log(&self) -> &LogBuffer {
        &self.0.log
    }

    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        Box::pin(async move {
            if let Some(wanted) = LogTail::of(&command) {
                return Ok(self.0.log.tail(&wanted));
            }
            // The host's own commands have no session, and name nobody.
            if let Some(answer) = self.0.answer_itself(&command, &Wish::default(), None) {
                return answer;
            }
            if let Some(scripts) = self.0.scripts(command.function()) {
                return scripts.answer(command, call).await;
            }
            let is_empty = self.0.table().here().is_empty();
            if let (Some(folder), true) = (&self.0.folder, is_empty) {
                return folder.bridge.execute(command, call).await;
            }
            let bridge = self.0.chosen(&command, &call).await?;
            bridge.execute(command, call).await
        })
    }
}

impl fmt::Debug for Unitys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unitys")
    }
}
