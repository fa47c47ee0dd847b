//! The opening of a link: until both sides proved their identity, the host sends no request and uses no instance data.
//!
//! Belongs here: the order of the first frames, as a state machine without I/O. Does not: later frames (`session`).

use crate::frames::{Challenge, FromHost, FromUnity, Hello, Refused};
use crate::limits::{OPENING, PROTOCOL};
use crate::trust::{Secret, Side};
use std::time::Instant;

/// The state machine of the host for the first frames of one link.
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

/// The next action of the host during the opening of a link.
#[derive(Debug)]
pub enum Step {
    Send(FromHost),
    /// Both sides proved their identity, so the link is open; the session sends the `welcome` frame next.
    Proved(Box<Hello>),
    Close(Close),
    /// Send the frame, which tells the instance the reason, and then close the link.
    Refuse(FromHost, Close),
}

/// The reason for which a link is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Close {
    pub code: u16,
    /// The reason as text: at most 123 bytes, the limit of a close frame.
    pub reason: String,
}

impl Close {
    /// Close code: the host or the instance ends.
    pub const END: u16 = 1000;
    /// Close code: there is no common protocol version.
    pub const VERSIONS: u16 = 1002;
    /// Close code: an invalid frame, a wrong order of frames, a wrong proof, or a timeout.
    pub const FAULT: u16 = 1008;
    /// Close code: the same instance opened a newer link.
    pub const NEWER: u16 = 4001;
    /// Close code: no frame was received in time.
    pub const SILENT: u16 = 4002;
    /// Close code: too many links.
    pub const TOO_MANY: u16 = 4003;

    /// Creates a close reason; the text is cut to the limit of a close frame.
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
    /// Creates the state of a new link, which waits for `hello`. `nonce` must be unique for this link.
    pub fn new(secret: Secret, nonce: String, now: Instant) -> Self {
        Self {
            secret,
            nonce,
            stage: Stage::Hello,
            until: now + OPENING,
        }
    }

    /// Returns the time at which the current stage of the opening fails. The caller calls `expire` at this time.
    pub fn deadline(&self) -> Instant {
        self.until
    }

    /// Ends the opening if its time limit has passed. Returns the close reason then, otherwise `None`.
    pub fn expire(&mut self, now: Instant) -> Option<Close> {
        let waited_for = match self.stage {
            Stage::Hello => "hello",
            Stage::Proof(_) => "proof",
            Stage::Over => return None,
        };
        if now < self.until {
            return None;
        }
        self.stage = Stage::Over;
        let message = format!("no `{waited_for}` within {} s", OPENING.as_secs());
        Some(Close::fault(message))
    }

    /// Handles a text frame of the instance and returns the next step.
    pub fn text(&mut self, text: &str, now: Instant) -> Step {
        if let Some(close) = self.expire(now) {
            return Step::Close(close);
        }
        let frame = FromUnity::read(text);
        match (std::mem::replace(&mut self.stage, Stage::Over), frame) {
            (Stage::Hello, Ok(FromUnity::Hello(hello))) => self.handle_hello(hello, now),
            (Stage::Proof(hello), Ok(FromUnity::Proof(proof))) => {
                if self
                    .secret
                    .verify_proof(&proof.proof, Side::Unity, &hello.nonce, &self.nonce)
                {
                    return Step::Proved(hello);
                }
                Step::Close(Close::fault("the proof does not hold: the secret is not this host's"))
            }
            (_, Err(error)) => Step::Close(Close::fault(error.to_string())),
            (Stage::Hello, Ok(_)) => Step::Close(Close::fault("`hello` must be the first frame")),
            (Stage::Proof(_), Ok(_)) => Step::Close(Close::fault("`proof` must follow the challenge")),
            (Stage::Over, Ok(_)) => Step::Close(Close::fault("the opening is over")),
        }
    }

    /// Handles a binary frame: returns the step that closes the link, because the opening has only text frames.
    pub fn binary(&mut self) -> Step {
        self.stage = Stage::Over;
        Step::Close(Close::fault("binary frame before the end of the opening"))
    }

    fn handle_hello(&mut self, hello: Box<Hello>, now: Instant) -> Step {
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
