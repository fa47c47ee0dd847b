//! Repeated calls in a replay: a client that lost its answer gets the same answer for each repetition.
//!
//! Belongs here: the recorded call that answered each key, within bounds. Does not: the answer, which the recording
//! contains.

use crate::timeline::{Chosen, Key};
use host_bridge::{BridgeError, CommandKey, key_of_another};
use std::collections::{HashMap, VecDeque};

/// Maximum number of remembered calls; the oldest are evicted first.
const MOST: usize = 4_096;

/// The recorded calls that were returned, by idempotency key.
#[derive(Default)]
pub(crate) struct Again {
    given: HashMap<CommandKey, (Key, Chosen)>,
    oldest_first: VecDeque<CommandKey>,
}

impl Again {
    /// Returns the recorded call that was first returned under this key; `None` for a new key.
    ///
    /// # Errors
    /// A different call was made under this key.
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
