//! Repeated calls in a replay. A client that lost an answer and repeats the call gets the same answer.
//!
//! Belongs here: the bounded map from idempotency keys to recorded calls. Does not: the answers.

use crate::timeline::{Chosen, Key};
use host_bridge::{BridgeError, CommandKey, key_of_another};
use std::collections::{HashMap, VecDeque};

/// Maximum number of idempotency keys that a replay remembers. If there are more, the oldest are removed.
const MOST: usize = 4_096;

/// For each idempotency key of a replayed call, the recorded call that answered it.
#[derive(Default)]
pub(crate) struct Again {
    given: HashMap<CommandKey, (Key, Chosen)>,
    oldest_first: VecDeque<CommandKey>,
}

impl Again {
    /// Returns the recorded call that answered the first call with this idempotency key; `None` for a new key.
    /// Fails if that call had another function or other arguments.
    pub(crate) fn get(&self, key: &CommandKey, asked: Key) -> Option<Result<Chosen, BridgeError>> {
        let (known, chosen) = self.given.get(key)?;
        Some(match *known == asked {
            true => Ok(chosen.clone()),
            false => Err(key_of_another(&key.call, None)),
        })
    }

    pub(crate) fn put(&mut self, key: CommandKey, asked: Key, chosen: Chosen) {
        if self.given.insert(key.clone(), (asked, chosen)).is_none() {
            self.oldest_first.push_back(key);
        }
        while self.given.len() > MOST
            && let Some(oldest) = self.oldest_first.pop_front()
        {
            self.given.remove(&oldest);
        }
    }
}
