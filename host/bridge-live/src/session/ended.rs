//! The end of an instance: its process ended, or it announced that it quits, so no caller waits for it. An editor also
//! announces that if the user no longer allows agents.
//!
//! Belongs here: the answers to the callers that wait at that time, and to later ones. Does not: a lost link of a process
//! that can return (`calls`).

use super::pending::Stage;
use super::{Notice, Session, answers};
use host_bridge::Event;
use std::time::Instant;

impl Session {
    /// Records that the process of the lost link has ended. No call waits for it, because the user may never start it
    /// again. Does nothing while a link is open.
    pub fn on_ended(&mut self, now: Instant) {
        if self.link.is_none() && self.peer.is_some() && !self.state.is_gone {
            self.state.is_gone = true;
            self.stop_waiting(now);
        }
    }

    /// Records that no call waits for the instance, whose link is lost.
    pub(super) fn stop_waiting(&mut self, now: Instant) {
        self.state.has_ended = true;
        self.notices.push_back(Notice::Event(Event::StateChanged));
        self.end_all(now);
    }

    /// Answers all waiting callers, because the process has ended.
    pub(super) fn end_all(&mut self, now: Instant) {
        let state = self.state(now);
        let waiting = self.calls.iter().filter(|(_, pending)| pending.reply.is_some());
        let waiting: Vec<u64> = waiting.map(|(ticket, _)| *ticket).collect();
        for ticket in waiting {
            let Some(pending) = self.calls.get(&ticket) else {
                continue;
            };
            let again = pending.again.as_ref();
            let known = again.and_then(|(key, digest)| self.remembered.get(key, *digest));
            let outcome = match &pending.stage {
                Stage::Waiting if known.is_some() => known,
                // The outcome of an earlier call under its key is not known.
                Stage::Waiting if self.is_under_way(pending) => {
                    Some(Err(answers::unknown(pending.asks, &state.to_string())))
                }
                Stage::Waiting => Some(Err(answers::ended_error(pending.asks, "executed", &state))),
                Stage::Sent { .. } | Stage::Lost { .. } if pending.is_write() => None,
                Stage::Sent { .. } | Stage::Lost { .. } => {
                    Some(Err(answers::ended_error(pending.asks, "answered", &state)))
                }
            };
            match outcome {
                Some(outcome) => {
                    pending.fate.withdraw();
                    self.answer(ticket, outcome);
                }
                // The next process may know the outcome of a write by its key, so the session keeps the write.
                None => self.give_up(ticket, &state),
            }
        }
    }
}
