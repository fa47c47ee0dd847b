//! Calls that may come again: a client whose answer was lost gets that answer, however often it asks.
//!
//! Belongs here: which recorded call each was given, within bounds. Does not: the answer, which the recording has.

use crate::timeline::{Chosen, Key};
use host_bridge::{BridgeError, CommandKey, key_of_another};
use std::collections::{HashMap, VecDeque};

/// Calls that are known; the oldest fall out first.
const MOST: usize = 4_096;

/// By the keys under which they may come again.
#[derive(Default)]
pub(crate) struct Again {
    given: HashMap<CommandKey, (Key, Chosen)>,
    oldest_first: VecDeque<CommandKey>,
}

impl Again {
    /// What was given first under that key.
    ///
    /// # Errors
    /// Another call was asked under it.
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
