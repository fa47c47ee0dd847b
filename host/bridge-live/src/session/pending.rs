//! One call, from the moment it is taken to its answer.

use super::link_calls::{LinkCall, LinkReply};
use crate::frames::WireEffect;
use crate::keys;
use host_bridge::{BridgeError, CheckedCommand, CommandKey, Digest, Fate, Function, LoadProgress, Replied};
use serde_json::value::RawValue;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// What a caller gets.
pub type Outcome = Result<Replied, BridgeError>;

/// What is asked, and who is answered.
pub enum Wanted {
    Command(CheckedCommand, oneshot::Sender<Outcome>),
    /// For that process alone, where one is named: what was made for it, or is asked of it, means nothing to another.
    Link(LinkCall, Option<String>, oneshot::Sender<LinkOutcome>),
}

/// What the caller of a `link/…` gets.
pub type LinkOutcome = Result<LinkReply, BridgeError>;

/// That, with what the session has to know of its caller.
pub struct Asked {
    pub wanted: Wanted,
    pub effect: WireEffect,
    pub key: CommandKey,
    pub tool: Option<Arc<str>>,
    pub deadline: Instant,
    pub cancel: CancellationToken,
    pub fate: Arc<Fate>,
    /// Told how far Unity has come with it.
    pub progress: Option<LoadProgress>,
}

/// What was asked for, by name.
#[derive(Clone, Copy)]
pub(super) enum Asks {
    Function(Function),
    Link(&'static str),
}

/// Who waits.
pub(super) enum Waits {
    Command(oneshot::Sender<Outcome>),
    Link(oneshot::Sender<LinkOutcome>),
}

pub(super) struct Pending {
    pub(super) asks: Asks,
    pub(super) args: Box<RawValue>,
    /// Of the frame behind the call.
    pub(super) bytes: Option<Arc<[u8]>>,
    pub(super) effect: WireEffect,
    pub(super) tool: Option<Arc<str>>,
    /// Of a write: how the journal names it, and its digest.
    pub(super) once: Option<Once>,
    /// Under which its result is remembered; where its client may call again.
    pub(super) again: Option<(CommandKey, Digest)>,
    pub(super) deadline: Instant,
    pub(super) cancel: CancellationToken,
    pub(super) fate: Arc<Fate>,
    pub(super) progress: Option<LoadProgress>,
    /// When that was told last, and whether it was all of it.
    pub(super) told: Option<(Instant, bool)>,
    /// `None` once its caller was told that nobody knows.
    pub(super) reply: Option<Waits>,
    pub(super) stage: Stage,
    /// It names objects of this process, or was made for it: no other one may get it.
    pub(super) only: Option<String>,
}

pub(super) struct Once {
    pub(super) key: String,
    pub(super) digest: String,
}

/// Where it is.
pub(super) enum Stage {
    /// It was handed to no link.
    Waiting,
    /// It is with the Unity of the link that stands.
    Sent {
        id: u64,
        at: SentAt,
        cancelled: Option<Instant>,
    },
    /// It went out over a link that is lost, and is sent again, or settled, as the next one opens.
    Lost { at: SentAt, cancelled: Option<Instant> },
}

/// What the `hello` of its link said.
#[derive(Clone)]
pub(super) struct SentAt {
    pub(super) instance: String,
    pub(super) epoch: u64,
    pub(super) noted: u64,
    /// The journal had its key already: that it is withdrawn does not mean that nothing was done.
    pub(super) is_known: bool,
}

/// A command's arguments as a process gets them.
pub(super) struct Arguments {
    pub(super) json: Box<RawValue>,
    /// The process, where they name objects of it.
    pub(super) only: Option<String>,
}

impl Wanted {
    /// Nobody waits any more: no fault.
    pub(super) fn refuse(self, error: BridgeError) {
        match self {
            Self::Command(_, reply) => Waits::Command(reply),
            Self::Link(_, _, reply) => Waits::Link(reply),
        }
        .end(Err(error));
    }
}

impl Waits {
    fn is_gone(&self) -> bool {
        match self {
            Self::Command(reply) => reply.is_closed(),
            Self::Link(reply) => reply.is_closed(),
        }
    }

    /// Tells them; that nobody waits any more is no fault.
    pub(super) fn end(self, outcome: Outcome) {
        match (self, outcome) {
            (Self::Command(reply), outcome) => drop(reply.send(outcome)),
            (Self::Link(reply), Err(error)) => drop(reply.send(Err(error))),
            // Only a command has such an answer.
            (Self::Link(_), Ok(_)) => {}
        }
    }
}

impl Asks {
    pub(super) fn method(self) -> &'static str {
        match self {
            Self::Function(function) => function.method(),
            Self::Link(method) => method,
        }
    }
}

impl fmt::Display for Asks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method())
    }
}

impl Pending {
    /// `args` are those of a command, as this Unity has to get them.
    pub(super) fn new(asked: Asked, args: Arguments, digest: Option<Digest>) -> Self {
        let Arguments { json, only } = args;
        let (asks, args, bytes, reply) = match asked.wanted {
            Wanted::Command(command, reply) => (Asks::Function(command.function()), json, None, Waits::Command(reply)),
            Wanted::Link(call, _, reply) => (Asks::Link(call.method()), call.args(), call.bytes(), Waits::Link(reply)),
        };
        let is_write = asked.effect != WireEffect::Read;
        let once = is_write.then(|| Once {
            key: keys::key(&asked.key),
            digest: keys::digest(asks.method(), args.get()),
        });
        Self {
            asks,
            args,
            bytes,
            effect: asked.effect,
            tool: asked.tool,
            once,
            again: digest.map(|digest| (asked.key, digest)),
            deadline: asked.deadline,
            cancel: asked.cancel,
            fate: asked.fate,
            progress: asked.progress,
            told: None,
            reply: Some(reply),
            stage: Stage::Waiting,
            only,
        }
    }

    pub(super) fn is_write(&self) -> bool {
        self.once.is_some()
    }

    /// Its caller went, or wants it no more, or the time is over.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        let is_gone = self.reply.as_ref().is_some_and(Waits::is_gone);
        is_gone || self.cancel.is_cancelled() || self.deadline <= now
    }

    /// When its `cancel` was sent.
    pub(super) fn cancelled(&self) -> Option<Instant> {
        match self.stage {
            Stage::Waiting => None,
            Stage::Sent { cancelled, .. } | Stage::Lost { cancelled, .. } => cancelled,
        }
    }
}
