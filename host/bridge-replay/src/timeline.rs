//! The search for the recorded call that answers a new call.
//!
//! Belongs here: the order of recorded calls and changes, the position of the replay. Does not: the answer (`bridge`).
//!
//! A client can repeat a call without limit. It receives the recorded answers in their order, and then the last one
//! again. A call that changes the target advances the replay: reads then get answers that were recorded after this
//! change. An answer that was recorded only before or only after a change is returned with a note if the replay is on
//! the other side of it. A change can be repeated only as often as it was recorded.

use crate::call_record;
use crate::difference::{Difference, difference};
use crate::read::{Call, Recording};
use host_bridge::Function;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Maximum number of recorded calls of a function, from the newest, that are candidates for the most similar call when
/// a new call has no recorded answer.
const LOOKED_AT: usize = 10_000;
/// Maximum number of candidates, and bytes of their arguments, that are compared; first those of similar length.
const COMPARED: usize = 500;
const COMPARED_BYTES: usize = 256 << 10;

/// A hash of a target, a function and its arguments. Calls with the same hash are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Key([u8; 16]);

/// A new call for which a recorded call is searched.
pub(crate) struct Asked<'a> {
    unity: usize,
    function: Function,
    arguments: &'a str,
    pub(crate) key: Key,
    /// True if the new call changes its target, false if it only reads.
    changes: bool,
}

/// All calls of a recording in their order, with indexes for searches.
pub(crate) struct Timeline {
    by_key: HashMap<Key, Vec<usize>>,
    by_function: HashMap<(usize, Function), Vec<usize>>,
    /// For each recorded call, the number of calls before it that change the same target.
    changes_before: Vec<usize>,
    /// For each target, the positions of the recorded calls that change it.
    changes: Vec<Vec<usize>>,
    /// For each target, true if it was a game or an editor.
    live: Vec<bool>,
}

/// The current position of a replay in its recording.
#[derive(Default)]
pub(crate) struct Moment {
    /// For each hash of a call, the number of recorded calls with this hash that the replay has already returned.
    given: HashMap<Key, usize>,
    /// For each target, the number of recorded calls that change it and that the replay has already returned.
    changed: HashMap<usize, usize>,
}

/// The recorded call whose answer is returned, as its position in the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) call: usize,
    /// A note for the caller if a change lies between the replay's position and the recorded answer.
    pub(crate) note: Option<String>,
}

/// The reason why no recorded call answers a new call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Unrecorded {
    /// The new call is a change that was already replayed as often as it was recorded.
    UsedUp { times: usize },
    /// The recording contains calls of the function, but none with these arguments.
    Differs,
    /// The recording contains a similar call of the function: `line` is its line number, and `calls` is the number of
    /// calls of this function.
    Nearest {
        line: usize,
        /// The difference between the arguments; `None` if they are too long for a comparison.
        difference: Option<Difference>,
        calls: usize,
        /// The number of recorded calls that were compared with the new call.
        compared: usize,
        /// The position of the target of the most similar call; `None` if it is the target of the new call.
        elsewhere: Option<usize>,
    },
    /// The recording contains no call of the function.
    Never,
}

impl Timeline {
    pub(crate) fn from_recording(recording: &Recording, live: Vec<bool>) -> Self {
        let mut timeline = Self {
            by_key: HashMap::new(),
            by_function: HashMap::new(),
            changes_before: Vec::with_capacity(recording.calls.len()),
            changes: vec![Vec::new(); recording.targets.len()],
            live,
        };
        for (index, call) in recording.calls.iter().enumerate() {
            let arguments = recording.text_at(&call.arguments);
            let key = key(call.unity, call.function, arguments);
            timeline.by_key.entry(key).or_default().push(index);
            let of_function = timeline.by_function.entry((call.unity, call.function)).or_default();
            of_function.push(index);
            let is_live = timeline.is_live(call.unity);
            let Some(changes) = timeline.changes.get_mut(call.unity) else {
                continue;
            };
            timeline.changes_before.push(changes.len());
            if call_record::changes(call.function, &parsed(arguments), is_live) && !call.is_refused {
                changes.push(index);
            }
        }
        timeline
    }

    pub(crate) fn is_live(&self, unity: usize) -> bool {
        self.live.get(unity).copied().unwrap_or(false)
    }

    /// Prepares the search for a call. The caller must not hold a lock, because hashing long arguments takes time.
    pub(crate) fn prepare_lookup<'a>(&self, unity: usize, function: Function, arguments: &'a str) -> Asked<'a> {
        Asked {
            unity,
            function,
            arguments,
            key: key(unity, function, arguments),
            changes: call_record::changes(function, &parsed(arguments), self.is_live(unity)),
        }
    }

    /// Returns the recorded call that answers `asked` at the current position `moment`, and advances this position.
    pub(crate) fn choose(
        &self,
        recording: &Recording,
        moment: &mut Moment,
        asked: &Asked<'_>,
    ) -> Result<Chosen, Unrecorded> {
        let (unity, key) = (asked.unity, asked.key);
        let Some(calls) = self.by_key.get(&key) else {
            return Err(Unrecorded::Differs);
        };
        let changed = moment.changed.entry(unity).or_default();
        let given = moment.given.entry(key).or_default();
        if asked.changes {
            let is_refused = |call: &usize| recording.calls.get(*call).is_some_and(|call| call.is_refused);
            // If the last recorded try was rejected, every further try is rejected.
            let again = calls.last().filter(|last| is_refused(last));
            let Some(call) = calls.get(*given).or(again).copied() else {
                return Err(Unrecorded::UsedUp { times: calls.len() });
            };
            *given += 1;
            if !is_refused(&call) {
                *changed = (*changed).max(self.changes_before(call) + 1);
            }
            return Ok(Chosen { call, note: None });
        }
        // The calls between the last change that was made and the next one.
        let from = calls.partition_point(|call| self.changes_before(*call) < *changed);
        let to = calls.partition_point(|call| self.changes_before(*call) <= *changed);
        if from < to {
            let next = (*given).clamp(from, to - 1);
            *given = next + 1;
            return Ok(Chosen {
                call: calls.get(next).copied().unwrap_or_default(),
                note: None,
            });
        }
        let earlier = from.checked_sub(1).and_then(|last| calls.get(last).copied());
        let call = earlier.or(calls.first().copied()).unwrap_or_default();
        // The change to mention: the first one after an earlier answer, or the last one before a later answer.
        let change = match earlier {
            Some(call) => self.changes_before(call),
            None => self.changes_before(call).saturating_sub(1),
        };
        let change = self.changes.get(unity).and_then(|changes| changes.get(change)).copied();
        let note = change.and_then(|change| recording.calls.get(change)).map(|change| {
            let (function, line) = (change.function, change.line);
            match earlier {
                Some(_) => format!(
                    "this answer was recorded before `{function}` (line {line} of the recording), which has been called since; there is no later answer"
                ),
                None => format!(
                    "this answer was recorded after `{function}` (line {line} of the recording), which has not been called yet; there is no earlier answer"
                ),
            }
        });
        Ok(Chosen { call, note })
    }

    fn changes_before(&self, call: usize) -> usize {
        self.changes_before.get(call).copied().unwrap_or_default()
    }

    /// Returns the reason why no recorded call matches. The caller must not hold a lock, because this takes time.
    pub(crate) fn nearest(&self, recording: &Recording, asked: &Asked<'_>) -> Unrecorded {
        #[cfg(test)]
        crate::tests::reach(crate::tests::Place::Comparing);
        let Asked {
            unity,
            function,
            arguments,
            ..
        } = *asked;
        let here = self.by_function.get(&(unity, function)).map(|calls| (unity, calls));
        let others = (0..self.changes.len()).filter(|other| *other != unity);
        let mut elsewhere = others.filter_map(|other| Some((other, self.by_function.get(&(other, function))?)));
        let Some((of, calls)) = here.or_else(|| elsewhere.next()) else {
            return Unrecorded::Never;
        };
        let newest = calls.iter().rev().take(LOOKED_AT);
        let mut known: Vec<&Call> = newest.filter_map(|index| recording.calls.get(*index)).collect();
        known.sort_by_key(|call| call.arguments.len().abs_diff(arguments.len()));
        let asked = parsed(arguments);
        let mut left = COMPARED_BYTES;
        let mut compared = 0;
        let mut nearest: Option<(usize, Option<Difference>)> = None;
        for call in known.iter().take(COMPARED) {
            // The requested arguments are traversed again for each comparison.
            let again = if compared == 0 { 0 } else { arguments.len() };
            let Some(rest) = left.checked_sub(call.arguments.len().saturating_add(again)) else {
                continue;
            };
            left = rest;
            compared += 1;
            let found = difference(&parsed(recording.text_at(&call.arguments)), &asked);
            let count = |found: &Option<Difference>| found.as_ref().map_or(0, |found| found.count);
            if nearest.as_ref().is_none_or(|(_, before)| count(&found) < count(before)) {
                nearest = Some((call.line, found));
            }
        }
        let Some(first) = known.first() else {
            return Unrecorded::Never;
        };
        let (line, difference) = match nearest {
            None => (first.line, None),
            Some((line, difference)) => {
                let other_unity = || Difference {
                    path: String::new(),
                    recorded: recording.targets.get(of).cloned().unwrap_or_default(),
                    asked: recording.targets.get(unity).cloned().unwrap_or_default(),
                    count: 0,
                };
                (line, Some(difference.unwrap_or_else(other_unity)))
            }
        };
        Unrecorded::Nearest {
            line,
            difference,
            calls: calls.len(),
            compared,
            elsewhere: (of != unity).then_some(of),
        }
    }
}

fn key(unity: usize, function: Function, arguments: &str) -> Key {
    let digest = Sha256::new()
        .chain_update(unity.to_le_bytes())
        .chain_update(function.method())
        .chain_update([0])
        .chain_update(arguments)
        .finalize();
    let mut key = [0; 16];
    key.copy_from_slice(&digest[..16]);
    Key(key)
}

/// Parses arguments as JSON. The text was validated before.
fn parsed(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or_default()
}
