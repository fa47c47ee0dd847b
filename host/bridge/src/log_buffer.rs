//! The log of one Unity: a bounded ring of lines, the host's own among them, and a second one for Unity's console, so that
//! a talkative game pushes nothing of the host's out. A tail gives both in the order of time.
//!
//! Belongs here: what is kept, what a tail gives, who is told of new lines. Does not: where Unity's lines come from (the
//! bridges).

use crate::command::Command;
use crate::model::LogLine;
use crate::paging::json_len;
use crate::reply::{Replied, Reply};
use crate::state::BridgeId;
use host_api::{Announced, Whose};
use jiff::Timestamp;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::broadcast;

/// Older lines fall out; of each ring.
const KEPT: usize = 2_000;
/// Bytes of their messages; the newest line stays whatever its size.
const KEPT_BYTES: usize = 8 << 20;

const LEVELS: [&str; 4] = ["debug", "info", "warn", "error"];

/// One for each bridge, shared with whoever writes into it; nobody waits for Unity to do so.
#[derive(Debug)]
pub struct LogBuffer {
    /// The host's, the same for all its Unitys.
    own: Arc<Mutex<Ring>>,
    of_unity: Mutex<Ring>,
    told: broadcast::Sender<Announced<LogLine>>,
    /// Whom lines of Unity's console concern.
    whose: Whose,
}

/// Of one moment.
struct Rings<'a> {
    own: &'a Ring,
    of_unity: &'a Ring,
}

#[derive(Debug, Default)]
struct Ring {
    lines: VecDeque<Kept>,
    bytes: usize,
    dropped: u64,
}

#[derive(Debug)]
struct Kept {
    at: Timestamp,
    line: LogLine,
}

/// Which lines a tail gives.
#[derive(Clone, Copy, Debug)]
pub struct LogTail<'a> {
    pub count: u32,
    /// `debug`, `info`, `warn` or `error`, case ignored; `None` gives all.
    pub min_level: Option<&'a str>,
    /// Only this source, exact.
    pub source: Option<&'a str>,
    /// Part of the message, case ignored.
    pub text: Option<&'a str>,
    /// Of the answer as JSON, roughly; one line is given whatever its size.
    pub max_bytes: usize,
}

impl<'a> LogTail<'a> {
    /// What `TailLogs` asks for; `None` of any other command.
    pub fn of(command: &'a Command) -> Option<Self> {
        match command {
            Command::TailLogs {
                count,
                min_level,
                source,
                text,
                max_bytes,
            } => Some(Self {
                count: *count,
                min_level: min_level.as_deref(),
                source: source.as_deref(),
                text: text.as_deref(),
                max_bytes: *max_bytes,
            }),
            _ => None,
        }
    }
}

impl LogBuffer {
    /// An empty one whose readers may lag by `announced` lines before they lose some.
    pub fn new(announced: usize) -> Self {
        Self {
            own: Arc::default(),
            of_unity: Mutex::default(),
            told: broadcast::Sender::new(announced),
            whose: Whose::All,
        }
    }

    /// That of one of several Unitys: what is announced in it reaches the readers of `self` as its own, the host's lines are
    /// the same in both, and its console's are kept apart.
    #[must_use]
    pub fn of_one(&self, unity: &BridgeId) -> Self {
        Self {
            own: Arc::clone(&self.own),
            of_unity: Mutex::default(),
            told: self.told.clone(),
            whose: Whose::Unity(unity.as_str().into()),
        }
    }

    /// Keeps a line of the host's own and announces it.
    pub fn append(&self, line: LogLine) {
        self.keep(line.clone());
        let _ = self.told.send(line.into());
    }

    /// Keeps a line of the host's own.
    pub fn keep(&self, line: LogLine) {
        locked(&self.own).push(line);
    }

    /// Keeps a line of Unity's console.
    pub fn keep_of_unity(&self, line: LogLine) {
        locked(&self.of_unity).push(line);
    }

    /// Tells readers of a line of this Unity. That nobody reads is no fault.
    pub fn announce(&self, line: LogLine) {
        let whose = self.whose.clone();
        let _ = self.told.send(Announced { whose, what: line });
    }

    /// Lines that are announced from now on, apart from the events: a flood of them loses no event.
    pub fn subscribe(&self) -> broadcast::Receiver<Announced<LogLine>> {
        self.told.subscribe()
    }

    /// The newest matching lines, oldest of them first; fewer where they need too many bytes. What is left out, and what is
    /// no longer kept, is counted.
    pub fn tail(&self, wanted: &LogTail<'_>) -> Replied {
        let (own, of_unity) = (locked(&self.own), locked(&self.of_unity));
        let rings = Rings {
            own: &own,
            of_unity: &of_unity,
        };
        rings.tail(wanted)
    }
}

/// Each change of a ring is whole before anything can panic.
fn locked(ring: &Mutex<Ring>) -> MutexGuard<'_, Ring> {
    ring.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ring {
    fn push(&mut self, line: LogLine) {
        self.bytes += line.message.len();
        while self.lines.len() >= KEPT || self.bytes > KEPT_BYTES {
            let Some(old) = self.lines.pop_front() else { break };
            self.bytes -= old.line.message.len();
            self.dropped += 1;
        }
        let at = line.time.parse().unwrap_or_else(|_| Timestamp::now());
        self.lines.push_back(Kept { at, line });
    }
}

impl Rings<'_> {
    /// All lines, newest first; of the same moment, the host's own count as newer.
    fn newest_first(&self) -> impl Iterator<Item = &LogLine> {
        let mut own = self.own.lines.iter().rev().peekable();
        let mut of_unity = self.of_unity.lines.iter().rev().peekable();
        std::iter::from_fn(move || {
            let unitys_turn = match (own.peek(), of_unity.peek()) {
                (Some(own), Some(unity)) => unity.at > own.at,
                (None, _) => true,
                _ => false,
            };
            let next = if unitys_turn { of_unity.next() } else { own.next() };
            next.map(|kept| &kept.line)
        })
    }

    fn tail(&self, wanted: &LogTail<'_>) -> Replied {
        let count = usize::try_from(wanted.count).unwrap_or(usize::MAX);
        let least = wanted.min_level.and_then(rank).unwrap_or(0);
        let text = wanted.text.map(str::to_lowercase);
        let matches = |line: &&LogLine| {
            rank(&line.level).unwrap_or(1) >= least
                && wanted.source.is_none_or(|source| source == line.source)
                && text
                    .as_ref()
                    .is_none_or(|text| line.message.to_lowercase().contains(text))
        };
        let mut newest: Vec<LogLine> = Vec::new();
        let mut room = wanted.max_bytes;
        let mut full = false;
        let mut left_out = 0_u64;
        let mut for_bytes = false;
        for line in self.newest_first().filter(matches) {
            if !full {
                let size = 80 + json_len(&line.message) + line.category.as_deref().map_or(0, json_len);
                for_bytes = newest.len() < count && size > room && !newest.is_empty();
                full = newest.len() >= count || for_bytes;
                room = room.saturating_sub(size);
            }
            if full {
                left_out += 1;
            } else {
                newest.push(line.clone());
            }
        }
        newest.reverse();
        Replied {
            diagnostics: self.notes(newest.len(), for_bytes.then_some(wanted.max_bytes)),
            reply: Reply::Logs {
                lines: newest,
                left_out,
            },
        }
    }

    /// What a tail of so many lines does not say itself; `bound` cut it.
    fn notes(&self, given: usize, bound: Option<usize>) -> Vec<String> {
        let cut = bound.map(|bound| format!("only {given} lines are given: more would need more than {bound} bytes"));
        let gone = |ring: &Ring, whose: &str| {
            let dropped = ring.dropped;
            (dropped > 0).then(|| format!("{dropped} older {whose} are no longer kept (limit {KEPT})"))
        };
        cut.into_iter()
            .chain(gone(self.own, "lines"))
            .chain(gone(self.of_unity, "lines of Unity's log"))
            .collect()
    }
}

fn rank(level: &str) -> Option<usize> {
    LEVELS.iter().position(|known| known.eq_ignore_ascii_case(level))
}

#[cfg(test)]
mod tests;
