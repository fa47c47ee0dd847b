//! The log of one target: a bounded ring for lines of the host, and one for Unity's console; neither evicts the other.
//!
//! Belongs here: which lines are kept, the content of a tail, announcing new lines. Does not: the source of Unity's
//! lines (the bridges).

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

/// Maximum number of log lines in one ring buffer; the oldest lines are evicted first.
const KEPT: usize = 2_000;
/// Maximum bytes of the messages in one ring buffer of log lines; the newest line is kept even if it is larger.
const KEPT_BYTES: usize = 8 << 20;

const LEVELS: [&str; 4] = ["debug", "info", "warn", "error"];

/// The log of one bridge: lines of the host and of Unity's console, shared by all writers. Reading never waits.
#[derive(Debug)]
pub struct LogBuffer {
    /// The log lines that the host itself wrote; the buffers of all targets share them.
    own: Arc<Mutex<Ring>>,
    of_unity: Mutex<Ring>,
    told: broadcast::Sender<Announced<LogLine>>,
    /// The sessions that receive the lines of Unity's console that this buffer sends to subscribers.
    whose: Whose,
}

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

/// The filter and the limits of a tail, that is, of a request for the newest lines.
#[derive(Clone, Copy, Debug)]
pub struct LogTail<'a> {
    pub count: u32,
    /// The minimum level: `debug`, `info`, `warn` or `error`, case ignored; `None` returns lines of all levels.
    pub min_level: Option<&'a str>,
    /// Source of the lines, compared exactly; `None` returns lines of all sources.
    pub source: Option<&'a str>,
    /// Text that the message of a line must contain, case ignored; `None` returns all lines.
    pub text: Option<&'a str>,
    /// Maximum bytes of the answer as JSON, approximately; one line is returned even if it is larger.
    pub max_bytes: usize,
}

impl<'a> LogTail<'a> {
    /// Returns the filter of a `TailLogs` command; `None` for any other command.
    pub fn from_command(command: &'a Command) -> Option<Self> {
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
    /// Creates an empty log buffer. A subscriber that lags by more than `announced` lines loses lines.
    pub fn new(announced: usize) -> Self {
        Self {
            own: Arc::default(),
            of_unity: Mutex::default(),
            told: broadcast::Sender::new(announced),
            whose: Whose::All,
        }
    }

    /// Creates the log buffer of one of several targets; its lines also go to the subscribers of `self`. Both buffers
    /// share the log lines of the host, but not those of Unity's console.
    #[must_use]
    pub fn for_target(&self, unity: &BridgeId) -> Self {
        Self {
            own: Arc::clone(&self.own),
            of_unity: Mutex::default(),
            told: self.told.clone(),
            whose: Whose::Unity(unity.as_str().into()),
        }
    }

    /// Stores a log line of the host and sends it to subscribers.
    pub fn append(&self, line: LogLine) {
        self.keep(line.clone());
        let _ = self.told.send(line.into());
    }

    /// Stores a log line of the host without sending it to subscribers.
    pub fn keep(&self, line: LogLine) {
        lock_ring(&self.own).push(line);
    }

    /// Stores a line of Unity's console without sending it to subscribers.
    pub fn keep_of_unity(&self, line: LogLine) {
        lock_ring(&self.of_unity).push(line);
    }

    /// Sends a console line of this target to subscribers, without storing it; having no subscribers is no error.
    pub fn announce(&self, line: LogLine) {
        let whose = self.whose.clone();
        let _ = self.told.send(Announced { whose, what: line });
    }

    /// Returns a receiver of the log lines that are sent to subscribers from now on. It is separate from the events, so
    /// that a flood of lines loses no event.
    pub fn subscribe(&self) -> broadcast::Receiver<Announced<LogLine>> {
        self.told.subscribe()
    }

    /// Returns the newest lines that match `wanted`, oldest first; fewer lines if they would need too many bytes. The
    /// answer counts the lines that were left out or are no longer kept.
    pub fn tail(&self, wanted: &LogTail<'_>) -> Replied {
        let (own, of_unity) = (lock_ring(&self.own), lock_ring(&self.of_unity));
        let rings = Rings {
            own: &own,
            of_unity: &of_unity,
        };
        rings.tail(wanted)
    }
}

/// Locks a ring buffer of log lines. A lock that a panic poisoned is used, because each change of a ring is complete.
fn lock_ring(ring: &Mutex<Ring>) -> MutexGuard<'_, Ring> {
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
    /// Returns the log lines of the host and of Unity's console, newest first; at equal times, the host's first.
    fn newest_first(&self) -> impl Iterator<Item = &LogLine> {
        let mut own = self.own.lines.iter().rev().peekable();
        let mut of_unity = self.of_unity.lines.iter().rev().peekable();
        std::iter::from_fn(move || {
            let unity_is_next = match (own.peek(), of_unity.peek()) {
                (Some(own), Some(unity)) => unity.at > own.at,
                (None, _) => true,
                _ => false,
            };
            let next = if unity_is_next { of_unity.next() } else { own.next() };
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

    /// Returns the notes for an answer with the `given` newest log lines: which lines are missing, and why. `bound` is
    /// the byte limit that shortened the answer, if one did.
    fn notes(&self, given: usize, bound: Option<usize>) -> Vec<String> {
        let cut = bound.map(|bound| format!("returned only {given} lines: more would need more than {bound} bytes"));
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
