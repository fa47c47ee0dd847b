//! The handling of frames from a Unity instance on an open link. A wrong order of frames closes the link.

use super::answers;
use super::pending::{Asks, Stage};
use super::{Answered, Notice, Session};
use crate::frames::{
    CallResult, Complaint, FromHost, FromUnity, Happened, LogEntry, Logs, NumberedEvent, Progress, Pulse, Unread,
    split_binary,
};
use crate::limits::{ERRORS, PROGRESS};
use crate::opening::Close;
use host_bridge::{Activity, Event, LogLine, Waits, naming};
use jiff::Timestamp;
use std::time::{Duration, Instant};

impl Session {
    /// Handles a text frame. Returns the close reason if the frame is an error; the session then no longer uses the
    /// link.
    pub fn text(&mut self, text: &str, now: Instant) -> Option<Close> {
        let read = self.read(text, now);
        self.or_leave(read, now)
    }

    /// Handles a binary frame. Returns the close reason if the frame is an error, as `text` does.
    pub fn binary(&mut self, frame: &[u8], now: Instant) -> Option<Close> {
        let read = self.read_binary(frame, now);
        self.or_leave(read, now)
    }

    /// Records that the instance answered a ping.
    pub fn pong(&mut self, now: Instant) {
        if let Some(link) = &mut self.link {
            link.heard = now;
        }
    }

    fn or_leave(&mut self, read: Result<(), Close>, now: Instant) -> Option<Close> {
        let close = read.err()?;
        self.unlinked(now);
        Some(close)
    }

    fn read(&mut self, text: &str, now: Instant) -> Result<(), Close> {
        let Some(link) = &mut self.link else { return Ok(()) };
        link.heard = now;
        if link.announced.is_some() {
            return Err(Close::fault("the bytes that `result` announced did not follow it"));
        }
        let frame = match FromUnity::read(text) {
            Ok(frame) => frame,
            Err(Unread::Type(name)) => {
                link.errors += 1;
                if link.errors <= ERRORS {
                    link.control.push_back(FromHost::Error(Complaint {
                        kind: "unsupported".to_owned(),
                        message: format!("there is no frame `{name}`"),
                    }));
                }
                return Ok(());
            }
            Err(error) => return Err(Close::fault(error.to_string())),
        };
        match frame {
            FromUnity::Hello(_) | FromUnity::Proof(_) => Err(Close::fault("the opening is over")),
            FromUnity::Result(result) if result.bytes.is_some() => {
                if !link.unanswered.contains_key(&result.id) {
                    return Err(no_call(result.id));
                }
                link.announced = Some(result);
                Ok(())
            }
            FromUnity::Result(result) => self.result(result, None),
            FromUnity::Withdrawn(withdrawn) => {
                let ticket = link.unanswered.remove(&withdrawn.id);
                self.on_withdrawn(ticket.ok_or_else(|| no_call(withdrawn.id))?, now);
                Ok(())
            }
            FromUnity::Event(told) => self.event(told),
            FromUnity::Logs(logs) => {
                self.logs(logs);
                Ok(())
            }
            FromUnity::Pulse(pulse) => self.pulse(pulse, now),
            FromUnity::Progress(progress) => {
                self.progress(progress, now);
                Ok(())
            }
            // The instance logs itself which frames it did not understand.
            FromUnity::Error(_) => Ok(()),
        }
    }

    fn read_binary(&mut self, frame: &[u8], now: Instant) -> Result<(), Close> {
        let Some(link) = &mut self.link else { return Ok(()) };
        link.heard = now;
        let Some(result) = link.announced.take() else {
            return Err(Close::fault("binary frame that no frame announced"));
        };
        let fits = |(id, bytes): &(u64, &[u8])| *id == result.id && Some(bytes.len() as u64) == result.bytes;
        match split_binary(frame).filter(fits) {
            Some((_, bytes)) => self.result(result, Some(bytes.to_vec())),
            None => Err(Close::fault("the bytes are not those that `result` announced")),
        }
    }

    fn result(&mut self, result: CallResult, bytes: Option<Vec<u8>>) -> Result<(), Close> {
        let link = self.link.as_mut();
        let ticket = link.and_then(|link| link.unanswered.remove(&result.id));
        let ticket = ticket.ok_or_else(|| no_call(result.id))?;
        let Some(pending) = self.calls.get(&ticket) else {
            return Ok(());
        };
        debug_assert!(matches!(pending.stage, Stage::Sent { .. }));
        self.last_answered = Some(Answered {
            function: pending.asks.method(),
            tool: pending.tool.clone(),
        });
        match pending.asks {
            Asks::Function(function) => {
                let is_write = pending.is_write();
                let outcome = match (&self.numbers, &self.link) {
                    (Some(numbers), Some(link)) => {
                        let read = || answers::outcome(result, bytes, function, is_write);
                        let outcome = naming::incoming(numbers, &link.instance, read);
                        outcome.map_err(|error| answers::with_host_ids(error, &**numbers, &link.instance))
                    }
                    _ => answers::outcome(result, bytes, function, is_write),
                };
                self.on_result(ticket, outcome);
            }
            Asks::Link(_) => self.done_link(ticket, answers::link_outcome(result, bytes)),
        }
        Ok(())
    }

    /// Extends the deadline of a call that progressed, and forwards the report to its waiting caller. Drops reports that follow too fast, except the
    /// last one, and reports about ended calls.
    fn progress(&mut self, said: Progress, now: Instant) {
        let ticket = self.link.as_ref().and_then(|link| link.unanswered.get(&said.id));
        let Some(pending) = ticket.and_then(|ticket| self.calls.get_mut(ticket)) else {
            return;
        };
        let step = Some((said.done, said.text.clone()));
        if pending.step != step {
            pending.step = step;
            pending.deadline.extend(now);
        }
        let is_all = said.total == Some(said.done);
        let is_soon = pending
            .told
            .is_some_and(|(last, was_all)| now < last + PROGRESS && (was_all || !is_all));
        if is_soon || pending.reply.is_none() {
            return;
        }
        if let Some(tell) = &pending.progress {
            pending.told = Some((now, is_all));
            tell(Waits::Done(said.done, said.total, said.text));
        }
    }

    fn event(&mut self, told: NumberedEvent) -> Result<(), Close> {
        if told.seq <= self.acknowledged {
            return Err(Close::fault("an event was repeated or is out of order"));
        }
        if told.seq > self.acknowledged + 1 {
            self.tell(Notice::Event(Event::Resync));
        }
        self.acknowledged = told.seq;
        match told.event {
            Happened::Known(event) => {
                let is_unload = matches!(&event, Event::ScenesChanged { removed, .. } if !removed.is_empty());
                if let (true, Some(numbers), Some(link)) = (is_unload, &self.numbers, &self.link) {
                    numbers.invalidate(&link.instance);
                }
                self.tell(Notice::Event(event));
            }
            Happened::Unknown(unknown) => tracing::debug!(kind = unknown.kind, "ignored an event of an unknown kind"),
        }
        Ok(())
    }

    fn logs(&mut self, logs: Logs) {
        if logs.dropped > 0 {
            let message = format!("{} lines of Unity's console were dropped", logs.dropped);
            self.tell(Notice::Line(line(Timestamp::now(), "warn".to_owned(), message)));
        }
        for entry in logs.lines {
            self.tell(Notice::Line(line_of(entry)));
        }
    }

    fn pulse(&mut self, pulse: Pulse, now: Instant) -> Result<(), Close> {
        if pulse.state == Activity::Away {
            return Err(Close::fault("Unity must not send the state `away`"));
        }
        if let Some(link) = &mut self.link {
            link.pulsed = now;
            link.pinged = false;
        }
        self.assemblies = pulse.assemblies;
        let last_time = pulse.last_ms.map(Duration::from_millis);
        self.enter(pulse.state, last_time, pulse.dialog, now);
        if pulse.state == Activity::Blocked {
            // The main thread stopped before the instance noticed it.
            let stopped = now.checked_sub(Duration::from_millis(pulse.main_ms));
            self.state.since = stopped.map_or(self.state.since, |stopped| stopped.min(self.state.since));
        }
        Ok(())
    }
}

fn no_call(id: u64) -> Close {
    Close::fault(format!("no call {id} waits for an answer"))
}

fn line_of(entry: LogEntry) -> LogLine {
    let level = match entry.level.as_str() {
        "debug" | "warn" | "error" => entry.level,
        _ => "info".to_owned(),
    };
    let time = i64::try_from(entry.time_ms).ok();
    let time = time.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let message = match entry.stack {
        Some(stack) => entry.text + "\n" + &stack,
        None => entry.text,
    };
    line(time.unwrap_or_else(Timestamp::now), level, message)
}

fn line(time: Timestamp, level: String, message: String) -> LogLine {
    LogLine {
        time: time.to_string(),
        level,
        message,
        source: "unity".to_owned(),
        category: None,
    }
}
