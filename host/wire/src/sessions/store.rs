//! The store of all open sessions: limits, expiry, and restoring the sessions of an earlier run of the host.

use super::clock::{self, Clock};
use super::id_entry::ById;
use super::journal::{self, Journal};
use super::record::{Fold, Record};
use super::waiting::waiting_places;
use super::{Memory, NoSession, Opening, SUBSCRIPTION, Session, new_id};
use crate::budget::{Budget, Full, Share};
use host_append_log::{Log, Unreadable};
use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

/// Divisor of the idle limit of sessions: a session's last use is written to the file again only if it is newer than
/// the stored time by more than the quotient.
const COARSE: u32 = 16;

/// The store of all open sessions.
#[derive(Debug)]
pub struct Sessions {
    budget: Arc<Budget>,
    open: RwLock<Open>,
    opened: AtomicU64,
    /// Maximum number of sessions whose client sent `initialized`; over it, an idle one ends for a new one.
    max: usize,
    idle: Duration,
    clock: Clock,
    /// The journal of the sessions; `None` if sessions end with the process.
    journal: Option<Journal>,
    /// The number of this run of the host, which increases with each run; 0 if there is no file of sessions.
    life: u32,
}

#[derive(Debug, Default)]
struct Open {
    by_id: HashSet<ById>,
    /// Number of sessions whose client sent `initialized`; it changes only under the lock of this value.
    ready: usize,
}

/// The result of the request to end a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    Unknown,
    /// The session ended, and no later run of the host restores it.
    Gone,
    /// The session ended, but its end could not be stored: a later run of the host may restore it.
    NotWritten,
}

impl Sessions {
    /// Creates a store of sessions that end with the process.
    pub fn new(max: usize, idle: Duration, budget: &Arc<Budget>) -> Self {
        Self {
            budget: Arc::clone(budget),
            open: RwLock::default(),
            opened: AtomicU64::new(0),
            max,
            idle,
            clock: Clock::new(idle),
            journal: None,
            life: 0,
        }
    }

    /// Opens a store in `folder`, and restores the sessions of an earlier run of the host. If the folder cannot be
    /// used, or another host uses it, this is logged and sessions end with the process. Blocks on file operations.
    pub fn open_stored(folder: &Path, max: usize, idle: Duration, budget: &Arc<Budget>) -> Self {
        let mut store = Self::new(max, idle, budget);
        match store.take_over(folder) {
            Ok(true) => {}
            Ok(false) => tracing::warn!(
                folder = %folder.display(),
                "another host stores its sessions there, so the sessions of this host end with it (set a separate `server.data-dir`)"
            ),
            Err(error) => tracing::warn!(
                folder = %folder.display(),
                %error,
                "cannot store sessions there: they end with this process"
            ),
        }
        store
    }

    fn take_over(&mut self, folder: &Path) -> io::Result<bool> {
        let Some(mut log) = Log::exclusive(folder.join("journal"), journal::LAYOUT)? else {
            return Ok(false);
        };
        let fold = match journal::read(&mut log) {
            Ok(fold) => fold,
            Err(Unreadable::Io(error)) => return Err(error),
            Err(error) => {
                tracing::warn!(
                    file = %log.path().display(), %error,
                    "cannot read the file of sessions; sessions of an earlier run are not restored, and the file is replaced"
                );
                Fold::default()
            }
        };
        if fold.damaged > 0 {
            tracing::warn!(
                file = %log.path().display(),
                records = fold.damaged,
                "damaged entries were skipped; the sessions that they may concern are not restored"
            );
        }
        let (life, open) = journal::restorable(fold, self.max, self.idle.as_secs(), clock::unix_seconds());
        // Written before any use: otherwise the next run could not know that this run numbered streams.
        log.replace(journal::records(&open))?;
        let journal = Journal::start(log, life, self.clock)?;
        if !open.is_empty() {
            tracing::info!(sessions = open.len(), "restored sessions of an earlier run");
        }
        let now = clock::unix_seconds();
        let kept = open.len();
        let mut goes_on = Open::default();
        for (id, record) in open {
            let used = self.clock.seconds_ago(now.saturating_sub(record.used));
            if let Ok(session) = restore_session(id, record, used, &journal, &self.budget) {
                goes_on.ready += usize::from(session.is_ready());
                goes_on.by_id.insert(ById(session));
            }
        }
        let lost = kept - goes_on.by_id.len();
        if lost > 0 {
            tracing::warn!(
                sessions = lost,
                "no room in `server.memory` for some sessions of an earlier run; they are not restored"
            );
        }
        self.open = RwLock::new(goes_on);
        self.journal = Some(journal);
        self.life = life;
        Ok(true)
    }

    /// Opens a new session, which is not ready yet. A stored session is in the file when this returns, but not synced:
    /// a crash of the machine may lose it.
    pub async fn open(&self, opening: Opening) -> Result<Arc<Session>, NoSession> {
        let session = self.insert(opening)?;
        if let Some(journal) = &session.journal {
            // A failure was logged, and the session ends with the process.
            let _ = journal.note_written(&session).await;
        }
        Ok(session)
    }

    pub(super) fn insert(&self, opening: Opening) -> Result<Arc<Session>, NoSession> {
        let journal = self.journal.as_ref().map(|journal| Arc::clone(journal.queue()));
        let session = Session {
            journal,
            number: self.opened.fetch_add(1, Ordering::Relaxed),
            memory: Mutex::new(Memory::for_life(self.life)),
            ..Session::fresh(
                new_id().ok_or(NoSession::NoRandomness)?,
                opening,
                self.clock.now_millis(),
                &self.budget,
            )?
        };
        let session = Arc::new(session);
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        if open.ready >= self.max && open.idle_longest().is_none() {
            return Err(NoSession::AllInUse);
        }
        let evicted = match open.by_id.len() - open.ready {
            waiting if waiting < waiting_places(self.max) => None,
            _ => open.waiting_longest().and_then(|id| open.take(&id)),
        };
        open.by_id.insert(ById(Arc::clone(&session)));
        drop(open);
        if let Some(evicted) = evicted {
            tracing::info!(client = %evicted.client, "ended a session that never sent `initialized`: newer ones wait");
            evicted.end();
            evicted.note();
        }
        Ok(session)
    }

    /// Marks a session as ready, because `notifications/initialized` arrived. If the maximum number of ready sessions
    /// is reached, an idle one is ended. Returns false if all of them are in use.
    pub fn make_ready(&self, session: &Arc<Session>) -> bool {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        // A session that has ended uses no slot; its next use reports the end.
        if session.is_ready() || !open.by_id.contains(&*session.id) {
            return true;
        }
        let mut evicted = None;
        if open.ready >= self.max {
            let Some(oldest) = open.idle_longest() else {
                return false;
            };
            evicted = open.take(&oldest);
        }
        open.ready += 1;
        session.ready.store(true, Ordering::Release);
        drop(open);
        session.note();
        if let Some(evicted) = evicted {
            tracing::info!(client = %evicted.client, "ended the session that was unused the longest: server.max-sessions is reached");
            evicted.end();
            evicted.note();
        }
        true
    }

    /// Returns the open session with this id, and records the use of the session; `None` if there is none.
    pub fn find(&self, id: &str) -> Option<Arc<Session>> {
        let session = self
            .open
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .by_id
            .get(id)
            .map(|session| Arc::clone(&session.0))?;
        self.touch(&session);
        Some(session)
    }

    /// Ends a session; false if there was none. A restart may restore it: see [`Self::close_for_good`].
    pub fn close(&self, id: &str) -> bool {
        self.remove(id).is_some_and(|session| {
            session.note();
            true
        })
    }

    /// Ends a session, and returns when the end is stored, so that no restart can restore the session.
    pub async fn close_for_good(&self, id: &str) -> Closed {
        let Some(session) = self.remove(id) else {
            return Closed::Unknown;
        };
        let is_written = match &session.journal {
            Some(journal) => journal.note_written(&session).await.unwrap_or(false),
            None => true,
        };
        if is_written { Closed::Gone } else { Closed::NotWritten }
    }

    fn remove(&self, id: &str) -> Option<Arc<Session>> {
        let closed = self.open.write().unwrap_or_else(PoisonError::into_inner).take(id)?;
        closed.end();
        Some(closed)
    }

    pub fn count(&self) -> usize {
        self.open.read().unwrap_or_else(PoisonError::into_inner).by_id.len()
    }

    pub fn all(&self) -> Vec<Arc<Session>> {
        self.open
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .sessions()
            .cloned()
            .collect()
    }

    /// Ends sessions that were idle for too long, or not ready within the time `handshake`. Drops abandoned streams.
    pub(crate) fn sweep(&self, stream_kept: Duration, handshake: Duration) {
        let idle = clock::millis(self.idle);
        let handshake = clock::millis(handshake);
        let now = self.clock.now_millis();
        for session in self.all() {
            session.forget_streams(stream_kept);
            // Independent of other activity: a client can open a stream or send a ping without `initialized`.
            if !session.is_ready() && now.saturating_sub(session.born) > handshake {
                self.close(&session.id);
                continue;
            }
            if session.is_in_use() {
                session.last_used.store(now, Ordering::Relaxed);
            } else if now.saturating_sub(session.last_used.load(Ordering::Relaxed)) > idle {
                self.close(&session.id);
                continue;
            }
            let unnoted = session.unnoted_use();
            if unnoted > idle / u64::from(COARSE) {
                session.note();
            }
        }
    }

    /// Writes the remaining changes to the journal at the end of the process, and releases the folder for another host.
    pub(crate) async fn put_down(&self) {
        let Some(journal) = &self.journal else { return };
        for session in self.all() {
            if session.is_in_use() || session.unnoted_use() > 0 {
                session.note();
            }
        }
        journal.finish().await;
    }

    fn touch(&self, session: &Session) {
        session.last_used.store(self.clock.now_millis(), Ordering::Relaxed);
    }

    /// Keeps the session from expiring, because a call or a stream uses it, until the returned guard is dropped.
    pub fn hold(self: &Arc<Self>, session: &Arc<Session>) -> Hold {
        session.in_use.fetch_add(1, Ordering::AcqRel);
        Hold {
            store: Arc::clone(self),
            session: Arc::clone(session),
        }
    }

    #[cfg(test)]
    pub(super) fn now(&self) -> u64 {
        self.clock.now_millis()
    }
}

impl Open {
    fn sessions(&self) -> impl Iterator<Item = &Arc<Session>> {
        self.by_id.iter().map(|session| &session.0)
    }

    fn take(&mut self, id: &str) -> Option<Arc<Session>> {
        let ById(taken) = self.by_id.take(id)?;
        self.ready -= usize::from(taken.is_ready());
        Some(taken)
    }

    fn idle_longest(&self) -> Option<Arc<str>> {
        let idle = self.sessions().filter(|other| other.is_ready() && !other.is_in_use());
        let oldest = idle.min_by_key(|other| other.last_used.load(Ordering::Relaxed))?;
        Some(Arc::clone(&oldest.id))
    }

    fn waiting_longest(&self) -> Option<Arc<str>> {
        let waiting = self.sessions().filter(|other| !other.is_ready());
        let oldest = waiting.min_by_key(|other| (other.born, other.number))?;
        Some(Arc::clone(&oldest.id))
    }
}

fn restore_session(
    id: Arc<str>,
    record: Record,
    used: u64,
    journal: &Journal,
    budget: &Arc<Budget>,
) -> Result<Arc<Session>, Full> {
    let watched = record.subscriptions.iter().map(|uri| uri.len() + SUBSCRIPTION);
    let subscribed = budget.reserve(Share::Subscriptions, watched.sum())?;
    let opening = Opening {
        version: record.version,
        client: record.client,
        capabilities: record.capabilities,
        profile: record.profile,
    };
    Ok(Arc::new(Session {
        ready: AtomicBool::new(record.ready),
        journal: Some(Arc::clone(journal.queue())),
        memory: Mutex::new(Memory {
            log_level: record.log_level,
            subscriptions: record.subscriptions,
            subscribed: Some(subscribed),
            ..Memory::for_life(record.life)
        }),
        ..Session::fresh(id, opening, used, budget)?
    }))
}

/// A guard that keeps a session from expiring until it is dropped.
#[derive(Debug)]
pub struct Hold {
    store: Arc<Sessions>,
    pub(super) session: Arc<Session>,
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.store.touch(&self.session);
        self.session.in_use.fetch_sub(1, Ordering::AcqRel);
    }
}
