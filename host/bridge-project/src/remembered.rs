//! First results by idempotency key, within bounds: a repeated key is answered without doing anything again.

use host_bridge::{BridgeError, BridgeErrorKind, Command, Replied};
use std::collections::{HashMap, VecDeque};

/// Results kept; the oldest fall out first.
const MAX_ENTRIES: usize = 4_096;

/// Estimated bytes kept.
const MAX_BYTES: usize = 8 * 1024 * 1024;

type Outcome = Result<Replied, BridgeError>;

/// Reads and writes are kept apart, so that large answers to reads push no write out.
#[derive(Default)]
pub(crate) struct Remembered {
    reads: Kept,
    writes: Kept,
}

#[derive(Default)]
struct Kept {
    by_key: HashMap<String, (Command, Outcome, usize)>,
    oldest_first: VecDeque<String>,
    bytes: usize,
}

impl Remembered {
    /// The first result under that key; a conflict where the key belonged to another command.
    pub(crate) fn get(&self, key: &str, command: &Command) -> Option<Outcome> {
        let (known, outcome, _) = self.writes.by_key.get(key).or_else(|| self.reads.by_key.get(key))?;
        if known == command {
            return Some(outcome.clone());
        }
        let message = format!("idempotency key {key:?} was already used for another command");
        Some(Err(
            BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("use a new key for each different call")
        ))
    }

    /// What was done is gone: nothing may be answered from here any more.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn put(&mut self, key: String, command: Command, outcome: &Outcome) {
        let kept = if command.is_write() {
            &mut self.writes
        } else {
            &mut self.reads
        };
        let size = key.len() + 200 + outcome.as_ref().map_or(200, Replied::weight);
        kept.bytes += size;
        kept.oldest_first.push_back(key.clone());
        kept.by_key.insert(key, (command, outcome.clone(), size));
        while kept.bytes > MAX_BYTES || kept.oldest_first.len() > MAX_ENTRIES {
            let Some(oldest) = kept.oldest_first.pop_front() else {
                break;
            };
            if let Some((_, _, size)) = kept.by_key.remove(&oldest) {
                kept.bytes -= size;
            }
        }
    }
}
