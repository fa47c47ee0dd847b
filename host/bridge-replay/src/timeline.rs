//! Which recorded call answers one that is asked now.
//!
//! Belongs here: the order of calls and changes, and how far the replay has come in it. Does not: what is answered (`bridge`).
//!
//! The same call is answered as often as it is asked, by what was recorded of it in that order; once that is used up, by the last of it.
//! A change moves the whole Unity on: reads are then answered by what was recorded behind it. What was recorded on the other side of a
//! change only is given with a note that says so. A change itself is done as often as it was recorded.

use crate::asked;
use crate::differs::{Difference, difference};
use crate::read::{Call, Recording};
use host_bridge::Function;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Newest calls of a function among which those of the nearest length are found.
const LOOKED_AT: usize = 10_000;
/// Calls that are compared to find the nearest one, at most, and bytes of their arguments.
const COMPARED: usize = 500;
const COMPARED_BYTES: usize = 256 << 10;

/// A Unity, a function and its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Key([u8; 16]);

/// A call that is asked now, as it is looked for.
pub(crate) struct Asked<'a> {
    unity: usize,
    function: Function,
    arguments: &'a str,
    pub(crate) key: Key,
    /// It changes something in its Unity.
    changes: bool,
}

/// All calls of a recording in their order.
pub(crate) struct Timeline {
    by_key: HashMap<Key, Vec<usize>>,
    by_function: HashMap<(usize, Function), Vec<usize>>,
    /// Of each call, how many changes of its Unity stand before it.
    changes_before: Vec<usize>,
    /// Of each Unity, the calls that change it.
    changes: Vec<Vec<usize>>,
    /// Whether a game or an editor stood behind each Unity.
    live: Vec<bool>,
}

/// How far a replay has come.
#[derive(Default)]
pub(crate) struct Moment {
    /// Of each key, how many of its calls were given.
    given: HashMap<Key, usize>,
    /// Of each Unity, how many changes were done.
    changed: HashMap<usize, usize>,
}

/// The recorded call whose answer is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) call: usize,
    /// What has to be said of it.
    pub(crate) note: Option<String>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Unrecorded {
    /// A change that was done so often already.
    UsedUp { times: usize },
    /// No call with these arguments; `Timeline::nearest` tells more, and takes its time for it.
    Differs,
    /// The nearest call of that function, where there is one.
    Nearest {
        line: usize,
        /// Not where its arguments are too long to be compared.
        difference: Option<Difference>,
        calls: usize,
        /// Of these.
        compared: usize,
        /// It was asked of another Unity.
        elsewhere: Option<usize>,
    },
    /// No call of that function.
    Never,
}

impl Timeline {
    pub(crate) fn of(recording: &Recording, live: Vec<bool>) -> Self {
        let mut timeline = Self {
            by_key: HashMap::new(),
            by_function: HashMap::new(),
            changes_before: Vec::with_capacity(recording.calls.len()),
            changes: vec![Vec::new(); recording.unitys.len()],
            live,
        };
        for (index, call) in recording.calls.iter().enumerate() {
            let arguments = recording.at(&call.arguments);
            let key = key(call.unity, call.function, arguments);
            timeline.by_key.entry(key).or_default().push(index);
            let of_function = timeline.by_function.entry((call.unity, call.function)).or_default();
            of_function.push(index);
            let is_live = timeline.is_live(call.unity);
            let Some(changes) = timeline.changes.get_mut(call.unity) else {
                continue;
            };
            timeline.changes_before.push(changes.len());
            if asked::changes(call.function, &parsed(arguments), is_live) && !call.is_refused {
                changes.push(index);
            }
        }
        timeline
    }

    pub(crate) fn is_live(&self, unity: usize) -> bool {
        self.live.get(unity).copied().unwrap_or(false)
    }

    /// `function` with `arguments`, asked of `unity`. Arguments can be long: nobody may wait for it with anything held.
    pub(crate) fn asked<'a>(&self, unity: usize, function: Function, arguments: &'a str) -> Asked<'a> {
        Asked {
            unity,
            function,
            arguments,
            key: key(unity, function, arguments),
            changes: asked::changes(function, &parsed(arguments), self.is_live(unity)),
        }
    }

    /// The recorded call that answers it now.
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
            // What was refused last is refused as often as it is asked.
            let again = calls.last().filter(|last| is_refused(last));
            let Some(call) = calls.get(*given).or(again).copied() else {
                return Err(Unrecorded::UsedUp { times: calls.len() });
            };
            *given += 1;
            if !is_refused(&call) {
                *changed = (*changed).max(self.before(call) + 1);
            }
            return Ok(Chosen { call, note: None });
        }
        // Those that stand between the change that was done last and the next one.
        let from = calls.partition_point(|call| self.before(*call) < *changed);
        let to = calls.partition_point(|call| self.before(*call) <= *changed);
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
        // Of changes that stand between: the first behind an earlier answer, the last before a later one.
        let change = match earlier {
            Some(call) => self.before(call),
            None => self.before(call).saturating_sub(1),
        };
        let change = self.changes.get(unity).and_then(|changes| changes.get(change)).copied();
        let note = change.and_then(|change| recording.calls.get(change)).map(|change| {
            let (function, line) = (change.function, change.line);
            match earlier {
                Some(_) => format!(
                    "this was recorded before `{function}` (line {line} of the recording), which was asked since, and not after it"
                ),
                None => format!(
                    "this was recorded after `{function}` (line {line} of the recording), which was not asked yet, and not before it"
                ),
            }
        });
        Ok(Chosen { call, note })
    }

    fn before(&self, call: usize) -> usize {
        self.changes_before.get(call).copied().unwrap_or_default()
    }

    /// Why no call is that one. Reads recorded arguments again: nobody may wait for it with anything held.
    pub(crate) fn nearest(&self, recording: &Recording, asked: &Asked<'_>) -> Unrecorded {
        #[cfg(test)]
        crate::tests::at(crate::tests::Place::Comparing);
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
            // What is asked is gone through again for each.
            let again = if compared == 0 { 0 } else { arguments.len() };
            let Some(rest) = left.checked_sub(call.arguments.len().saturating_add(again)) else {
                continue;
            };
            left = rest;
            compared += 1;
            let found = difference(&parsed(recording.at(&call.arguments)), &asked);
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
                    recorded: recording.unitys.get(of).cloned().unwrap_or_default(),
                    asked: recording.unitys.get(unity).cloned().unwrap_or_default(),
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

/// What was read once is JSON.
fn parsed(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or_default()
}
