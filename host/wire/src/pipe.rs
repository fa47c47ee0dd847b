//! A pipe, which receives all messages of all calls of one peer: the stream of the old HTTP+SSE transport, or a
//! program's stdout.
//!
//! This module frames messages, reacts to a full backlog and tracks the requests in flight. Other modules create the
//! messages and transport the bytes. Unlike in a `StreamLog`, messages cannot be resumed after they are taken.

use crate::backlog::Backlog;
use crate::budget::{Budget, Full, Kept, Reservation, Share};
use crate::request_ids::{IdInUse, IdRefused, RequestIds};
use crate::sessions::Session;
use crate::slots::Slot;
use crate::streams;
use bytes::{BufMut, Bytes, BytesMut};
use host_api::Profile;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Bytes of a pipe besides its messages.
const PIPE: usize = 2048;

/// The format of messages on a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events: `event: message`. A peer that does not read loses its stream: it can open another one.
    Events,
    /// One line for each message. If a peer does not read, the host reads no further from it: it has no second pipe.
    Lines,
}

/// The pipe of one peer: its unread messages, its requests in flight, and its session.
#[derive(Debug)]
pub struct Pipe {
    pub id: Arc<str>,
    /// The profile that the URL of the pipe named; the session of the pipe uses it.
    pub profile: Option<Profile>,
    /// The target that was named when the pipe was opened.
    pub unity: Option<String>,
    framing: Framing,
    budget: Arc<Budget>,
    /// Reserved memory for the pipe itself.
    _room: Reservation,
    /// Ids of the unanswered requests on the pipe.
    pub ids: Arc<RequestIds>,
    state: Mutex<State>,
    /// Notified when messages are available, or the pipe has ended.
    filled: Notify,
    /// Notified when the backlog is within its limits again, or the pipe has ended.
    drained: Notify,
}

#[derive(Debug)]
struct State {
    /// Messages that are not sent yet; after the pipe ended, nothing is added.
    frames: Backlog,
    /// True if the pipe ends as soon as there are no senders.
    ending: bool,
    /// Number of senders that may still add messages.
    senders: usize,
    session: Option<Arc<Session>>,
    /// The slot of the pipe among the open streams.
    place: Option<Slot>,
}

/// The result of `Pipe::take`.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken {
    Some(Bytes),
    /// No message arrived within the given time.
    Silence,
    End,
}

impl Pipe {
    pub fn new(
        id: Arc<str>,
        profile: Option<Profile>,
        unity: Option<String>,
        framing: Framing,
        frames: Backlog,
        place: Option<Slot>,
        budget: &Arc<Budget>,
    ) -> Result<Arc<Self>, Full> {
        Ok(Arc::new(Self {
            id,
            profile,
            unity,
            framing,
            budget: Arc::clone(budget),
            _room: budget.reserve(Share::Pipes, PIPE)?,
            ids: Arc::default(),
            state: Mutex::new(State {
                frames,
                ending: false,
                senders: 0,
                session: None,
                place,
            }),
            filled: Notify::new(),
            drained: Notify::new(),
        }))
    }

    /// Returns the handshake session of this peer, if it has one.
    pub fn session(&self) -> Option<Arc<Session>> {
        self.state().session.clone()
    }

    /// Sets `session` as the session of this pipe; false if it has one, or has ended.
    pub fn begin(&self, session: Arc<Session>) -> bool {
        let mut state = self.state();
        if state.frames.is_ended() || state.session.is_some() {
            return false;
        }
        state.session = Some(session);
        true
    }

    /// Adds a message that the peer waits for: a response, a question. It is never dropped; if it finds no room in the
    /// backlog, a pipe of events ends. False if the pipe has ended.
    ///
    /// # Errors
    /// There is no room in the budget: nothing was added.
    pub fn say(&self, json: &[u8]) -> Result<bool, Full> {
        let frame = self.budget.keep(Share::Pipes, self.frame(json))?;
        Ok(self.add(frame, true))
    }

    /// Adds a few bytes that the peer waits for, even if there is no memory; false if the pipe has ended.
    pub fn say_last_words(&self, json: &[u8]) -> bool {
        self.add(self.budget.keep_last_words(Share::Pipes, self.frame(json)), true)
    }

    /// Adds a message that can be lost: progress, a log message, a notification. Dropped and counted if there is no
    /// memory.
    pub fn mention(&self, json: &[u8]) -> bool {
        match self.budget.keep(Share::Pipes, self.frame(json)) {
            Ok(frame) => self.add(frame, false),
            Err(_) => {
                self.state().frames.lose(1);
                false
            }
        }
    }

    fn add(&self, frame: Kept, is_awaited: bool) -> bool {
        let mut state = self.state();
        if state.frames.is_ended() {
            return false;
        }
        if state.frames.is_full() {
            match self.framing {
                Framing::Events => {
                    let lost = state.frames.clear() + 1;
                    state.frames.lose(1);
                    tracing::warn!(
                        pipe = self.tag(),
                        lost,
                        "ended a stream because its client does not read it"
                    );
                    let why = streams::lost_event(&format!(
                        "{lost} messages of this stream were not read in time and are lost: open a new one"
                    ));
                    state.frames.add(self.budget.keep_last_words(Share::Pipes, why));
                    drop(state);
                    self.end();
                    return false;
                }
                Framing::Lines if !is_awaited => {
                    state.frames.lose(1);
                    return false;
                }
                Framing::Lines => {}
            }
        }
        state.frames.add(frame);
        drop(state);
        self.filled.notify_waiters();
        true
    }

    /// Waits at most `patience` for the next bytes for the peer: several messages if they are small. For a single
    /// reader.
    pub async fn take(&self, patience: Duration) -> Taken {
        let deadline = tokio::time::sleep(patience);
        tokio::pin!(deadline);
        loop {
            let filled = self.filled.notified();
            tokio::pin!(filled);
            // Registered before the check, so that a message between checking and waiting is not missed.
            filled.as_mut().enable();
            if let Some(taken) = self.take_now() {
                return taken;
            }
            tokio::select! {
                () = filled => {}
                () = &mut deadline => return Taken::Silence,
            }
        }
    }

    fn take_now(&self) -> Option<Taken> {
        const CHUNK: usize = 64 << 10;
        let mut state = self.state();
        let Some(first) = state.frames.pop() else {
            return state.frames.is_ended().then_some(Taken::End);
        };
        let mut chunk = first.bytes();
        if !state.frames.is_empty() {
            let mut several = BytesMut::from(first.as_ref());
            while state
                .frames
                .front()
                .is_some_and(|next| several.len() + next.len() <= CHUNK)
                && let Some(next) = state.frames.pop()
            {
                several.put_slice(next.as_ref());
            }
            chunk = several.freeze();
        }
        let has_room = !state.frames.is_full();
        drop(state);
        if has_room {
            self.drained.notify_waiters();
        }
        Some(Taken::Some(chunk))
    }

    /// Waits until the backlog is within its limits, or the pipe has ended.
    pub async fn room(&self) {
        loop {
            let drained = self.drained.notified();
            tokio::pin!(drained);
            drained.as_mut().enable();
            if !self.is_stuck() {
                return;
            }
            drained.await;
        }
    }

    fn is_stuck(&self) -> bool {
        let state = self.state();
        !state.frames.is_ended() && state.frames.is_full()
    }

    /// Creates a sender that still has messages to add.
    pub fn sender(self: &Arc<Self>) -> PipeSender {
        self.state().senders += 1;
        PipeSender(Arc::clone(self))
    }

    /// Ends the pipe when the last sender is dropped; at once if there is none.
    pub fn end_when_quiet(&self) {
        let mut state = self.state();
        state.ending = true;
        let is_quiet = state.senders == 0;
        drop(state);
        if is_quiet {
            self.end();
        }
    }

    /// Ends the pipe now: calls in flight are cancelled, the session is over. Stored messages can still be taken.
    pub fn end(&self) {
        let mut state = self.state();
        state.frames.end();
        state.place = None;
        let session = state.session.take();
        drop(state);
        self.ids.end();
        if let Some(session) = session {
            session.end();
        }
        self.filled.notify_waiters();
        self.drained.notify_waiters();
    }

    /// Ends the pipe of a peer that is gone, drops its unread messages, and returns their number.
    pub fn abandon(&self) -> usize {
        self.end();
        usize::try_from(self.state().frames.clear()).unwrap_or(usize::MAX)
    }

    /// Returns the first 8 bytes of the id, to distinguish pipes in a log; the whole id would give its reader access.
    fn tag(&self) -> &str {
        self.id.get(..8).unwrap_or(&self.id)
    }

    fn frame(&self, json: &[u8]) -> Bytes {
        let (before, after): (&[u8], &[u8]) = match self.framing {
            Framing::Events => (b"event: message\ndata: ", b"\n\n"),
            Framing::Lines => (b"", b"\n"),
        };
        let mut out = BytesMut::with_capacity(before.len() + json.len() + after.len());
        out.put_slice(before);
        // A line break inside JSON is white space between tokens.
        for line in json.split(|byte| matches!(byte, b'\n' | b'\r')) {
            out.put_slice(line);
        }
        out.put_slice(after);
        out.freeze()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to add messages to a pipe that is about to end; released on drop.
#[derive(Debug)]
pub struct PipeSender(Arc<Pipe>);

impl std::ops::Deref for PipeSender {
    type Target = Arc<Pipe>;

    fn deref(&self) -> &Arc<Pipe> {
        &self.0
    }
}

impl Drop for PipeSender {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.senders -= 1;
        let is_over = state.ending && state.senders == 0;
        drop(state);
        if is_over {
            self.0.end();
        }
    }
}

/// One request on a pipe: the right to answer it, and its id until it is answered.
#[derive(Debug)]
pub struct OnPipe {
    pub sender: PipeSender,
    pub id: Option<IdInUse>,
}

impl OnPipe {
    /// Takes the request's id, unless it is in flight already or the pipe has ended.
    pub fn begin(pipe: &Arc<Pipe>, id: &str, cancel: &CancellationToken) -> Result<Self, IdRefused> {
        let id = pipe.ids.take(id, cancel)?;
        Ok(Self {
            sender: pipe.sender(),
            id: Some(id),
        })
    }
}

/// All open pipes, by id.
#[derive(Debug, Default)]
pub struct Pipes(Mutex<HashMap<Arc<str>, Arc<Pipe>>>);

impl Pipes {
    pub fn add(&self, pipe: &Arc<Pipe>) {
        self.open().insert(Arc::clone(&pipe.id), Arc::clone(pipe));
    }

    /// Returns the pipe with that id, unless it has ended.
    pub fn find(&self, id: &str) -> Option<Arc<Pipe>> {
        let found = self.open().get(id).cloned();
        found.filter(|pipe| !pipe.state().frames.is_ended())
    }

    pub fn remove(&self, pipe: &Pipe) {
        self.open().remove(&pipe.id);
    }

    pub fn all(&self) -> Vec<Arc<Pipe>> {
        self.open().values().cloned().collect()
    }

    pub fn count(&self) -> usize {
        self.open().len()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Pipe>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
