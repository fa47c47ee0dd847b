//! The delivery of the messages of one call to a stream, a pipe, or a single JSON body.
//!
//! This module selects the destination and changes it. `calls` creates the messages.

use super::codec::{Answer, Codec, EventUse};
use crate::budget::{Full, Reservation, Share};
use crate::http::accept::Accepts;
use crate::mailbox::{Mailbox, Signal};
use crate::pipe::OnPipe;
use crate::sessions::{OpenStream, Session};
use crate::state::Wire;
use crate::streams::{self, StreamLog};
use host_api::CallEvent;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

pub(super) struct Delivery {
    pub(super) wire: Arc<Wire>,
    pub(super) codec: Box<dyn Codec>,
    pub(super) accepts: Accepts,
    /// The channel that passes the start of the call's answer to its HTTP request; `None` after it was used.
    pub(super) first: Option<oneshot::Sender<Answer>>,
    pub(super) log: Option<Arc<StreamLog>>,
    /// The call's request, if it arrived on a pipe (`/sse` or stdio, which carry all messages of a client); else
    /// `None`.
    pub(super) pipe: Option<OnPipe>,
    pub(super) session: Option<Arc<Session>>,
    pub(super) primed: bool,
    pub(super) silenced: bool,
    /// Memory reservations of the requests that resumed the call.
    pub(super) rooms: Vec<Arc<Reservation>>,
    /// The queue that receives the guest's questions to the client; `None` if the call cannot ask questions.
    pub(super) mailbox: Option<Arc<Mailbox>>,
    /// A token that is cancelled when the connection is lost, which then cancels the call; `None` if a loss has no
    /// effect.
    pub(super) gone: Option<CancellationToken>,
}

impl Delivery {
    pub(super) fn may_still_open(&self) -> bool {
        self.pipe.is_none()
            && self.accepts.sse
            && !self.silenced
            && self.first.as_ref().is_some_and(|first| !first.is_closed())
    }

    /// Opens an event stream as the answer, if the answer has not started yet.
    pub(super) fn open(&mut self) {
        let Some(first) = self.first.take() else { return };
        let log = match &self.session {
            Some(session) => session.call_stream(self.wire.bounds(), &self.wire.dropped, &self.wire.budget),
            None => StreamLog::new(
                0,
                self.wire.bounds(),
                Arc::clone(&self.wire.dropped),
                &self.wire.budget,
                None,
            ),
        };
        if self.primed {
            log.prime(self.wire.options.retry);
        }
        let open = OpenStream {
            slot: self.wire.streams.count(),
            hold: self.session.as_ref().map(|session| self.wire.sessions.hold(session)),
        };
        let mut reader = open.follow(&log, None, self.wire.options.keep_alive);
        if !self.primed {
            reader = reader.with_preface(streams::OPENING);
        }
        // If the connection is already lost, the log still receives the remaining messages: the client may resume.
        let _ = first.send(Answer::Stream(reader));
        self.log = Some(log);
    }

    pub(super) fn event(&mut self, event: CallEvent) {
        match self.codec.event(event) {
            EventUse::Say(json) => {
                if self.silenced {
                    return;
                }
                if let Some(pipe) = &self.pipe {
                    pipe.sender.mention(&json);
                    return;
                }
                if self.may_still_open() {
                    self.open();
                }
                match &self.log {
                    Some(log) => {
                        log.push(&json);
                    }
                    // A client that accepts only JSON gets no events. Here the client left before the first one.
                    None if self.accepts.sse => {
                        self.wire.dropped.fetch_add(1, Ordering::Relaxed);
                    }
                    None => {}
                }
            }
            EventUse::HangUp if self.primed => {
                if self.may_still_open() {
                    self.open();
                }
                if let Some(log) = &self.log {
                    log.hang_up();
                }
            }
            EventUse::HangUp | EventUse::Nothing => {}
        }
    }

    /// Handles the signals in the call's mailbox, such as a new question. Returns true if a request resumed it.
    pub(super) fn receive(&mut self, cancel: &CancellationToken) -> bool {
        let signals = self.mailbox.as_ref().map(|mailbox| mailbox.take()).unwrap_or_default();
        let mut attached = false;
        for signal in signals {
            match signal {
                Signal::Send(_) if cancel.is_cancelled() => {}
                Signal::Send(messages) => messages.iter().for_each(|message| self.insist(message)),
                Signal::Detach(response) => self.detach(response, cancel),
                Signal::Attach(attachment) => {
                    self.first = attachment.first;
                    self.pipe = attachment.pipe;
                    self.accepts = attachment.accepts;
                    self.codec = attachment.codec;
                    self.gone = Some(attachment.gone);
                    self.rooms.push(attachment.room);
                    if !self.accepts.json && self.pipe.is_none() {
                        self.open();
                    }
                    attached = true;
                }
            }
        }
        attached
    }

    /// Sends a message of the call that must not be lost: if the connection is lost, it is stored for resuming.
    fn insist(&mut self, message: &[u8]) {
        if self.silenced {
            return;
        }
        if let Some(pipe) = &self.pipe {
            // If memory is exhausted, the question is not sent, and the call waits until its time limit.
            let _ = pipe.sender.say(message);
            return;
        }
        self.open();
        if let Some(log) = &self.log {
            log.push(message);
        }
    }

    /// Answers the current request with `response`. The call then waits without a connection until it is resumed.
    fn detach(&mut self, response: Vec<u8>, cancel: &CancellationToken) {
        self.give_id_back();
        if !self.finish(response) {
            // No client has received the state that could resume the call.
            cancel.cancel();
        }
        self.log = None;
        self.pipe = None;
        self.gone = None;
    }

    /// Releases the id of the request before its answer is sent, so that the client can use it again. Only for pipes.
    pub(super) fn give_id_back(&mut self) {
        if let Some(pipe) = &mut self.pipe {
            pipe.id = None;
        }
    }

    /// Handles a cancel by the client: the client gets no further message, and its waiting request ends.
    pub(super) fn silence(&mut self) {
        self.silenced = true;
        if let Some(first) = self.first.take() {
            let _ = first.send(Answer::Silence);
        }
        if let Some(log) = &self.log {
            log.close();
        }
    }

    fn replacement_answer(&self, full: &Full) -> Vec<u8> {
        tracing::warn!(%full, "the answer of a call was lost");
        let why = format!("the call ended and may have made changes, but its answer is lost: {full}");
        self.codec.failure(&why)
    }

    /// Sends the final response to the client; false if no client can receive it any more.
    pub(super) fn finish(&mut self, response: Vec<u8>) -> bool {
        if self.silenced {
            return false;
        }
        if let (Some(pipe), None) = (&self.pipe, &self.first) {
            return match pipe.sender.say(&response) {
                Ok(is_said) => is_said,
                Err(full) => pipe.sender.say_last_words(&self.replacement_answer(&full)),
            };
        }
        if let Some(log) = &self.log {
            if let Err(full) = log.finish(&response) {
                log.finish_with_last_words(&self.replacement_answer(&full));
            }
            return true;
        }
        let Some(first) = self.first.take() else { return false };
        let kept = self.wire.budget.keep(Share::Answers, response.into_boxed_slice());
        let kept = kept.unwrap_or_else(|full| {
            self.wire
                .budget
                .keep_last_words(Share::Answers, self.replacement_answer(&full))
        });
        let taken = first.send(Answer::Json(kept)).is_ok();
        if !taken {
            // The response is lost: the client left before it had an event id with which it could resume.
            self.wire.dropped.fetch_add(1, Ordering::Relaxed);
        }
        taken
    }
}
