//! Handling of messages from clients with one pipe for all messages: the old HTTP+SSE transport and stdio.
//!
//! This module handles the messages for all MCP versions. `v2024_11_05` and `stdio` contain the transports.

use crate::Mcp;
use crate::ask;
use crate::ask::calls;
use crate::handshake::{self, Notification};
use crate::methods;
use crate::peer::{Peer, PipeEnd, Reply};
use crate::v2026_07_28;
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::join_all;
use host_api::{CallId, Caller, Dialect, SessionNews};
use host_mcp_shapes::versions::Version;
use host_wire::budget::Reservation;
use host_wire::calls::Answer;
use host_wire::first_catalog;
use host_wire::http::accept::Accepts;
use host_wire::jsonrpc::{self, Body, Fault, Message, RequestId};
use host_wire::pipe::Pipe;
use serde_json::value::RawValue;
use std::sync::Arc;

/// What every client of a pipe (`/sse` or stdio) accepts as a response: all forms, as the pipe carries all messages.
const ACCEPTS: Accepts = Accepts {
    json: true,
    sse: true,
    stream: true,
};

#[derive(Clone)]
pub(crate) struct PipePeer {
    pub(crate) mcp: Arc<Mcp>,
    pub(crate) pipe: Arc<Pipe>,
    /// The address of the client for the audit log.
    pub(crate) address: Arc<str>,
    /// True if this client may use MCP 2026-07-28 in addition to the versions with `initialize`.
    pub(crate) takes_stateless: bool,
}

impl PipePeer {
    /// Handles one message or batch, and returns as soon as its calls run. `call` is the id of its first call. Fails
    /// only if a message cannot be answered: it has no readable request id, or the pipe has ended.
    pub(crate) async fn receive(&self, text: Bytes, call: CallId, room: Arc<Reservation>) -> Result<(), Fault> {
        let refusal = match jsonrpc::parse(&text) {
            Ok(Body::One(message)) if self.must_wait(&message) => return self.answer_later(text.clone(), call, room),
            Ok(Body::One(message)) => {
                return match self.answer_message(message, false, call, &room).await {
                    Some(response) => self.say(&text, &response),
                    None => Ok(()),
                };
            }
            Ok(Body::Batch(batch)) => match self.pipe.session() {
                Some(session) => handshake::batch_refusal(Version::of_session(&session.version), &batch),
                None => Some(Fault::invalid_request(
                    "a batch belongs to a session of MCP 2025-03-26 or earlier: send `initialize` first, by itself",
                )),
            },
            Err(fault) => return self.refuse(&text, fault),
        };
        if let Some(fault) = refusal {
            return Err(fault);
        }
        let peer = self.clone();
        let sender = self.pipe.sender();
        let mut batch = Box::pin(async move {
            if let Some(responses) = peer.batch(&text, call, &room).await {
                tell(&sender, &text, &responses);
            }
        });
        // Work that needs no waiting is done before the next message is read.
        if batch.as_mut().now_or_never().is_none() {
            self.mcp.wire.tasks.spawn(batch);
        }
        Ok(())
    }

    /// True for a list request while the tools are still loading: it must wait without delaying other messages.
    fn must_wait(&self, message: &Message<'_>) -> bool {
        matches!(message, Message::Request { method, .. } if methods::list_of(method).is_some())
            && !first_catalog::is_there(&self.mcp.wire)
    }

    fn answer_later(&self, text: Bytes, call: CallId, room: Arc<Reservation>) -> Result<(), Fault> {
        let slot = match self.mcp.wire.in_flight.take(&self.waiting()) {
            Ok(slot) => slot,
            Err(none) => return self.refuse(&text, none.into()),
        };
        let (peer, sender) = (self.clone(), self.pipe.sender());
        self.mcp.wire.tasks.spawn(async move {
            if let Ok(Body::One(message)) = jsonrpc::parse(&text)
                && let Some(response) = peer.answer_message(message, false, call, &room).await
            {
                drop(slot);
                tell(&sender, &text, &response);
            }
        });
        Ok(())
    }

    /// Returns the client identity that holds a slot while its list request waits until the host has loaded its tools.
    fn waiting(&self) -> Caller {
        Caller {
            dialect: Dialect::McpHandshake,
            client: Arc::default(),
            address: Arc::clone(&self.address),
            session: self.pipe.session().map(|session| Arc::clone(&session.id)),
            proof: None,
        }
    }

    /// Answers an invalid message with the error `fault` if its id can be read; else returns `fault`.
    pub(crate) fn refuse(&self, text: &[u8], fault: Fault) -> Result<(), Fault> {
        let id = jsonrpc::id_of(text);
        if id.as_json() == "null" {
            return Err(fault);
        }
        match self.pipe.say_last_words(&fault.to_json(Some(&id))) {
            true => Ok(()),
            false => Err(calls::ended_fault()),
        }
    }

    fn say(&self, request: &[u8], response: &[u8]) -> Result<(), Fault> {
        match tell(&self.pipe, request, response) {
            true => Ok(()),
            false => Err(calls::ended_fault()),
        }
    }

    async fn batch(&self, text: &[u8], call: CallId, room: &Arc<Reservation>) -> Option<Vec<u8>> {
        let Ok(Body::Batch(batch)) = jsonrpc::parse(text) else {
            return None;
        };
        let mut first = Some(call);
        let answers = batch.messages().map(|message| {
            let call = first.take().unwrap_or_else(CallId::next);
            async move {
                match message {
                    Ok(message) => self.answer_message(message, true, call, room).await,
                    Err(fault) => Some(fault.to_json(None).into()),
                }
            }
        });
        jsonrpc::in_one_array(join_all(answers).await.into_iter().flatten())
    }

    /// Answers one message and returns the response. `None` for a notification, or if the call writes to the pipe.
    async fn answer_message(
        &self,
        message: Message<'_>,
        batched: bool,
        call: CallId,
        room: &Arc<Reservation>,
    ) -> Option<Bytes> {
        match message {
            Message::Request { id, method, params } => {
                match self.request(&id, &method, params, batched, call, room).await {
                    Ok(Reply::Response(response) | Reply::Opened(response, _)) => Some(response.into()),
                    Ok(Reply::Ran(Answer::Json(response))) => Some(response.bytes()),
                    Ok(Reply::Ran(Answer::Stream(_) | Answer::Silence)) => None,
                    Err(fault) => Some(fault.to_json(Some(&id)).into()),
                }
            }
            Message::Notification { method, params } => {
                self.notification(&method, params);
                None
            }
            Message::Response { id, outcome } => {
                if let Some(session) = self.pipe.session() {
                    ask::v2025_11_25::deliver(&session, id.as_ref(), outcome);
                }
                None
            }
        }
    }

    async fn request(
        &self,
        id: &RequestId,
        method: &str,
        params: Option<&RawValue>,
        batched: bool,
        call: CallId,
        room: &Arc<Reservation>,
    ) -> Result<Reply, Fault> {
        let mcp = &self.mcp;
        let peer = Peer {
            call,
            room: Arc::clone(room),
            address: self.address.clone(),
            accepts: ACCEPTS,
            profile: self.pipe.profile.clone(),
            unity: self.pipe.unity.clone(),
            pipe: Some(PipeEnd {
                pipe: Arc::clone(&self.pipe),
                batched,
            }),
        };
        if self.takes_stateless && v2026_07_28::speaks_on_pipe(method, params) {
            if batched {
                return Err(Fault::invalid_request("MCP 2026-07-28 has no batches"));
            }
            let peek = v2026_07_28::peek(params)?;
            v2026_07_28::check_version_in_body(&peek)?;
            let about = v2026_07_28::about_client(&peek)?;
            return v2026_07_28::answer(mcp, peer, about, id, method, params).await;
        }
        let session = self.pipe.session();
        handshake::answer(mcp, peer, session.as_ref(), id, method, params).await
    }

    fn notification(&self, method: &str, params: Option<&RawValue>) {
        let session = self.pipe.session();
        match handshake::notification(method, params) {
            Notification::Initialized => _ = session.map(|session| session.make_ready_apart()),
            Notification::Cancelled(id) => {
                self.pipe.ids.cancel(id);
                self.mcp.subscribers.forget_gone();
            }
            Notification::RootsChanged => {
                _ = session.map(|session| {
                    self.mcp
                        .wire
                        .service
                        .session_news(&session.id, SessionNews::RootsChanged)
                });
            }
            Notification::Other => {}
        }
    }
}

/// Sends a response to `request`, or an error if memory is exhausted. Returns false if the pipe has ended.
fn tell(pipe: &Pipe, request: &[u8], response: &[u8]) -> bool {
    pipe.say(response).unwrap_or_else(|full| {
        let id = jsonrpc::id_of(request);
        let id = Some(&id).filter(|id| id.as_json() != "null");
        pipe.say_last_words(&Fault::from(full).to_json(id))
    })
}
