//! One call in the session, from its acceptance to its answer.

use super::link_calls::{LinkCall, LinkReply};
use crate::frames::WireEffect;
use crate::keys;
use crate::limits::LAST_WORD;
use host_api::Deadline;
use host_bridge::{BridgeError, CheckedCommand, CommandKey, Digest, Fate, Function, LoadProgress, Replied};
use serde_json::value::RawValue;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// The outcome of a command for its caller.
pub type Outcome = Result<Replied, BridgeError>;

/// A request to the instance, with the channel that receives its outcome.
pub enum Wanted {
    Command(CheckedCommand, oneshot::Sender<Outcome>),
    /// A `link/…` call. The text is the id of the only process that may receive the call, because the call contains or
    /// requests data of that process; `None` if any process may.
    Link(LinkCall, Option<String>, oneshot::Sender<LinkOutcome>),
}

/// The outcome of a `link/…` call.
pub type LinkOutcome = Result<LinkReply, BridgeError>;

/// A request, with the data about its caller that the session needs.
pub struct Asked {
    pub wanted: Wanted,
    pub effect: WireEffect,
    pub key: CommandKey,
    pub tool: Option<Arc<str>>,
    pub deadline: Deadline,
    pub cancel: CancellationToken,
    pub fate: Arc<Fate>,
    /// A callback for the progress that Unity reports; `None` if the caller displays no progress.
    pub progress: Option<LoadProgress>,
}

/// The name of the function that a call requests.
#[derive(Clone, Copy)]
pub(super) enum Asks {
    Function(Function),
    Link(&'static str),
}

/// The channel over which the caller receives the outcome.
pub(super) enum Waits {
    Command(oneshot::Sender<Outcome>),
    Link(oneshot::Sender<LinkOutcome>),
}

pub(super) struct Pending {
    pub(super) asks: Asks,
    pub(super) args: Box<RawValue>,
    /// The content of the binary frame that follows the call; `None` if the call has none.
    pub(super) bytes: Option<Arc<[u8]>>,
    pub(super) effect: WireEffect,
    pub(super) tool: Option<Arc<str>>,
    /// The idempotency key of a write, and the digest of its function and arguments; `None` for a read.
    pub(super) once: Option<Once>,
    /// The same for a read that plans a write of a call that the client can repeat. The instance stores its result, so that a
    /// restarted host gets the same plan.
    pub(super) plan: Option<Once>,
    /// The key and digest under which the host stores the call's result; `None` if the client cannot repeat the call.
    pub(super) again: Option<(CommandKey, Digest)>,
    pub(super) deadline: Deadline,
    pub(super) cancel: CancellationToken,
    pub(super) fate: Arc<Fate>,
    pub(super) progress: Option<LoadProgress>,
    /// The time of the last progress report, and true if it was the final one; `None` before the first report.
    pub(super) told: Option<(Instant, bool)>,
    /// The last step that Unity reported: finished amount and description; `None` before the first report.
    pub(super) step: Option<(u64, Option<String>)>,
    /// The channel for the outcome; `None` after the caller received the error that the outcome is unknown.
    pub(super) reply: Option<Waits>,
    pub(super) stage: Stage,
    /// True if the call begins a job that a repeated call must find again by the key.
    pub(super) begins_repeatable_job: bool,
    /// The id of the only process that may receive the call; `None` if any process may.
    pub(super) only: Option<String>,
}

pub(super) struct Once {
    pub(super) key: String,
    pub(super) digest: String,
}

/// The stage of a call: waiting, sent, or sent over a lost link.
pub(super) enum Stage {
    /// The call was not sent yet.
    Waiting,
    /// The call was sent over the open link.
    Sent {
        id: u64,
        at: SentAt,
        cancelled: Option<Instant>,
    },
    /// The call was sent over a link that was lost. When the next link opens, the session sends it again or ends it.
    Lost { at: SentAt, cancelled: Option<Instant> },
}

/// The facts about the link over which a call was sent, from the `hello` frame of that link.
#[derive(Clone)]
pub(super) struct SentAt {
    pub(super) instance: String,
    pub(super) epoch: u64,
    pub(super) noted: u64,
    /// The deadline of the call when it was sent, which the instance knows.
    pub(super) deadline: Instant,
    /// True if the journal had the call's key before the call was sent, so a withdrawal proves nothing about the call.
    pub(super) is_known: bool,
}

/// The arguments of a command, in the form in which they are sent to a process.
pub(super) struct Arguments {
    pub(super) json: Box<RawValue>,
    /// The arguments without the plan of the host, in the same form; `None` if the whole arguments identify the call.
    pub(super) identity: Option<Box<RawValue>>,
    /// The id of the only process that may receive them, because they name its objects; `None` for any process.
    pub(super) only: Option<String>,
}

impl Wanted {
    /// Sends an error to the caller that waits for this request. Does nothing if the caller no longer waits.
    pub(super) fn refuse(self, error: BridgeError) {
        self.end(Err(error));
    }

    /// Sends the outcome to the caller that waits for this request.
    pub(super) fn end(self, outcome: Outcome) {
        match self {
            Self::Command(_, reply) => Waits::Command(reply),
            Self::Link(_, _, reply) => Waits::Link(reply),
        }
        .end(outcome);
    }
}

impl Waits {
    fn is_gone(&self) -> bool {
        match self {
            Self::Command(reply) => reply.is_closed(),
            Self::Link(reply) => reply.is_closed(),
        }
    }

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
    /// Creates a call that was not sent yet. `args` are the arguments in the form that the instance receives.
    pub(super) fn new(asked: Asked, args: Arguments, digest: Option<Digest>) -> Self {
        let Arguments { json, identity, only } = args;
        let (asks, args, bytes, reply) = match asked.wanted {
            Wanted::Command(command, reply) => (Asks::Function(command.function()), json, None, Waits::Command(reply)),
            Wanted::Link(call, _, reply) => (Asks::Link(call.method()), call.args(), call.bytes(), Waits::Link(reply)),
        };
        let is_write = asked.effect != WireEffect::Read;
        let is_job = matches!(asks, Asks::Link(method) if !method.starts_with("link/"));
        let begins_repeatable_job = is_job && asked.key.call.may_come_again();
        let is_plan = matches!(asks, Asks::Function(function) if function.plans_write());
        let is_journaled = is_write || is_plan && asked.key.call.may_come_again();
        let once = is_journaled.then(|| Once {
            key: keys::key(&asked.key),
            digest: keys::digest(asks.method(), identity.as_ref().unwrap_or(&args).get()),
        });
        let (once, plan) = if is_write { (once, None) } else { (None, once) };
        Self {
            asks,
            args,
            bytes,
            effect: asked.effect,
            tool: asked.tool,
            once,
            plan,
            again: digest.map(|digest| (asked.key, digest)),
            deadline: asked.deadline,
            cancel: asked.cancel,
            fate: asked.fate,
            progress: asked.progress,
            told: None,
            step: None,
            reply: Some(reply),
            stage: Stage::Waiting,
            begins_repeatable_job,
            only,
        }
    }

    pub(super) fn is_write(&self) -> bool {
        self.once.is_some()
    }

    /// Returns true if the caller no longer waits, if the call was cancelled, or if its deadline has passed.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        let is_gone = self.reply.as_ref().is_some_and(Waits::is_gone);
        is_gone || self.cancel.is_cancelled() || self.deadline.is_over(now)
    }

    /// Returns the time at which the `cancel` frame of this call was sent; `None` if none was sent.
    pub(super) fn cancelled(&self) -> Option<Instant> {
        match self.stage {
            Stage::Waiting => None,
            Stage::Sent { cancelled, .. } | Stage::Lost { cancelled, .. } => cancelled,
        }
    }

    pub(super) fn on_link_lost(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Waiting);
        self.stage = match stage {
            Stage::Sent { at, cancelled, .. } => Stage::Lost { at, cancelled },
            other => other,
        };
    }

    /// Returns the time at which the session must check this call again; `None` if its caller has received an answer.
    pub(super) fn due(&self) -> Option<Instant> {
        self.reply.as_ref()?;
        Some(
            self.cancelled()
                .map_or_else(|| self.deadline.at(), |since| since + LAST_WORD),
        )
    }
}
