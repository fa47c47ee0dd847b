//! Pipes. A pipe carries all messages of all calls to one client: the event stream of the old HTTP+SSE transport, or
//! the stdout of the process.
//!
//! This module frames messages and tracks unanswered requests. Unlike in a `StreamLog`, no message can be sent again.

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

/// Bytes that a pipe (the message queue of one client on `/sse` or stdio) reserves in addition to its messages.
const PIPE: usize = 2048;

/// The format of the messages on a pipe, which carries all messages to one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events with `event: message`. If the client does not read, the host ends the stream.
    Events,
    /// One line for each message. If the client does not read, the host stops reading the client's requests.
    Lines,
}

/// The connection of one client that carries all its messages (`/sse` or stdio): its unread messages and its session.
#[derive(Debug)]
pub struct Pipe {
    pub id: Arc<str>,
    /// The profile (selection of tools) that the client named in the URL when it opened the pipe; `None` without one.
    pub profile: Option<Profile>,
    /// The Unity project or instance that was named when the pipe was opened; `None` if none was named.
    pub unity: Option<String>,
    framing: Framing,
    budget: Arc<Budget>,
    _room: Reservation,
    pub ids: Arc<RequestIds>,
    state: Mutex<State>,
    /// Wakes the task that sends the messages, when one was added or the pipe has ended.
    filled: Notify,
    /// Wakes the tasks that wait for space, when the queue is below its limits again or the pipe has ended.
    drained: Notify,
}

#[derive(Debug)]
struct State {
    /// The queue of messages that are not sent to the client yet. After the end of the pipe, no message is added.
    frames: Backlog,
    /// True if the pipe should end: it does when the last [`PipeSender`], which keeps it open, is dropped.
    ending: bool,
    senders: usize,
    session: Option<Arc<Session>>,
    /// The slot in `server.max-streams` that the open pipe holds; `None` if it holds none, or has ended.
    place: Option<Slot>,
}

/// The outcome of waiting for the next bytes of a pipe: bytes, nothing within the given time, or the end.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken {
    Some(Bytes),
    /// No message was added within the given time.
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

    /// Returns the MCP session of the client of this pipe; `None` if the client has not sent `initialize`.
    pub fn session(&self) -> Option<Arc<Session>> {
        self.state().session.clone()
    }

    /// Sets `session` as the session of this pipe. Returns false if the pipe already has a session, or has ended.
    pub fn begin(&self, session: Arc<Session>) -> bool {
        let mut state = self.state();
        if state.frames.is_ended() || state.session.is_some() {
            return false;
        }
        state.session = Some(session);
        true
    }

    /// Adds a message that the client waits for, such as a response or a question. If the queue is full, a pipe of
    /// events ends, and a pipe of lines exceeds its limits. Returns false if the pipe has ended.
    ///
    /// # Errors The memory budget is exhausted, and nothing was added.
    pub fn say(&self, json: &[u8]) -> Result<bool, Full> {
        let frame = self.budget.keep(Share::Pipes, self.frame(json))?;
        Ok(self.add(frame, true))
    }

    /// Adds a short message that the client waits for, even if memory is exhausted; false if the pipe has ended.
    pub fn say_last_words(&self, json: &[u8]) -> bool {
        self.add(self.budget.keep_last_words(Share::Pipes, self.frame(json)), true)
    }

    /// Adds a message that may be lost, such as progress, a log message or a notification. If memory is exhausted, the
    /// message is dropped and counted as lost. Returns false if the message was not added.
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

    /// Waits at most `patience` for messages, and returns them for sending; small ones are joined. Only one task may
    /// call this.
    pub async fn take(&self, patience: Duration) -> Taken {
        let deadline = tokio::time::sleep(patience);
        tokio::pin!(deadline);
        loop {
            let filled = self.filled.notified();
            tokio::pin!(filled);
            // Registered before the check, so that a message between the check and the wait is not missed.
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

    /// Waits until the pipe's queue of unsent messages is below its limits, or the pipe has ended.
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

    /// Creates a sender, which keeps the pipe open while it can add messages.
    pub fn sender(self: &Arc<Self>) -> PipeSender {
        self.state().senders += 1;
        PipeSender(Arc::clone(self))
    }

    /// Ends the pipe when its last sender is dropped, or at once if it has no sender.
    pub fn end_when_quiet(&self) {
        let mut state = self.state();
        state.ending = true;
        let is_quiet = state.senders == 0;
        drop(state);
        if is_quiet {
            self.end();
        }
    }

    /// Ends the pipe now: cancels its calls and ends its session. The stored messages can still be read.
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

    /// Ends the pipe of a disconnected client, drops its unread messages, and returns their number.
    pub fn abandon(&self) -> usize {
        self.end();
        usize::try_from(self.state().frames.clear()).unwrap_or(usize::MAX)
    }

    /// Returns the first 8 bytes of the id, to identify the pipe in a log; the whole id would give access to it.
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
        // A line break in JSON is white space between tokens, so it can be removed.
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

/// A handle for adding messages to a pipe. A pipe that is about to end stays open until its last sender is dropped.
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

/// One unanswered request that arrived on a pipe: its id, and the sender that adds its answer to the pipe.
#[derive(Debug)]
pub struct OnPipe {
    pub sender: PipeSender,
    pub id: Option<IdInUse>,
}

impl OnPipe {
    /// Registers the request's id. Fails if the id is already in use, or if the pipe has ended.
    pub fn begin(pipe: &Arc<Pipe>, id: &str, cancel: &CancellationToken) -> Result<Self, IdRefused> {
        let id = pipe.ids.take(id, cancel)?;
        Ok(Self {
            sender: pipe.sender(),
            id: Some(id),
        })
    }
}

/// All open pipes by their ids.
#[derive(Debug, Default)]
pub struct Pipes(Mutex<HashMap<Arc<str>, Arc<Pipe>>>);

impl Pipes {
    pub fn add(&self, pipe: &Arc<Pipe>) {
        self.open().insert(Arc::clone(&pipe.id), Arc::clone(pipe));
    }

    /// Returns the pipe with this id; `None` if there is none, or if it has ended.
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
