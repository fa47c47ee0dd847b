//! All running Unitys as one bridge.
//!
//! Belongs here: which of them a call goes to. Does not: who is there (`table`), what becomes of a call (`bridge-live`).

use crate::door::UNPROVED;
use crate::numbers::Numbers;
use crate::table::Table;
use host_api::{Access, BoxFuture};
use host_bridge::{
    Activity, BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, Capability, CheckedCommand, Command,
    Event, Function, LogBuffer, LogTail, ObjectNumbers, ProjectInfo, Replied, UnityBridge, UnityState,
};
use host_bridge_live::frames::Hello;
use host_bridge_live::trust::Secret;
use host_bridge_live::{HostName, LiveBridge};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    table: Mutex<Table>,
    /// One gets its place at a time.
    pub(crate) arriving: Semaphore,
    /// Grows as one links itself.
    pub(crate) came: watch::Sender<u64>,
    pub(crate) unproved: Semaphore,
    events: broadcast::Sender<Event>,
    log: Arc<LogBuffer>,
    pub(crate) numbers: Arc<Numbers>,
    tasks: TaskTracker,
    pub(crate) over: CancellationToken,
    since: Instant,
}

impl Unitys {
    /// None yet. Those that come prove that they know `secret`; their tasks belong to `tasks` and end with `over`.
    pub fn new(host: HostName, secret: Secret, tasks: TaskTracker, over: CancellationToken) -> Self {
        Self(Arc::new(Inner {
            host,
            secret,
            table: Mutex::default(),
            arriving: Semaphore::new(1),
            came: watch::Sender::new(0),
            unproved: Semaphore::new(UNPROVED),
            events: broadcast::Sender::new(EVENTS),
            log: Arc::new(LogBuffer::new(EVENTS)),
            numbers: Arc::default(),
            tasks,
            over,
            since: Instant::now(),
        }))
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
    fn table(&self) -> MutexGuard<'_, Table> {
        // Places are put in and taken out whole.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn place(&self, hello: &Hello) -> Option<Arc<LiveBridge>> {
        self.table().place(hello, |id| {
            let (events, log) = (self.events.clone(), Arc::clone(&self.log));
            let numbers: Arc<dyn ObjectNumbers> = Arc::clone(&self.numbers) as _;
            let (bridge, task) = LiveBridge::new(&self.host, id, (events, log), Some(numbers), self.over.clone());
            self.tasks.spawn(task);
            bridge
        })
    }

    /// Whoever answers where nobody chose: the first that is linked, else the first that is waited for.
    fn first(&self) -> Option<Arc<LiveBridge>> {
        let here = self.table().here();
        let linked = here.iter().find(|bridge| bridge.is_linked());
        linked.or(here.first()).cloned()
    }

    /// Of the first, or what holds while there is none.
    fn of_first<T>(&self, of: impl FnOnce(&LiveBridge) -> T, none: impl FnOnce() -> T) -> T {
        match self.first() {
            Some(bridge) => of(&bridge),
            None => none(),
        }
    }

    /// # Errors
    /// Nobody is there, or a write could be meant for several.
    async fn chosen(&self, command: &CheckedCommand, call: &BridgeCall) -> Result<Arc<LiveBridge>, BridgeError> {
        let is_write = LiveBridge::access_of(command).effect.changes_something();
        let here = self.table().here();
        if is_write && here.len() > 1 {
            return Err(several(&here));
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

fn several(here: &[Arc<LiveBridge>]) -> BridgeError {
    let names: Vec<String> = here.iter().map(|bridge| bridge.id().to_string()).collect();
    let message = format!(
        "{} Unitys are linked, and nobody said which one is to be changed: {}",
        names.len(),
        names.join(", ")
    );
    BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("end all but one of them")
}

impl UnityBridge for Unitys {
    fn name(&self) -> &'static str {
        "live"
    }

    /// All of them while nobody is there: what is missing is a Unity, which whoever calls is told.
    fn capabilities(&self) -> BTreeSet<Capability> {
        self.0.of_first(LiveBridge::capabilities, || Capability::ALL.into())
    }

    fn state(&self) -> BridgeState {
        self.0.of_first(LiveBridge::state, || {
            BridgeState::Unity(UnityState {
                activity: Activity::Away,
                since: self.0.since.elapsed(),
                last_time: None,
                dialog: None,
            })
        })
    }

    fn project(&self) -> ProjectInfo {
        self.0.of_first(LiveBridge::project, ProjectInfo::default)
    }

    fn queue_depth(&self) -> usize {
        let here = self.0.table().here();
        here.iter().map(|bridge| bridge.queue_depth()).sum()
    }

    fn id(&self) -> BridgeId {
        self.0.of_first(LiveBridge::id, || BridgeId::new(self.name(), 0))
    }

    fn functions(&self) -> BTreeSet<Function> {
        self.0
            .of_first(LiveBridge::functions, || Function::ALL.iter().copied().collect())
    }

    fn access(&self, command: &Command) -> Access {
        LiveBridge::access_of(command)
    }

    fn events(&self) -> broadcast::Receiver<Event> {
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
