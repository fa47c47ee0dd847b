//! The one thread that does calls, in the order in which they came.

use crate::memory::Known;
use crate::{Act, PLATFORM, Shared, UNITY};
use host_bridge::{BridgeCall, BridgeError, Command, Replied, Reply, UnityBridge};
use host_bridge_live::frames::{Call, CallError, CallResult, FromUnity, Progress, Why, WireEffect, Withdrawn};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// What a link gets to do.
pub(crate) enum Out {
    Frame(String),
    Bytes(u64, Vec<u8>),
    /// The connection breaks, behind half of that frame.
    Cut(Option<String>),
}

/// A call and the link that it came over.
pub(crate) struct Job {
    pub(crate) call: Call,
    pub(crate) link: mpsc::Sender<Out>,
    /// Ids of that link that the host wants no more.
    pub(crate) cancelled: Arc<Mutex<HashSet<u64>>>,
}

pub(crate) async fn run(shared: Arc<Shared>, mut work: mpsc::Receiver<Job>) {
    while let Some(job) = work.recv().await {
        // What a link brought that is gone was dropped with it.
        if !job.link.is_closed() {
            shared.take(job).await;
        }
    }
}

impl Shared {
    async fn take(&self, job: Job) {
        let Job {
            mut call,
            link,
            cancelled,
        } = job;
        // As a package of an earlier version, it stores no plans.
        if call.effect == WireEffect::Read {
            (call.key, call.digest) = (None, None);
        }
        let say = |out| {
            // The link may be gone by now.
            let _ = link.try_send(out);
        };
        let is_known = self.memory().contains(call.key.as_ref());
        let is_cancelled = cancelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains(&call.id);
        if is_cancelled && !is_known {
            let (id, why) = (call.id, Why::Cancelled);
            return say(Out::Frame(FromUnity::Withdrawn(Withdrawn { id, why }).text()));
        }
        if let Some((key, digest)) = call.key.as_deref().zip(call.digest.as_deref()) {
            let known = self.memory().look(key, digest);
            let result = match known {
                Known::New => None,
                Known::Done(result) => Some(CallResult { id: call.id, ..*result }),
                Known::Started => Some(failed(call.id, "outcome-unknown", "it was begun before a reload")),
                Known::Conflict => Some(failed(call.id, "conflict", "the key was used for another call")),
            };
            if let Some(result) = result {
                return say(Out::Frame(FromUnity::Result(result).text()));
            }
        }
        let mut number = 0;
        self.begun.send_modify(|begun| {
            *begun += 1;
            number = *begun;
        });
        let act = (self.script)(number, &call);
        if act == Act::CutBefore {
            return say(Out::Cut(None));
        }
        if let Some((key, digest)) = call.key.as_deref().zip(call.digest.as_deref()) {
            self.memory().start(key, digest);
        }
        match act {
            Act::Reload => {
                self.memory().reload();
                return say(Out::Cut(None));
            }
            Act::Restart => {
                self.memory().restart().expect("the system gives random bytes");
                return say(Out::Cut(None));
            }
            _ => {}
        }
        if act == Act::Steps {
            for done in 1..=3 {
                say(Out::Frame(step(call.id, done)));
            }
        }
        let (result, bytes) = self.answer(&call).await;
        if let Some(key) = &call.key {
            self.memory().finish(key, &result);
        }
        let frame = FromUnity::Result(result).text();
        match act {
            Act::CutAfter => say(Out::Cut(None)),
            Act::Torn => say(Out::Cut(Some(frame))),
            Act::Silent => {}
            Act::Lie => say(Out::Frame(lie(call.id))),
            _ => {
                say(Out::Frame(frame));
                if let Some(bytes) = bytes {
                    say(Out::Bytes(call.id, bytes));
                }
            }
        }
    }

    async fn answer(&self, call: &Call) -> (CallResult, Option<Vec<u8>>) {
        if let Some(answer) = self.link_call(call) {
            return answer;
        }
        if let Some(result) = self.job_call(call) {
            return (result, None);
        }
        match self.outcome(call).await {
            Ok(Replied { reply, diagnostics }) => {
                let (reply, bytes) = reply.split();
                let result = CallResult {
                    id: call.id,
                    value: Some(reply.to_json().expect("a reply is JSON")),
                    error: None,
                    notes: diagnostics,
                    bytes: bytes.as_ref().map(|bytes| bytes.len() as u64),
                };
                (result, bytes)
            }
            Err(error) => {
                let mut result = failed(call.id, error.kind.as_str(), &error.message);
                if let Some(told) = &mut result.error {
                    told.hint = error.hint;
                }
                (result, None)
            }
        }
    }

    async fn outcome(&self, call: &Call) -> Result<Replied, BridgeError> {
        let wrong = |why: String| BridgeError::new(host_bridge::BridgeErrorKind::InvalidArgument, why);
        let command = Command::from_call(&call.function, &call.args).map_err(|error| wrong(error.to_string()))?;
        let mut replied = self.bridge.execute(command.checked()?, BridgeCall::internal()).await?;
        if let Reply::Project(info) = &mut replied.reply {
            // In the form of a game.
            info.runtime = "mono".to_owned();
            info.platform = PLATFORM.to_owned();
            info.unity_version = UNITY.to_owned();
            info.is_playing = true;
        }
        Ok(replied)
    }
}

pub(crate) fn raw(reply: &impl Serialize) -> Box<RawValue> {
    to_raw_value(reply).expect("a reply is JSON")
}

pub(crate) fn failed(id: u64, kind: &str, message: &str) -> CallResult {
    CallResult {
        id,
        value: None,
        error: Some(CallError {
            kind: kind.to_owned(),
            message: message.to_owned(),
            hint: None,
            exception: None,
            stack: None,
            data: None,
            retry_after_ms: None,
        }),
        notes: Vec::new(),
        bytes: None,
    }
}

fn step(id: u64, done: u64) -> String {
    let (total, text) = (Some(3), Some(format!("step {done}")));
    FromUnity::Progress(Progress { id, done, total, text }).text()
}

/// An answer that nothing is answered with which a test asks.
fn lie(id: u64) -> String {
    let reply = Reply::Printed("all is well".to_owned());
    let result = CallResult {
        id,
        value: Some(reply.to_json().expect("a reply is JSON")),
        error: None,
        notes: Vec::new(),
        bytes: None,
    };
    FromUnity::Result(result).text()
}
