//! The opening of a link: nothing is asked of a Unity, and nothing that it says counts, before both have proved themselves.
//!
//! Belongs here: the order of the first frames, as a machine without a socket and without a clock. Does not: what follows
//! (`session`).

use crate::frames::{Challenge, FromHost, FromUnity, Hello, Refused};
use crate::limits::{OPENING, PROTOCOL};
use crate::trust::{Secret, Side};
use std::time::Instant;

/// The host's side of one opening.
#[derive(Debug)]
pub struct Opening {
    secret: Secret,
    nonce: String,
    stage: Stage,
    until: Instant,
}

#[derive(Debug)]
enum Stage {
    Hello,
    Proof(Box<Hello>),
    Over,
}

/// What to do.
#[derive(Debug)]
pub enum Step {
    Send(FromHost),
    /// Both are who they say; `welcome` is next.
    Proved(Box<Hello>),
    Close(Close),
    /// Says something and closes.
    Refuse(FromHost, Close),
}

/// Why a link ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Close {
    pub code: u16,
    /// At most 123 bytes: what a close frame holds.
    pub reason: String,
}

impl Close {
    /// The host or Unity ends.
    pub const END: u16 = 1000;
    /// No common protocol.
    pub const VERSIONS: u16 = 1002;
    /// A frame or an order that the protocol does not allow, a proof that does not hold, too slow.
    pub const FAULT: u16 = 1008;
    /// A newer link of the same instance.
    pub const NEWER: u16 = 4001;
    /// Nothing heard.
    pub const SILENT: u16 = 4002;
    /// Too many links.
    pub const TOO_MANY: u16 = 4003;

    /// With that reason, cut where it is too long for a close frame.
    pub fn new(code: u16, reason: impl Into<String>) -> Self {
        let mut reason = reason.into();
        reason.truncate(reason.floor_char_boundary(123));
        Self { code, reason }
    }

    pub(crate) fn fault(reason: impl Into<String>) -> Self {
        Self::new(Self::FAULT, reason)
    }
}

impl Opening {
    /// Silent until the first frame; `nonce` is this link's own.
    pub fn new(secret: Secret, nonce: String, now: Instant) -> Self {
        Self {
            secret,
            nonce,
            stage: Stage::Hello,
            until: now + OPENING,
        }
    }

    /// When it is too late; ask `too_late` then.
    pub fn until(&self) -> Instant {
        self.until
    }

    /// The end of one that took too long.
    pub fn too_late(&mut self, now: Instant) -> Option<Close> {
        let waited_for = match self.stage {
            Stage::Hello => "hello",
            Stage::Proof(_) => "proof",
            Stage::Over => return None,
        };
        (now >= self.until).then(|| {
            self.stage = Stage::Over;
            Close::fault(format!("no `{waited_for}` within {} s", OPENING.as_secs()))
        })
    }

    /// A text frame of the Unity.
    pub fn text(&mut self, text: &str, now: Instant) -> Step {
        if let Some(close) = self.too_late(now) {
            return Step::Close(close);
        }
        let frame = FromUnity::read(text);
        match (std::mem::replace(&mut self.stage, Stage::Over), frame) {
            (Stage::Hello, Ok(FromUnity::Hello(hello))) => self.greeted(hello, now),
            (Stage::Proof(hello), Ok(FromUnity::Proof(proof))) => {
                if self.secret.holds(&proof.proof, Side::Unity, &hello.nonce, &self.nonce) {
                    return Step::Proved(hello);
                }
                Step::Close(Close::fault("the proof does not hold: the secret is not this host's"))
            }
            (_, Err(error)) => Step::Close(Close::fault(error.to_string())),
            (Stage::Hello, Ok(_)) => Step::Close(Close::fault("`hello` comes first")),
            (Stage::Proof(_), Ok(_)) => Step::Close(Close::fault("`proof` comes behind the challenge")),
            (Stage::Over, Ok(_)) => Step::Close(Close::fault("the opening is over")),
        }
    }

    /// A binary frame: none belongs here.
    pub fn binary(&mut self) -> Step {
        self.stage = Stage::Over;
        Step::Close(Close::fault("bytes before the opening was through"))
    }

    fn greeted(&mut self, hello: Box<Hello>, now: Instant) -> Step {
        let [oldest, newest] = PROTOCOL;
        let protocol = newest.min(hello.protocol[1]);
        if protocol < oldest || protocol < hello.protocol[0] {
            let [theirs, to] = hello.protocol;
            let behind = if to < oldest {
                "the package in Unity"
            } else {
                "the host"
            };
            let message = format!(
                "this host speaks versions {oldest} to {newest} of the link, this Unity {theirs} to {to}: update {behind}"
            );
            let close = Close::new(Close::VERSIONS, message.clone());
            let refused = Refused {
                protocol: PROTOCOL,
                message,
            };
            return Step::Refuse(FromHost::Refused(refused), close);
        }
        let proof = self.secret.proof(Side::Host, &hello.nonce, &self.nonce);
        self.stage = Stage::Proof(hello);
        self.until = now + OPENING;
        Step::Send(FromHost::Challenge(Challenge {
            protocol,
            nonce: self.nonce.clone(),
            proof,
        }))
    }
}

#[cfg(test)]
mod tests;
