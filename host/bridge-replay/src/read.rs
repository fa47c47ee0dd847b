//! The reader for recordings. It validates each line, because the file may be malicious.
//!
//! Belongs here: the kind and the position of each line. Does not: size limits (`bounds`), the format version (`head`).

use crate::bad_recording::{BadRecording, bad, json_error_text, part};
use crate::bounds;
use crate::call_record;
use crate::head;
use crate::last_state::Known;
use crate::line::{Announcement, CallIn, End, Head, Missed, Named, Parts, Present};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host_bridge::{BridgeError, BridgeErrorKind, BridgeId, Event, Function, LineChain, LogLine, Replied};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::Range;

/// Maximum bytes of a recording that the host reads. A larger file is rejected.
pub const MOST_BYTES: u64 = 1 << 30;
/// Maximum number of lines, targets (`MOST_TARGETS`) or names (`MOST_NAMES`) in a recording; more are rejected.
const MOST_LINES: usize = 4_000_000;
pub(crate) const MOST_TARGETS: usize = 256;
const MOST_NAMES: usize = 10_000;

/// A parsed recording. If its host was killed, it contains only the lines before that.
#[derive(Debug)]
pub struct Recording {
    pub(crate) text: String,
    pub(crate) head: Head,
    pub(crate) calls: Vec<Call>,
    /// The recorded events, log lines and target lists, each with the number of calls that were recorded before it.
    pub(crate) others: Vec<(usize, Other)>,
    /// The ids of all targets in the recording. Other types refer to a target by its position in this list.
    pub(crate) targets: Vec<String>,
    pub(crate) known: Known,
    pub(crate) names: BTreeMap<String, Named>,
    /// The number of lines that the recording lacks, because the recorder dropped them.
    pub(crate) missed: u64,
    /// The content of the last line, which completes the recording; `None` if the host process was killed before.
    pub(crate) end: Option<End>,
}

/// One recorded call. Its arguments and its answer are stored as ranges in the recording's text.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) line: usize,
    /// The position of the call's target in `Recording::targets`.
    pub(crate) unity: usize,
    pub(crate) function: Function,
    pub(crate) arguments: Range<usize>,
    /// True if the recorded outcome is that the target rejected the call, so that nothing was changed.
    pub(crate) is_refused: bool,
    answer: Answer,
}

#[derive(Clone, Debug)]
enum Answer {
    Reply(Range<usize>, Option<Range<usize>>),
    Error(Range<usize>),
}

impl Call {
    /// Returns the length of the answer's text in bytes, without the image of a picture.
    pub(crate) fn answer_bytes(&self) -> usize {
        match &self.answer {
            Answer::Reply(text, _) | Answer::Error(text) => text.len(),
        }
    }
}

/// A line that no request caused: an event, a log line, a list of targets, or a gap.
/// It is stored as a range in the recording's text, because a parsed value would need many times the memory.
#[derive(Clone, Debug)]
pub(crate) enum Other {
    Now(Range<usize>),
    Event(Range<usize>),
    Log(Range<usize>),
    Missed,
}

impl Recording {
    /// Reads all bytes of `from` and validates them.
    ///
    /// # Errors
    /// The outer error is an I/O error. The inner error names the first invalid line.
    pub fn read(from: impl Read) -> io::Result<Result<Self, BadRecording>> {
        let mut bytes = Vec::new();
        from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(Self::from_bytes(bytes))
    }

    fn from_bytes(mut bytes: Vec<u8>) -> Result<Self, BadRecording> {
        if bytes.len() as u64 > MOST_BYTES {
            return Err(bad(
                1,
                format!("the file has more than {MOST_BYTES} bytes, the maximum of a recording"),
            ));
        }
        // A host that was killed leaves an incomplete last line.
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let before = &error.as_bytes()[..good];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            bad(line, "it is not UTF-8")
        })?;
        let mut reading = Reading::default();
        let mut head = None;
        for (number, line) in lines(&text) {
            let parts: Parts<'_> = serde_json::from_str(line).map_err(|error| {
                bad(
                    number,
                    format!("not a line of a recording: {}", json_error_text(&error)),
                )
            })?;
            if let Some(several) = parts.extra_member_error() {
                return Err(bad(number, several));
            }
            match (&head, parts.head) {
                (None, Some(first)) => head = Some(head::read(number, first)?),
                (None, None) => {
                    return Err(bad(
                        number,
                        "the first line is not `head`, so this file is not a recording",
                    ));
                }
                (Some(_), Some(_)) => return Err(bad(number, "a second `head`")),
                (Some(_), None) => {}
            }
            if !reading.chain.verify_next(line) {
                return Err(bad(
                    number,
                    "`sum` does not match: this line, or one before it, was changed, lost or moved; record again",
                ));
            }
            if parts.head.is_none() {
                reading.line(&text, number, &parts)?;
            }
        }
        let head = head.ok_or_else(|| bad(1, "the file is empty, or its first line is incomplete"))?;
        Ok(Self {
            head,
            calls: reading.calls,
            others: reading.others,
            targets: reading.targets,
            known: reading.known,
            names: reading.names,
            missed: reading.missed,
            end: reading.end,
            text,
        })
    }

    /// Returns the number of recorded calls.
    pub fn calls(&self) -> usize {
        self.calls.len()
    }

    /// Returns a phrase for messages with the time of the recording and the version of the host that made it.
    pub fn origin(&self) -> String {
        format!("made {} by host {}", self.head.made, self.head.host)
    }

    /// Returns a phrase for messages about missing parts of the recording; `None` if it is complete.
    pub fn gaps(&self) -> Option<String> {
        match &self.end {
            None => Some("ends before its host did, which was killed".to_owned()),
            Some(end) if !end.complete => {
                let why = end.why.as_deref().unwrap_or("the reason is unknown");
                Some(format!("is not complete: {why}"))
            }
            Some(_) if self.missed > 0 => Some(format!("lacks {} lines", self.missed)),
            Some(_) => None,
        }
    }

    pub(crate) fn text_at(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Parses a part of the recording's text as a `T`; `None` if it is invalid, which validated parts never are.
    pub(crate) fn read_again<'a, T: Deserialize<'a>>(&'a self, range: &Range<usize>) -> Option<T> {
        serde_json::from_str(self.text_at(range)).ok()
    }

    /// Parses the answer to the call at position `call`. Parsing can take long, so the caller must not hold a lock.
    pub(crate) fn answer(&self, call: usize) -> Result<Replied, BridgeError> {
        #[cfg(test)]
        crate::tests::reach(crate::tests::Place::Reading);
        let internal = |why: String| BridgeError::new(BridgeErrorKind::Internal, why);
        let call = self
            .calls
            .get(call)
            .ok_or_else(|| internal("there is no such call".to_owned()))?;
        match &call.answer {
            Answer::Reply(reply, png) => {
                let png = png.as_ref().map(|png| self.text_at(png));
                replied(call.function, self.text_at(reply), png).map_err(internal)
            }
            Answer::Error(error) => {
                Err(serde_json::from_str(self.text_at(error)).unwrap_or_else(|error| internal(error.to_string())))
            }
        }
    }
}

/// Iterates over the lines of the text with their numbers, from 1. A line may end with CR LF.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

#[derive(Default)]
struct Reading {
    chain: LineChain,
    calls: Vec<Call>,
    others: Vec<(usize, Other)>,
    targets: Vec<String>,
    known: Known,
    names: BTreeMap<String, Named>,
    missed: u64,
    end: Option<End>,
}

impl Reading {
    fn line(&mut self, text: &str, number: usize, parts: &Parts<'_>) -> Result<(), BadRecording> {
        if self.end.is_some() {
            return Err(bad(number, "a line after `end`"));
        }
        if number > MOST_LINES {
            return Err(bad(number, format!("a recording has at most {MOST_LINES} lines")));
        }
        let before = self.calls.len();
        match parts {
            Parts { call: Some(call), .. } => {
                let call = self.call(text, number, call)?;
                self.calls.push(call);
            }
            Parts { now: Some(now), .. } => {
                let at = range_within(text, now.get());
                bounds::length(number, "now", at.len(), bounds::MOST_NOW)?;
                for one in part::<Vec<Present>>(number, "now", now)? {
                    bounds::present(number, &one)?;
                    let unity = self.unity(number, "now.row.id", &one.row.id)?;
                    self.known.add(unity, one);
                }
                self.others.push((before, Other::Now(at)));
            }
            Parts { named: Some(named), .. } => {
                let named: Named = part(number, "named", named)?;
                bounds::check_named(number, &named)?;
                if let Some(id) = &named.unity {
                    self.unity(number, "named.unity", id)?;
                }
                if self.names.len() >= MOST_NAMES {
                    return Err(bad(number, format!("a recording has at most {MOST_NAMES} names")));
                }
                self.names.insert(named.name.clone(), named);
            }
            Parts { event: Some(event), .. } => {
                let at = range_within(text, event.get());
                bounds::length(number, "event", at.len(), bounds::MOST_EVENT)?;
                let said: Announcement<Event> = part(number, "event", event)?;
                bounds::event(number, &said.what)?;
                self.others.push((before, Other::Event(at)));
            }
            Parts { log: Some(log), .. } => {
                part::<Announcement<LogLine>>(number, "log", log)?;
                self.others.push((before, Other::Log(range_within(text, log.get()))));
            }
            Parts {
                missed: Some(missed), ..
            } => {
                let missed: Missed = part(number, "missed", missed)?;
                self.missed = self.missed.saturating_add(missed.lines);
                self.others.push((before, Other::Missed));
            }
            Parts { end: Some(end), .. } => {
                let end: End = part(number, "end", end)?;
                bounds::end(number, &end)?;
                self.end = Some(end);
            }
            _ => return Err(bad(number, "the line is empty")),
        }
        Ok(())
    }

    fn call(&mut self, text: &str, number: usize, call: &RawValue) -> Result<Call, BadRecording> {
        let call: CallIn<'_> = part(number, "call", call)?;
        let function = Function::from_method(&call.function).ok_or_else(|| {
            let shown: String = call.function.chars().take(64).collect();
            bad(number, format!("`call.fn` is {shown:?}, which this host does not know"))
        })?;
        bounds::length(number, "call.args", call.args.get().len(), bounds::MOST_ARGUMENTS)?;
        let arguments: Value = part(number, "call.args", call.args)?;
        if !arguments.is_object() {
            return Err(bad(number, "`call.args` is not an object"));
        }
        if call_record::canonical(&arguments) != call.args.get() {
            return Err(bad(
                number,
                "the members of `call.args` are not in order, or there are blanks between them",
            ));
        }
        let (answer, is_refused) = match (call.reply, call.error, call.png) {
            (Some(reply), None, png) => {
                let png = png.map(RawValue::get);
                replied(function, reply.get(), png)
                    .map_err(|reason| bad(number, format!("`call.reply` cannot be read: {reason}")))?;
                let png = png.map(|png| range_within(text, png));
                (Answer::Reply(range_within(text, reply.get()), png), false)
            }
            (None, Some(error), None) => {
                let read: BridgeError = part(number, "call.error", error)?;
                (
                    Answer::Error(range_within(text, error.get())),
                    read.kind.leaves_all_as_it_was(),
                )
            }
            _ => {
                return Err(bad(
                    number,
                    "`call` has one of `reply` and `error`, and `png` with `reply` alone",
                ));
            }
        };
        Ok(Call {
            line: number,
            unity: self.unity(number, "call.unity", &call.unity)?,
            function,
            arguments: range_within(text, call.args.get()),
            is_refused,
            answer,
        })
    }

    /// Returns the position of the target `id` in the recording's list of targets. Adds an unknown target to the list.
    fn unity(&mut self, line: usize, field: &str, id: &str) -> Result<usize, BadRecording> {
        if let Some(known) = self.targets.iter().position(|known| known == id) {
            return Ok(known);
        }
        let number = id
            .rsplit_once('@')
            .and_then(|(_, number)| u32::from_str_radix(number, 16).ok());
        let name = id.rsplit_once('@').map(|(name, _)| name).unwrap_or_default();
        if number.is_none_or(|number| BridgeId::new(name, number).as_str() != id) {
            return Err(bad(
                line,
                format!("`{field}` is not the id of a target, such as Game@1a2b3c4d"),
            ));
        }
        if self.targets.len() >= MOST_TARGETS {
            return Err(bad(line, format!("a recording has at most {MOST_TARGETS} targets")));
        }
        self.targets.push(id.to_owned());
        Ok(self.targets.len() - 1)
    }
}

/// Creates the answer of `function` from its recorded parts: the reply as JSON, and the image as base64 text.
fn replied(function: Function, reply: &str, png: Option<&str>) -> Result<Replied, String> {
    let Replied { reply, diagnostics } = serde_json::from_str(reply).map_err(|error| json_error_text(&error))?;
    let png = match png {
        Some(text) => {
            let text: String =
                serde_json::from_str(text).map_err(|error| format!("`png`: {}", json_error_text(&error)))?;
            Some(STANDARD.decode(text).map_err(|error| format!("`png`: {error}"))?)
        }
        None => None,
    };
    let reply = reply.join(png, function).map_err(|error| error.to_string())?;
    match reply.kind() == function.reply() {
        true => Ok(Replied { reply, diagnostics }),
        false => Err(format!(
            "it is {:?} instead of {:?}, the reply of `{function}`",
            reply.kind(),
            function.reply()
        )),
    }
}

/// Returns the byte range of `part` in `text`. `part` must be a slice of `text`.
fn range_within(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    start..start + part.len()
}
