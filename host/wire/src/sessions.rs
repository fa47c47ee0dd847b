//! Sessions of the handshake eras: what one session remembers. Knows no method.
//!
//! Which sessions there are is the store's business, what outlives the process the journal's.

mod by_id;
mod clock;
mod folder;
mod follower;
mod journal;
mod memory;
mod record;
mod refused;
mod store;
mod waiting;

pub(crate) use refused::{NoSession, Unwatched};
pub(crate) use store::{Closed, Hold, Sessions};

use crate::backlog::Bounds;
use crate::budget::{Budget, Full, Reservation, Share};
use crate::dialects::Version;
use crate::open_questions::OpenQuestions;
use crate::random_id::random_id;
use crate::request_ids::RequestIds;
use crate::slots::Slot;
use crate::streams::{EventId, STREAM, StreamLog, StreamReader};
use clock::Clock;
use follower::Follower;
use host_api::{ClientCapabilities, LogLevel, Profile, ToolService};
use journal::Queue;
use memory::Memory;
use record::Record;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Finished and abandoned streams that a session keeps for resuming; older ones go first.
const STREAMS_KEPT: usize = 16;
/// Bytes of finished streams that a session keeps.
const FINISHED_BYTES: usize = 4 << 20;
/// Resources one session may watch.
const MAX_SUBSCRIPTIONS: usize = 1024;
/// Bytes of their URIs.
const SUBSCRIPTION_BYTES: usize = 32 << 10;
/// Bytes of the name of a Unity, which may be a path.
const LONGEST_NAME: usize = 4_096;
/// What one resource takes in a list of those that are watched, besides the bytes of its URI.
pub(crate) const SUBSCRIPTION: usize = 96;

/// One session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: Arc<str>,
    pub(crate) version: Version,
    pub(crate) client: Arc<str>,
    pub(crate) capabilities: ClientCapabilities,
    /// What it picked when it was opened.
    pub(crate) profile: Option<Box<Profile>>,
    /// What the host asked this client and it has not answered. Made, as the next, once there is any: most sessions that are
    /// open have nothing under way.
    pub(crate) questions: LazyLock<Arc<OpenQuestions>>,
    /// Of its requests.
    pub(crate) ids: LazyLock<Arc<RequestIds>>,
    ready: AtomicBool,
    /// By the store's clock; where it was restored, its last use.
    born: u64,
    /// In which order the store opened them; several are born in one millisecond.
    number: u64,
    /// By the store's clock.
    last_used: AtomicU64,
    /// What the journal holds as `last_used`.
    noted_use: AtomicU64,
    /// Where changes are noted; `None` where the session ends with the process.
    journal: Option<Arc<Queue>>,
    /// The journal is going to look at this session.
    queued: AtomicBool,
    /// Calls and streams; a session in use does not expire.
    in_use: AtomicUsize,
    /// For the session itself.
    _room: Reservation,
    memory: Mutex<Memory>,
    /// Which Unity its address named as it was opened, or as its stream was.
    unity: Mutex<Option<Box<str>>>,
    /// Told once nothing of it is under way any more.
    follower: Follower,
}

/// What `initialize` says about its client, the version that is spoken from then on, and what its address names.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) version: Version,
    pub(crate) client: Arc<str>,
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) profile: Option<Profile>,
}

/// What a session takes besides the name of its client, its entries in maps included.
const SESSION: usize = size_of::<Session>() + 512;

/// Why a GET with `Last-Event-ID` cannot continue where it was.
#[derive(Debug)]
pub(crate) enum Resume {
    /// The stream goes on here.
    Continue(Arc<StreamLog>),
    /// It is finished and everything of it was delivered.
    Finished,
    /// This session holds no such stream.
    Unknown,
}

impl Session {
    /// One that nothing has happened to, that no journal keeps.
    fn fresh(id: Arc<str>, opening: Opening, used: u64, budget: &Arc<Budget>) -> Result<Self, Full> {
        let Opening {
            version,
            client,
            capabilities,
            profile,
        } = opening;
        let picked = profile.as_ref().map_or(0, |profile| 2 * profile.to_string().len());
        Ok(Self {
            _room: budget.reserve(Share::Sessions, SESSION + client.len() + picked)?,
            id,
            version,
            client,
            capabilities,
            profile: profile.map(Box::new),
            questions: LazyLock::new(Arc::default),
            ids: LazyLock::new(Arc::default),
            ready: AtomicBool::new(false),
            born: used,
            number: 0,
            last_used: AtomicU64::new(used),
            noted_use: AtomicU64::new(used),
            journal: None,
            queued: AtomicBool::new(false),
            in_use: AtomicUsize::new(0),
            memory: Mutex::default(),
            unity: Mutex::default(),
            follower: Follower::default(),
        })
    }

    /// One outside the store: no header names it, it never expires, and it ends with the pipe that it belongs to. `None`
    /// where there is no randomness.
    pub(crate) fn apart(opening: Opening, budget: &Arc<Budget>) -> Result<Arc<Self>, NoSession> {
        let id = new_id().ok_or(NoSession::NoRandomness)?;
        let session = Self::fresh(id, opening, 0, budget)?;
        Ok(Arc::new(session))
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// `notifications/initialized` arrived for one outside the store; `Sessions::make_ready` is for those in it.
    pub(crate) fn make_ready_apart(&self) {
        self.ready.store(true, Ordering::Release);
    }

    /// `service` gets its calls, and is told once it is over.
    pub(crate) fn followed_by(&self, service: &Arc<dyn ToolService>) {
        self.follower.is(service, &self.id);
    }

    /// The Unity that its address names: it hears of that one.
    pub(crate) fn unity(&self) -> Option<Box<str>> {
        self.unity.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Its address names that one from now on.
    pub(crate) fn names(&self, unity: Option<&str>) {
        let unity = unity.filter(|name| name.len() <= LONGEST_NAME).map(Box::from);
        *self.unity.lock().unwrap_or_else(PoisonError::into_inner) = unity;
    }

    pub(crate) fn log_level(&self) -> Option<LogLevel> {
        self.memory().log_level
    }

    pub(crate) fn set_log_level(self: &Arc<Self>, level: LogLevel) {
        if self.memory().log_level.replace(level) != Some(level) {
            self.note();
        }
    }

    pub(crate) fn subscribe(self: &Arc<Self>, uri: &str, budget: &Arc<Budget>) -> Result<(), Unwatched> {
        let mut memory = self.memory();
        if memory.subscriptions.contains(uri) {
            return Ok(());
        }
        let bytes: usize = memory.subscriptions.iter().map(|other| other.len()).sum();
        if memory.subscriptions.len() >= MAX_SUBSCRIPTIONS || bytes + uri.len() > SUBSCRIPTION_BYTES {
            return Err(Unwatched::TooMany);
        }
        memory
            .subscribed
            .get_or_insert_with(|| budget.nothing(Share::Subscriptions))
            .grow(uri.len() + SUBSCRIPTION)?;
        memory.subscriptions.insert(uri.into());
        drop(memory);
        self.note();
        Ok(())
    }

    pub(crate) fn unsubscribe(self: &Arc<Self>, uri: &str) {
        let mut memory = self.memory();
        if !memory.subscriptions.remove(uri) {
            return;
        }
        if let Some(room) = &mut memory.subscribed {
            room.shrink_to(room.bytes().saturating_sub(uri.len() + SUBSCRIPTION));
        }
        drop(memory);
        self.note();
    }

    pub(crate) fn watches(&self, uri: &str) -> bool {
        self.memory().subscriptions.contains(uri)
    }

    /// All that it watches.
    pub(crate) fn watched(&self) -> Vec<Box<str>> {
        self.memory().subscriptions.iter().cloned().collect()
    }

    /// A log for the stream of a call, kept for resuming.
    pub(crate) fn call_stream(&self, bounds: Bounds, dropped: &Arc<AtomicU64>, budget: &Arc<Budget>) -> Arc<StreamLog> {
        let room = budget.reserve_under_way(Share::Streams, STREAM).ok();
        let mut memory = self.memory();
        let log = memory.new_stream(bounds, dropped, budget, room);
        if memory.ended {
            log.close();
        } else {
            memory.make_room();
            memory.calls.push(Arc::clone(&log));
        }
        log
    }

    /// A log for a stream that GET opens; abandoned ones beyond a few are forgotten.
    pub(crate) fn standalone_stream(
        &self,
        bounds: Bounds,
        dropped: &Arc<AtomicU64>,
        budget: &Arc<Budget>,
    ) -> Result<Arc<StreamLog>, Full> {
        let room = budget.reserve(Share::Streams, STREAM)?;
        let mut memory = self.memory();
        let log = memory.new_stream(bounds, dropped, budget, Some(room));
        if memory.ended {
            log.close();
            return Ok(log);
        }
        if memory.standalone.len() >= STREAMS_KEPT
            && let Some(oldest) = memory.standalone.iter().position(|other| !other.has_reader())
        {
            memory.standalone.remove(oldest).close();
        }
        memory.standalone.push(Arc::clone(&log));
        Ok(log)
    }

    /// Puts a host message on exactly one stream: the newest with a reader, else the newest that may be resumed.
    pub(crate) fn announce(&self, json: &[u8]) {
        let chosen = {
            let memory = self.memory();
            let followed = memory.standalone.iter().rev().find(|log| log.has_reader());
            followed.or(memory.standalone.last()).cloned()
        };
        if let Some(log) = chosen {
            log.push(json);
        }
    }

    /// Finds the stream that an event id names.
    pub(crate) fn resume(&self, seen: EventId) -> Resume {
        let memory = self.memory();
        let mut streams = memory.calls.iter().chain(&memory.standalone);
        match streams.find(|log| log.number() == seen.stream) {
            None => Resume::Unknown,
            Some(log) if log.is_exhausted_after(seen.sequence) => Resume::Finished,
            Some(log) => Resume::Continue(Arc::clone(log)),
        }
    }

    /// Ends the streams that GET opened; calls go on.
    pub(crate) fn end_standalone(&self) {
        for log in std::mem::take(&mut self.memory().standalone) {
            log.close();
        }
    }

    /// Has what changed written, where this session is kept.
    fn note(self: &Arc<Self>) {
        if let Some(journal) = &self.journal {
            journal.note(self);
        }
    }

    /// What the journal keeps of it; `None` once it has ended.
    fn record(&self, life: u32, clock: &Clock) -> Option<Record> {
        let used = match self.is_in_use() {
            true => clock.now(),
            false => self.last_used.load(Ordering::Relaxed),
        };
        let memory = self.memory();
        if memory.ended {
            return None;
        }
        self.noted_use.store(used, Ordering::Relaxed);
        Some(Record {
            life,
            version: self.version,
            client: self.client.clone(),
            capabilities: self.capabilities,
            profile: self.profile.as_deref().cloned(),
            ready: self.is_ready(),
            log_level: memory.log_level,
            subscriptions: memory.subscriptions.clone(),
            used: clock.wall(used),
        })
    }

    /// Milliseconds by which the journal is behind with the last use.
    fn unnoted_use(&self) -> u64 {
        let noted = self.noted_use.load(Ordering::Relaxed);
        self.last_used.load(Ordering::Relaxed).saturating_sub(noted)
    }

    fn is_in_use(&self) -> bool {
        self.in_use.load(Ordering::Acquire) > 0
    }

    /// Cancels what is in flight and closes every stream.
    pub(crate) fn end(&self) {
        let mut memory = self.memory();
        memory.ended = true;
        memory.subscribed = None;
        memory.subscriptions.clear();
        let streams: Vec<_> = memory.standalone.drain(..).collect();
        let calls = std::mem::take(&mut memory.calls);
        drop(memory);
        self.ids.end();
        streams.iter().chain(&calls).for_each(|log| log.close());
    }

    fn forget_streams(&self, kept: Duration) {
        let mut memory = self.memory();
        memory
            .calls
            .retain(|log| log.closed_at().is_none_or(|closed| closed.elapsed() < kept));
        memory.calls.shrink_to_fit();
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What keeps a stream's connection counted and its session alive.
#[derive(Debug)]
pub(crate) struct OpenStream {
    pub(crate) slot: Slot,
    pub(crate) hold: Option<Hold>,
}

impl OpenStream {
    pub(crate) fn follow(self, log: &Arc<StreamLog>, seen: Option<u64>, keep_alive: Duration) -> StreamReader {
        let reader = log.read(seen, keep_alive, self.slot);
        match self.hold {
            Some(hold) => reader.with_hold(hold),
            None => reader,
        }
    }
}

/// 128 random bits as visible ASCII.
pub(crate) fn new_id() -> Option<Arc<str>> {
    random_id::<16>().map(Arc::from)
}

#[cfg(test)]
mod tests;
