//! Sessions of the handshake eras: a bounded store, and what one session remembers. Knows no method.

use crate::dialects::Version;
use crate::slots::Slot;
use crate::streams::{EventId, LogBounds, StreamLog, StreamReader};
use host_api::{ClientCapabilities, LogLevel};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Finished and abandoned streams that a session keeps for resuming; older ones go first.
const STREAMS_KEPT: usize = 16;
/// Bytes of finished streams that a session keeps.
const FINISHED_BYTES: usize = 4 << 20;
/// Resources one session may watch.
const MAX_SUBSCRIPTIONS: usize = 1024;

/// All open sessions.
#[derive(Debug)]
pub(crate) struct Sessions {
    open: RwLock<HashMap<Arc<str>, Arc<Session>>>,
    max: usize,
    idle: Duration,
    born: Instant,
}

/// One session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: Arc<str>,
    pub(crate) version: Version,
    pub(crate) client: String,
    pub(crate) capabilities: ClientCapabilities,
    ready: AtomicBool,
    /// Milliseconds after the store's birth.
    last_used: AtomicU64,
    /// Calls and streams; a session in use does not expire.
    in_use: AtomicUsize,
    memory: Mutex<Memory>,
}

#[derive(Debug, Default)]
struct Memory {
    ended: bool,
    log_level: Option<LogLevel>,
    subscriptions: BTreeSet<String>,
    in_flight: HashMap<Box<str>, CancellationToken>,
    last_stream: u64,
    /// Streams of calls.
    calls: Vec<Arc<StreamLog>>,
    /// Streams that GET opened; a host message goes to the newest one that has a reader.
    standalone: Vec<Arc<StreamLog>>,
}

impl Sessions {
    pub(crate) fn new(max: usize, idle: Duration) -> Self {
        Self {
            open: RwLock::new(HashMap::new()),
            max,
            idle,
            born: Instant::now(),
        }
    }

    /// A new session, or `None` where all places are taken by sessions in use or there is no randomness.
    pub(crate) fn open(
        &self,
        version: Version,
        client: String,
        capabilities: ClientCapabilities,
    ) -> Option<Arc<Session>> {
        let session = Arc::new(Session {
            id: new_id()?,
            version,
            client,
            capabilities,
            ready: AtomicBool::new(false),
            last_used: AtomicU64::new(self.now()),
            in_use: AtomicUsize::new(0),
            memory: Mutex::default(),
        });
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        let mut evicted = None;
        if open.len() >= self.max {
            let oldest = open
                .values()
                .filter(|other| !other.is_in_use())
                .min_by_key(|other| other.last_used.load(Ordering::Relaxed))?;
            let id = Arc::clone(&oldest.id);
            evicted = open.remove(&id);
        }
        open.insert(Arc::clone(&session.id), Arc::clone(&session));
        drop(open);
        if let Some(evicted) = evicted {
            tracing::info!(client = %evicted.client, "the session unused the longest was ended: server.max-sessions is reached");
            evicted.end();
        }
        Some(session)
    }

    /// The open session of that id; using it keeps it from expiring.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Session>> {
        let session = self
            .open
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(id)
            .cloned()?;
        session.last_used.store(self.now(), Ordering::Relaxed);
        Some(session)
    }

    /// Ends a session; false where there was none.
    pub(crate) fn close(&self, id: &str) -> bool {
        let closed = self.open.write().unwrap_or_else(PoisonError::into_inner).remove(id);
        closed.is_some_and(|session| {
            session.end();
            true
        })
    }

    pub(crate) fn count(&self) -> usize {
        self.open.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Session>> {
        self.open
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .cloned()
            .collect()
    }

    /// Ends what has been idle too long and forgets streams that nobody resumed.
    pub(crate) fn sweep(&self, stream_kept: Duration) {
        let idle = u64::try_from(self.idle.as_millis()).unwrap_or(u64::MAX);
        let now = self.now();
        for session in self.all() {
            session.forget_streams(stream_kept);
            let last_used = session.last_used.load(Ordering::Relaxed);
            if !session.is_in_use() && now.saturating_sub(last_used) > idle {
                self.close(&session.id);
            }
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn touch(&self, session: &Session) {
        session.last_used.store(self.now(), Ordering::Relaxed);
    }

    /// Marks the session in use until the value is dropped.
    pub(crate) fn hold(self: &Arc<Self>, session: &Arc<Session>) -> Hold {
        session.in_use.fetch_add(1, Ordering::AcqRel);
        Hold {
            store: Arc::clone(self),
            session: Arc::clone(session),
        }
    }
}

/// Keeps a session from expiring.
#[derive(Debug)]
pub(crate) struct Hold {
    store: Arc<Sessions>,
    session: Arc<Session>,
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.store.touch(&self.session);
        self.session.in_use.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A request id taken in its session, and the session held; both given back on drop.
#[derive(Debug)]
pub(crate) struct Flight {
    hold: Hold,
    key: Box<str>,
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.hold.session.memory().in_flight.remove(&self.key);
    }
}

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
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// `notifications/initialized` arrived.
    pub(crate) fn make_ready(&self) {
        self.ready.store(true, Ordering::Release);
    }

    pub(crate) fn log_level(&self) -> Option<LogLevel> {
        self.memory().log_level
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        self.memory().log_level = Some(level);
    }

    /// False where the session watches too many already.
    pub(crate) fn subscribe(&self, uri: &str) -> bool {
        let mut memory = self.memory();
        if memory.subscriptions.len() >= MAX_SUBSCRIPTIONS && !memory.subscriptions.contains(uri) {
            return false;
        }
        memory.subscriptions.insert(uri.to_owned());
        true
    }

    pub(crate) fn unsubscribe(&self, uri: &str) {
        self.memory().subscriptions.remove(uri);
    }

    pub(crate) fn watches(&self, uri: &str) -> bool {
        self.memory().subscriptions.contains(uri)
    }

    /// Takes a request id; `None` where it is in flight already or the session has ended.
    pub(crate) fn take_off(&self, id: &str, cancel: &CancellationToken, hold: Hold) -> Option<Flight> {
        let mut memory = self.memory();
        if memory.ended || memory.in_flight.contains_key(id) {
            return None;
        }
        memory.in_flight.insert(id.into(), cancel.clone());
        Some(Flight { hold, key: id.into() })
    }

    /// Cancels the request of that id, if it is in flight.
    pub(crate) fn cancel(&self, id: &str) {
        if let Some(token) = self.memory().in_flight.get(id) {
            token.cancel();
        }
    }

    /// A log for the stream of a call, kept for resuming.
    pub(crate) fn call_stream(&self, bounds: LogBounds, dropped: &Arc<AtomicU64>) -> Arc<StreamLog> {
        let mut memory = self.memory();
        let log = memory.new_stream(bounds, dropped);
        if memory.ended {
            log.close();
        } else {
            memory.make_room();
            memory.calls.push(Arc::clone(&log));
        }
        log
    }

    /// A log for a stream that GET opens; abandoned ones beyond a few are forgotten.
    pub(crate) fn standalone_stream(&self, bounds: LogBounds, dropped: &Arc<AtomicU64>) -> Arc<StreamLog> {
        let mut memory = self.memory();
        let log = memory.new_stream(bounds, dropped);
        if memory.ended {
            log.close();
            return log;
        }
        if memory.standalone.len() >= STREAMS_KEPT
            && let Some(oldest) = memory.standalone.iter().position(|other| !other.has_reader())
        {
            memory.standalone.remove(oldest).close();
        }
        memory.standalone.push(Arc::clone(&log));
        log
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

    fn is_in_use(&self) -> bool {
        self.in_use.load(Ordering::Acquire) > 0
    }

    fn end(&self) {
        let mut memory = self.memory();
        memory.ended = true;
        let cancels: Vec<_> = memory.in_flight.values().cloned().collect();
        let streams: Vec<_> = memory.standalone.drain(..).collect();
        let calls = std::mem::take(&mut memory.calls);
        drop(memory);
        cancels.iter().for_each(CancellationToken::cancel);
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

impl Memory {
    /// Forgets the oldest finished calls beyond what a session keeps.
    fn make_room(&mut self) {
        let mut finished: Vec<_> = self
            .calls
            .iter()
            .filter(|log| log.closed_at().is_some())
            .map(|log| (log.number(), log.size()))
            .collect();
        let mut bytes: usize = finished.iter().map(|(_, size)| size).sum();
        let mut forgotten = 0;
        while finished.len() - forgotten >= STREAMS_KEPT || (bytes > FINISHED_BYTES && forgotten < finished.len()) {
            bytes -= finished[forgotten].1;
            forgotten += 1;
        }
        finished.truncate(forgotten);
        self.calls
            .retain(|log| !finished.iter().any(|(number, _)| *number == log.number()));
    }

    fn new_stream(&mut self, bounds: LogBounds, dropped: &Arc<AtomicU64>) -> Arc<StreamLog> {
        self.last_stream += 1;
        StreamLog::new(self.last_stream, bounds, Arc::clone(dropped))
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
fn new_id() -> Option<Arc<str>> {
    let mut bits = [0_u8; 16];
    if let Err(error) = getrandom::fill(&mut bits) {
        tracing::error!(%error, "no randomness for a session id");
        return None;
    }
    let mut id = String::with_capacity(32);
    for byte in bits {
        let _ = write!(id, "{byte:02x}");
    }
    Some(Arc::from(id))
}

#[cfg(test)]
mod tests;
