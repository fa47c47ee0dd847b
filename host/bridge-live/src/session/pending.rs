//! One call, from its acceptance to its answer.

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

/// The outcome for a caller.
pub type Outcome = Result<Replied, BridgeError>;

/// The request, and the receiver of its outcome.
pub enum Wanted {
    Command(CheckedCommand, oneshot::Sender<Outcome>),
    /// A call for only this process, if one is given, because it contains or requests data of that process.
    Link(LinkCall, Option<String>, oneshot::Sender<LinkOutcome>),
}

/// The outcome of a `link/…` call.
pub type LinkOutcome = Result<LinkReply, BridgeError>;

/// A request with the facts that the session needs about its caller.
pub struct Asked {
    pub wanted: Wanted,
    pub effect: WireEffect,
    pub key: CommandKey,
    pub tool: Option<Arc<str>>,
    pub deadline: Instant,
    pub cancel: CancellationToken,
    pub fate: Arc<Fate>,
    /// Receives the progress that Unity reports.
    pub progress: Option<LoadProgress>,
}

/// The name of the requested function.
#[derive(Clone, Copy)]
pub(super) enum Asks {
    Function(Function),
    Link(&'static str),
}

/// The receiver of the outcome.
pub(super) enum Waits {
    Command(oneshot::Sender<Outcome>),
    Link(oneshot::Sender<LinkOutcome>),
}

pub(super) struct Pending {
    pub(super) asks: Asks,
    pub(super) args: Box<RawValue>,
    /// The bytes of the frame after the call.
    pub(super) bytes: Option<Arc<[u8]>>,
    pub(super) effect: WireEffect,
    pub(super) tool: Option<Arc<str>>,
    /// For a write: its key in the journal, and its digest.
    pub(super) once: Option<Once>,
    /// The key under which its result is kept, if its client may repeat the call.
    pub(super) again: Option<(CommandKey, Digest)>,
    pub(super) deadline: Instant,
    pub(super) cancel: CancellationToken,
    pub(super) fate: Arc<Fate>,
    pub(super) progress: Option<LoadProgress>,
    /// The time of the last progress report, and whether it was the final one.
    pub(super) told: Option<(Instant, bool)>,
    /// `None` after the caller was informed that the outcome is unknown.
    pub(super) reply: Option<Waits>,
    pub(super) stage: Stage,
    /// It names objects of this process, or was made for it, so no other process may receive it.
    pub(super) only: Option<String>,
}

pub(super) struct Once {
    pub(super) key: String,
    pub(super) digest: String,
}

/// The stage of a call.
pub(super) enum Stage {
    /// It was not sent yet.
    Waiting,
    /// It was sent over the open link.
    Sent {
        id: u64,
        at: SentAt,
        cancelled: Option<Instant>,
    },
    /// It was sent over a link that is lost. When the next link opens, it is sent again or settled.
    Lost { at: SentAt, cancelled: Option<Instant> },
}

/// The link that a call was sent over: the facts of its `hello`.
#[derive(Clone)]
pub(super) struct SentAt {
    pub(super) instance: String,
    pub(super) epoch: u64,
    pub(super) noted: u64,
    /// The journal already had its key, so a withdrawal does not prove that nothing was done.
    pub(super) is_known: bool,
}

/// The arguments of a command as they are sent to a process.
pub(super) struct Arguments {
    pub(super) json: Box<RawValue>,
    /// The process, if they name its objects.
    pub(super) only: Option<String>,
}

impl Wanted {
    /// Sends an error; it is no error if the caller no longer waits.
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

    /// Sends the outcome; it is no error if the caller no longer waits.
    pub(super) fn end(self, outcome: Outcome) {
        match (self, outcome) {
            (Self::Command(reply), outcome) => drop(reply.send(outcome)),
            (Self::Link(reply), Err(error)) => drop(reply.send(Err(error))),
            // Only commands have such an answer.
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
    /// `args` are the arguments of a command as they are sent to this instance.
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

    /// Its caller left or cancelled it, or its deadline passed.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        let is_gone = self.reply.as_ref().is_some_and(Waits::is_gone);
        is_gone || self.cancel.is_cancelled() || self.deadline <= now
    }

    /// The time at which its `cancel` was sent.
    pub(super) fn cancelled(&self) -> Option<Instant> {
        match self.stage {
            Stage::Waiting => None,
            Stage::Sent { cancelled, .. } | Stage::Lost { cancelled, .. } => cancelled,
        }
    }
}
