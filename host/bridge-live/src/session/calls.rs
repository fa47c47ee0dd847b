//! The life of a call: accepted, sent, cancelled, decided after a lost link, ended.

use super::answers;
use super::pending::{Asked, LinkOutcome, Outcome, Pending, SentAt, Stage, Waits, Wanted};
use super::{Notice, Session};
use crate::frames::{Call, FromHost, Hello};
use crate::limits::LAST_WORD;
use crate::lost_calls::{Sent, Settled, settle};
use host_bridge::{BridgeError, CommandKey, Function, MOST_WAITING, Reply, UnityState, busy};
use std::sync::Arc;
use std::time::Instant;

/// The minimum time in milliseconds until the deadline of a call, as the host sends it to the instance.
const AT_LEAST: u64 = 1;

impl Session {
    /// Accepts or rejects a call. In both cases, the outcome is sent to the channel in `asked`.
    pub fn submit(&mut self, asked: Asked, now: Instant) {
        let refusal = self.refusal(&asked);
        if let Some(error) = refusal {
            asked.fate.finish(&Err(error.clone()));
            asked.wanted.refuse(error);
            return;
        }
        // The plan of a repeated call must be that of the first one, so reads of such calls are stored, too.
        let may_come_again = asked.key.call.may_come_again();
        let digest = match &asked.wanted {
            Wanted::Command(command, _) if may_come_again => Some(self.remembered.digest(command)),
            _ => None,
        };
        // The objects of a call that was executed before may be gone.
        if let Some(known) = digest.and_then(|digest| self.remembered.get(&asked.key, digest)) {
            asked.fate.finish(&known);
            return asked.wanted.end(known);
        }
        let arguments = match self.arguments(&asked) {
            Ok(arguments) => arguments,
            Err(error) => {
                asked.fate.finish(&Err(error.clone()));
                asked.wanted.refuse(error);
                return;
            }
        };
        asked.fate.queued();
        self.calls
            .insert(self.next_ticket, Pending::new(asked, arguments, digest));
        self.next_ticket += 1;
        self.end_what_is_over(now);
        if self.state.has_ended {
            self.end_all(now);
        }
    }

    fn refusal(&self, asked: &Asked) -> Option<BridgeError> {
        // These include writes whose callers were not answered yet.
        if self.calls.len() >= MOST_WAITING {
            return Some(busy());
        }
        let (is_served, method) = match &asked.wanted {
            Wanted::Command(command, _) => (
                self.functions.contains(&command.function()),
                command.function().method(),
            ),
            Wanted::Link(call, _, _) => (self.serves_link(call.method()), call.method()),
        };
        if self.peer.is_some() && !is_served {
            // An instance serves all the other hook functions, or none of them.
            let lacks_harmony = method.starts_with("hooks") && !self.functions.contains(&Function::AddHook);
            return Some(answers::unserved_error(&self.id, method, lacks_harmony));
        }
        match &asked.wanted {
            Wanted::Link(_, Some(only), _) if self.peer.as_ref().is_some_and(|peer| peer.instance != *only) => {
                Some(answers::other_process_error(&self.id))
            }
            Wanted::Link(call, _, _) => call.size_error(),
            Wanted::Command(..) => None,
        }
    }

    fn serves_link(&self, method: &str) -> bool {
        let peer = self.peer.as_ref();
        peer.is_some_and(|peer| peer.functions.iter().any(|function| function == method))
    }

    /// Returns the next call to send over the open link, and marks it as sent; `None` if no call can be sent.
    pub(super) fn next_call(&mut self, now: Instant) -> Option<Call> {
        loop {
            if !self.link.as_ref()?.has_room(self.state.activity) {
                return None;
            }
            let (&ticket, pending) = self.calls.iter().find(|(_, pending)| self.may_go(pending, now))?;
            let known = pending
                .again
                .as_ref()
                .and_then(|(key, digest)| self.remembered.get(key, *digest));
            if let Some(outcome) = known {
                self.answer(ticket, outcome);
                continue;
            }
            // A call that was sent before has already begun, as far as its caller knows.
            if matches!(pending.stage, Stage::Waiting) && !pending.fate.begin() {
                self.calls.remove(&ticket);
                continue;
            }
            return self.hand_over(ticket, now);
        }
    }

    fn may_go(&self, pending: &Pending, now: Instant) -> bool {
        match pending.stage {
            Stage::Sent { .. } => false,
            Stage::Lost { .. } => true,
            // A second call under a key waits for the result of the first.
            Stage::Waiting => !pending.is_over(now) && !self.is_under_way(pending),
        }
    }

    pub(super) fn is_under_way(&self, pending: &Pending) -> bool {
        let Some((key, _)) = &pending.again else { return false };
        let is_it = |other: &Pending| {
            let same = |(other, _): &(CommandKey, _)| other == key;
            !matches!(other.stage, Stage::Waiting) && other.again.as_ref().is_some_and(same)
        };
        self.calls.values().any(is_it)
    }

    fn hand_over(&mut self, ticket: u64, now: Instant) -> Option<Call> {
        let (link, pending) = (self.link.as_mut()?, self.calls.get_mut(&ticket)?);
        let id = link.next_id;
        link.next_id += 1;
        link.unanswered.insert(id, ticket);
        let is_known = pending.once.as_ref().is_some_and(|once| link.has_key(&once.key));
        let at = SentAt {
            instance: link.instance.clone(),
            epoch: link.epoch,
            noted: link.noted,
            deadline: pending.deadline.at(),
            is_known,
        };
        link.behind = pending.bytes.as_ref().map(|bytes| (id, Arc::clone(bytes)));
        let cancelled = pending.cancelled();
        pending.stage = Stage::Sent { id, at, cancelled };
        let left = pending.deadline.left(now).as_millis();
        let entry = pending.once.as_ref().or(pending.plan.as_ref());
        Some(Call {
            id,
            function: pending.asks.method().to_owned(),
            args: pending.args.clone(),
            deadline_ms: u64::try_from(left).unwrap_or(u64::MAX).max(AT_LEAST),
            effect: pending.effect,
            key: entry.map(|once| once.key.clone()),
            digest: entry.map(|once| once.digest.clone()),
            tool: pending.once.as_ref().and(pending.tool.clone()),
            bytes: pending.bytes.as_ref().map(|bytes| bytes.len() as u64),
        })
    }

    /// Cancels calls whose callers no longer wait, and answers callers whose deadline has passed.
    pub(super) fn end_what_is_over(&mut self, now: Instant) {
        let over: Vec<u64> = self
            .calls
            .iter()
            .filter(|(_, pending)| pending.reply.is_some() && pending.is_over(now))
            .map(|(ticket, _)| *ticket)
            .collect();
        for ticket in over {
            self.end_over(ticket, now);
        }
    }

    fn end_over(&mut self, ticket: u64, now: Instant) {
        let state = self.state(now);
        let is_under_way = self
            .calls
            .get(&ticket)
            .is_some_and(|pending| self.is_under_way(pending));
        let Some(pending) = self.calls.get_mut(&ticket) else {
            return;
        };
        let (id, cancelled) = match &mut pending.stage {
            Stage::Waiting => {
                // The outcome of an earlier call under its key is not known yet.
                let error = match is_under_way {
                    true => answers::unknown(pending.asks, "an earlier call with the same key is still running"),
                    false => answers::not_begun_error(pending, &state.to_string(), state.activity),
                };
                // A caller that left has withdrawn it already, or does so now.
                pending.fate.withdraw();
                return self.answer(ticket, Err(error));
            }
            Stage::Sent { id, cancelled, .. } => (Some(*id), cancelled),
            Stage::Lost { cancelled, .. } => (None, cancelled),
        };
        match *cancelled {
            None => {
                *cancelled = Some(now);
                if let (Some(id), Some(link)) = (id, &mut self.link) {
                    link.control.push_back(FromHost::Cancel { id });
                }
            }
            Some(since) if now < since + LAST_WORD => {}
            Some(_) => self.give_up(ticket, &state),
        }
    }

    /// Sends the caller the error that the outcome is unknown. The session continues to wait for the real outcome.
    pub(super) fn give_up(&mut self, ticket: u64, state: &UnityState) {
        let Some(pending) = self.calls.get_mut(&ticket) else {
            return;
        };
        let error = match pending.is_write() {
            true => answers::unknown(pending.asks, &state.to_string()),
            false => answers::too_late_error(pending, state),
        };
        let is_heard_of = pending.is_write() || matches!(pending.stage, Stage::Sent { .. });
        if let Some(reply) = pending.reply.take() {
            let outcome = Err(error);
            if !pending.is_write() {
                pending.fate.finish(&outcome);
            }
            reply.end(outcome);
        }
        if !is_heard_of {
            self.calls.remove(&ticket);
        }
    }

    /// Decides about all calls that were sent over a lost link, based on the new `hello`.
    pub(super) fn settle(&mut self, hello: &Hello) {
        let fates: Vec<(u64, Settled)> = self
            .calls
            .iter()
            .filter_map(|(ticket, pending)| {
                let Stage::Lost { at, .. } = &pending.stage else {
                    return None;
                };
                let sent = Sent {
                    key: pending.once.as_ref().map(|once| once.key.as_str()),
                    instance: &at.instance,
                    epoch: at.epoch,
                    noted: at.noted,
                    is_given_up: pending.reply.is_none(),
                };
                Some((*ticket, settle(&sent, hello)))
            })
            .collect();
        self.end_those_of_another(hello);
        for (ticket, fate) in fates {
            let Some(pending) = self.calls.get(&ticket) else {
                continue;
            };
            match fate {
                Settled::Again => {}
                Settled::Unknown => {
                    let why = "the process that received it has reloaded its scripts or ended";
                    let error = answers::unknown(pending.asks, why);
                    self.end(ticket, Err(error));
                }
                Settled::Never => {
                    let why = "Unity had not begun it when the link was lost";
                    let error = answers::not_begun_error(pending, why, hello.state);
                    self.answer(ticket, Err(error));
                }
            }
        }
    }

    /// Fails the calls that name objects of a previous process, because another process has connected. Writes that may
    /// have begun in the previous process stay open.
    fn end_those_of_another(&mut self, hello: &Hello) {
        let is_of_another = |pending: &Pending| {
            let is_other = pending.only.as_ref().is_some_and(|only| *only != hello.instance);
            is_other && (matches!(pending.stage, Stage::Waiting) || !pending.is_write())
        };
        let gone: Vec<u64> = self
            .calls
            .iter()
            .filter(|(_, pending)| is_of_another(pending))
            .map(|(ticket, _)| *ticket)
            .collect();
        for ticket in gone {
            let error = answers::other_process_error(&self.id);
            self.answer(ticket, Err(error));
        }
    }

    pub(super) fn on_withdrawn(&mut self, ticket: u64, now: Instant) {
        let state = self.state(now);
        let Some(pending) = self.calls.get_mut(&ticket) else {
            return;
        };
        let is_extended = match &pending.stage {
            Stage::Sent { at, .. } => !at.is_known && pending.deadline.at() > at.deadline,
            Stage::Waiting | Stage::Lost { .. } => false,
        };
        // Unity knows the deadline as it was when the call was sent. Nothing was done, so the call is sent again.
        if is_extended && pending.reply.is_some() && !pending.is_over(now) {
            return pending.on_link_lost();
        }
        let may_be_done = matches!(&pending.stage, Stage::Sent { at, .. } if at.is_known);
        match may_be_done {
            true => {
                let error = answers::unknown(pending.asks, "an earlier call under the same key had begun it");
                self.end(ticket, Err(error));
            }
            // There is no result to remember.
            false => {
                let error = answers::not_begun_error(pending, &state.to_string(), state.activity);
                self.answer(ticket, Err(error));
            }
        }
    }

    /// Handles the result of a call. Stores it if the client may repeat the call, and queues its confirmation.
    pub(super) fn on_result(&mut self, ticket: u64, outcome: Outcome) {
        if let Some(pending) = self.calls.get(&ticket) {
            if let Some(once) = &pending.once {
                self.debts.add(once.key.clone(), pending.again.is_some());
            }
            if let (Some(plan), Ok(_)) = (&pending.plan, &outcome) {
                self.debts.add_plan(plan.key.clone());
            }
        }
        self.end(ticket, outcome);
    }

    fn end(&mut self, ticket: u64, outcome: Outcome) {
        if let Some(pending) = self.calls.get(&ticket)
            && let Some((key, digest)) = &pending.again
        {
            self.remembered.put(key.clone(), *digest, pending.is_write(), &outcome);
        }
        self.answer(ticket, outcome);
    }

    pub(super) fn answer(&mut self, ticket: u64, outcome: Outcome) {
        let Some(pending) = self.calls.remove(&ticket) else {
            return;
        };
        pending.fate.finish(&outcome);
        if let Some(reply) = pending.reply {
            reply.end(outcome);
        }
    }

    /// Ends a `link/…` call and sends the outcome to its caller. Does not store a successful result.
    pub(super) fn done_link(&mut self, ticket: u64, outcome: LinkOutcome) {
        let reply = match outcome {
            Ok(reply) => reply,
            Err(error) => return self.on_result(ticket, Err(error)),
        };
        let Some(pending) = self.calls.remove(&ticket) else {
            return;
        };
        if let Some(once) = pending.once {
            self.debts.add(once.key, pending.begins_repeatable_job);
        }
        pending.fate.finish(&Ok(Reply::Done.into()));
        if let Some(Waits::Link(waits)) = pending.reply {
            // It is no error if the caller no longer waits.
            let _ = waits.send(Ok(reply));
        }
    }

    pub(super) fn tell(&mut self, notice: Notice) {
        self.notices.push_back(notice);
    }
}
