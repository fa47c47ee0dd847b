//! Sessions of the handshake versions of MCP. This module contains the state of one session, and knows no MCP method.
//!
//! The store contains all sessions. The journal writes the part of their state that survives the process to a file.

mod clock;
mod follower;
mod id_entry;
mod journal;
mod memory;
mod record;
mod session_refusal;
mod store;
mod waiting;

pub use session_refusal::{NoSession, Unwatched};
pub use store::{Closed, Hold, Sessions};

use crate::backlog::Bounds;
use crate::budget::{Budget, Full, Reservation, Share};
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
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of finished and abandoned streams that a session keeps for resuming. The oldest are dropped first.
const STREAMS_KEPT: usize = 16;
/// Maximum total bytes of the finished streams that a session keeps.
const FINISHED_BYTES: usize = 4 << 20;
/// Maximum number of resources that one session may subscribe to; further subscriptions are rejected.
const MAX_SUBSCRIPTIONS: usize = 1024;
/// Maximum total bytes of the URIs that one session subscribes to; further subscriptions are rejected.
const SUBSCRIPTION_BYTES: usize = 32 << 10;
/// Maximum bytes of the name of a Unity project or instance in a session's URL; a longer name is ignored.
const LONGEST_NAME: usize = 4_096;
/// Bytes that one subscribed resource reserves in the memory budget, in addition to its URI.
pub const SUBSCRIPTION: usize = 96;

/// One session of an MCP client that began with `initialize`.
#[derive(Debug)]
pub struct Session {
    pub id: Arc<str>,
    /// The MCP version that the host and the client agreed on.
    pub version: Cow<'static, str>,
    pub client: Arc<str>,
    pub capabilities: ClientCapabilities,
    /// The profile (selection of tools) in the URL with which the session was opened; `None` if the URL contains none.
    pub profile: Option<Box<Profile>>,
    /// Unanswered questions of the host to this client. Created on first use, like `ids`, because most sessions have no
    /// running call.
    pub questions: LazyLock<Arc<OpenQuestions>>,
    pub ids: LazyLock<Arc<RequestIds>>,
    ready: AtomicBool,
    /// Creation time, in milliseconds of the host's [`Clock`]; for a restored session, the time of its last use.
    born: u64,
    /// Sequence number of the session in the order of creation; several sessions may be created in one millisecond.
    number: u64,
    /// Time of the session's last use, in milliseconds of the host's [`Clock`].
    last_used: AtomicU64,
    /// The time of the session's last use as last written to the file of sessions; small changes are not written.
    noted_use: AtomicU64,
    /// The queue through which this session is written to the file of sessions; `None` if it ends with the process.
    journal: Option<Arc<Queue>>,
    queued: AtomicBool,
    /// Number of running calls and open streams. A session in use does not expire.
    in_use: AtomicUsize,
    _room: Reservation,
    memory: Mutex<Memory>,
    /// The Unity project or instance that the URL of the session or of its stream names; `None` if it names none.
    unity: Mutex<Option<Box<str>>>,
    follower: Follower,
}

/// The data of a new session: client data from `initialize`, the negotiated version, and the profile from the URL.
#[derive(Clone, Debug)]
pub struct Opening {
    pub version: Cow<'static, str>,
    pub client: Arc<str>,
    pub capabilities: ClientCapabilities,
    pub profile: Option<Profile>,
}

/// Bytes that a session reserves in addition to the name of its client, including its map entries.
const SESSION: usize = size_of::<Session>() + 512;

/// The result of a client's attempt to resume a stream, with a GET request with `Last-Event-ID`.
#[derive(Debug)]
pub enum Resume {
    /// The stream that the client can continue.
    Continue(Arc<StreamLog>),
    /// The stream is finished, and the client has received all its events.
    Finished,
    /// The session has no stream with the number in the client's event id.
    Unknown,
}

impl Session {
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

    /// Creates the session of a pipe (`/sse` or stdio). It has no header id, never expires, and ends with its pipe.
    pub fn new_unstored(opening: Opening, budget: &Arc<Budget>) -> Result<Arc<Self>, NoSession> {
        let id = new_id().ok_or(NoSession::NoRandomness)?;
        let session = Self::fresh(id, opening, 0, budget)?;
        Ok(Arc::new(session))
    }

    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// Marks the session of a pipe as ready. For a session with a header id, [`Sessions::make_ready`] does this.
    pub fn make_ready_apart(&self) {
        self.ready.store(true, Ordering::Release);
    }

    /// Sets the tool service that runs the calls of this session, so that it is notified when the session ends.
    pub fn followed_by(&self, service: &Arc<dyn ToolService>) {
        self.follower.is(service, &self.id);
    }

    /// Returns the Unity project or instance in the session's URL, whose events it gets; `None` if there is none.
    pub fn unity(&self) -> Option<Box<str>> {
        self.unity.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the Unity project or instance that the session's URL names. A name that is too long is ignored.
    pub fn names(&self, unity: Option<&str>) {
        let unity = unity.filter(|name| name.len() <= LONGEST_NAME).map(Box::from);
        *self.unity.lock().unwrap_or_else(PoisonError::into_inner) = unity;
    }

    pub fn log_level(&self) -> Option<LogLevel> {
        self.memory().log_level
    }

    pub fn set_log_level(self: &Arc<Self>, level: LogLevel) {
        if self.memory().log_level.replace(level) != Some(level) {
            self.note();
        }
    }

    pub fn subscribe(self: &Arc<Self>, uri: &str, budget: &Arc<Budget>) -> Result<(), Unwatched> {
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
            .get_or_insert_with(|| budget.empty_reservation(Share::Subscriptions))
            .grow(uri.len() + SUBSCRIPTION)?;
        memory.subscriptions.insert(uri.into());
        drop(memory);
        self.note();
        Ok(())
    }

    pub fn unsubscribe(self: &Arc<Self>, uri: &str) {
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

    pub fn watches(&self, uri: &str) -> bool {
        self.memory().subscriptions.contains(uri)
    }

    /// Returns the URIs of all resources to which this session subscribes.
    pub fn watched(&self) -> Vec<Box<str>> {
        self.memory().subscriptions.iter().cloned().collect()
    }

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

    /// Creates a log for a stream that a GET opens. Of too many such streams, the oldest without a reader is dropped.
    pub fn standalone_stream(
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

    /// Sends a message of the host on exactly one stream that a GET opened: the newest with a reader, else the newest.
    pub fn announce(&self, json: &[u8]) {
        let chosen = {
            let memory = self.memory();
            let followed = memory.standalone.iter().rev().find(|log| log.has_reader());
            followed.or(memory.standalone.last()).cloned()
        };
        if let Some(log) = chosen {
            log.push(json);
        }
    }

    /// Finds the stream in which a reconnecting client continues: the one with `seen`, the last event that it received.
    pub fn resume(&self, seen: EventId) -> Resume {
        let memory = self.memory();
        let mut streams = memory.calls.iter().chain(&memory.standalone);
        match streams.find(|log| log.number() == seen.stream) {
            None => Resume::Unknown,
            Some(log) if log.is_exhausted_after(seen.sequence) => Resume::Finished,
            Some(log) => Resume::Continue(Arc::clone(log)),
        }
    }

    /// Ends the streams that GET requests opened. Calls continue.
    pub fn end_standalone(&self) {
        for log in std::mem::take(&mut self.memory().standalone) {
            log.close();
        }
    }

    /// Marks the session for writing to the file of sessions, because it changed. No effect without such a file.
    fn note(self: &Arc<Self>) {
        if let Some(journal) = &self.journal {
            journal.note(self);
        }
    }

    /// Returns the data of the session for the file of sessions; `None` after the session has ended.
    fn record(&self, life: u32, clock: &Clock) -> Option<Record> {
        let used = match self.is_in_use() {
            true => clock.now_millis(),
            false => self.last_used.load(Ordering::Relaxed),
        };
        let memory = self.memory();
        if memory.ended {
            return None;
        }
        self.noted_use.store(used, Ordering::Relaxed);
        Some(Record {
            life,
            version: self.version.clone(),
            client: self.client.clone(),
            capabilities: self.capabilities,
            profile: self.profile.as_deref().cloned(),
            ready: self.is_ready(),
            log_level: memory.log_level,
            subscriptions: memory.subscriptions.clone(),
            used: clock.wall(used),
        })
    }

    fn unnoted_use(&self) -> u64 {
        let noted = self.noted_use.load(Ordering::Relaxed);
        self.last_used.load(Ordering::Relaxed).saturating_sub(noted)
    }

    fn is_in_use(&self) -> bool {
        self.in_use.load(Ordering::Acquire) > 0
    }

    /// Ends the session: cancels all its requests and closes all its streams.
    pub fn end(&self) {
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

/// One open connection that reads a stream of a session. It holds a slot, and keeps the session from expiring.
#[derive(Debug)]
pub struct OpenStream {
    pub slot: Slot,
    pub hold: Option<Hold>,
}

impl OpenStream {
    pub fn follow(self, log: &Arc<StreamLog>, seen: Option<u64>, keep_alive: Duration) -> StreamReader {
        let reader = log.read(seen, keep_alive, self.slot);
        match self.hold {
            Some(hold) => reader.with_hold(hold),
            None => reader,
        }
    }
}

/// Creates a random session id of 32 hexadecimal characters; `None` if the system provides no random bytes.
pub fn new_id() -> Option<Arc<str>> {
    random_id::<16>().map(Arc::from)
}

#[cfg(test)]
mod tests;
