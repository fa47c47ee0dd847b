//! One call, from the moment it is taken to its answer.

use crate::frames::WireEffect;
use crate::keys;
use host_bridge::{BridgeError, CheckedCommand, CommandKey, Digest, Fate, Function, Replied};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// What a caller gets.
pub type Outcome = Result<Replied, BridgeError>;

/// A command with what the session has to know of its caller.
pub struct Asked {
    pub command: CheckedCommand,
    pub effect: WireEffect,
    pub key: CommandKey,
    pub tool: Option<String>,
    pub deadline: Instant,
    pub cancel: CancellationToken,
    pub fate: Arc<Fate>,
    pub reply: oneshot::Sender<Outcome>,
}

pub(super) struct Pending {
    pub(super) function: Function,
    pub(super) args: Box<RawValue>,
    pub(super) effect: WireEffect,
    pub(super) tool: Option<String>,
    /// Of a write: how the journal names it, and its digest.
    pub(super) once: Option<Once>,
    /// Under which its result is remembered; where its client may call again.
    pub(super) again: Option<(CommandKey, Digest)>,
    pub(super) deadline: Instant,
    pub(super) cancel: CancellationToken,
    pub(super) fate: Arc<Fate>,
    /// `None` once its caller was told that nobody knows.
    pub(super) reply: Option<oneshot::Sender<Outcome>>,
    pub(super) stage: Stage,
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

impl Pending {
    pub(super) fn new(asked: Asked, digest: Option<Digest>) -> Self {
        let function = asked.command.function();
        let args = to_raw_value(&asked.command.arguments()).expect("arguments are JSON");
        let is_write = asked.effect != WireEffect::Read;
        let once = is_write.then(|| Once {
            key: keys::key(&asked.key),
            digest: keys::digest(function.method(), args.get()),
        });
        Self {
            function,
            args,
            effect: asked.effect,
            tool: asked.tool,
            once,
            again: digest.map(|digest| (asked.key, digest)),
            deadline: asked.deadline,
            cancel: asked.cancel,
            fate: asked.fate,
            reply: Some(asked.reply),
            stage: Stage::Waiting,
        }
    }

    pub(super) fn is_write(&self) -> bool {
        self.once.is_some()
    }

    /// Its caller went, or wants it no more, or the time is over.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        let is_gone = self.reply.as_ref().is_some_and(oneshot::Sender::is_closed);
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
