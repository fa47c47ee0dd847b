//! Answers of the fake host about the running call: its time limits, progress, log lines and the bundle's store.
//! Belongs here: these answers. Does not: answers of the client (`client.rs`).

use super::FakeUnity;
use crate::host::cancellation::{self, Status};
use crate::host::state::{self, Entry, Swap};
use crate::host::{log, notify, progress};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The time in milliseconds that the fake Unity reports as left for a call: an hour, which no test exceeds.
const LONG_MS: u32 = 3_600_000;

pub(super) fn answer(unity: &FakeUnity) {
    unity.answer::<cancellation::check>(Status {
        cancelled: false,
        remaining_ms: LONG_MS,
        remaining_compute_ms: LONG_MS,
    });
    unity.answer::<log::write>(());
    unity.answer::<progress::report>(());
    unity.answer::<notify::close_stream>(());
    unity.answer::<notify::resource_updated>(());
    let store: Rc<RefCell<BTreeMap<String, Entry>>> = Rc::default();
    let at = Rc::clone(&store);
    unity.on::<state::get>(move |(key,)| Ok(at.borrow().get(&key).cloned()));
    let at = Rc::clone(&store);
    unity.on::<state::set>(move |(key, value)| Ok(put(&mut at.borrow_mut(), key, value)));
    let at = Rc::clone(&store);
    unity.on::<state::compare_and_set>(move |(key, expected, value)| {
        let now = at.borrow().get(&key).map_or(0, |entry| entry.version);
        Ok(match now == expected {
            true => Swap::Written(put(&mut at.borrow_mut(), key, value)),
            false => Swap::Changed(now),
        })
    });
    let at = Rc::clone(&store);
    unity.on::<state::remove>(move |(key,)| Ok(at.borrow_mut().remove(&key).is_some()));
    unity.on::<state::list_keys>(move |(prefix, after, limit)| {
        let store = store.borrow();
        let wanted = store
            .keys()
            .filter(|key| key.starts_with(&prefix) && after.as_ref().is_none_or(|after| *key > after));
        Ok(wanted.take(limit as usize).cloned().collect())
    });
}

fn put(store: &mut BTreeMap<String, Entry>, key: String, value: Vec<u8>) -> u64 {
    let version = store.get(&key).map_or(0, |entry| entry.version) + 1;
    store.insert(key, Entry { value, version });
    version
}

impl FakeUnity {
    /// Returns the log lines that the tool wrote, such as `warning: text`.
    pub fn log(&self) -> Vec<String> {
        let lines = self.calls::<log::write>();
        lines
            .into_iter()
            .map(|(level, _, text)| {
                format!(
                    "{}: {text}",
                    format!("{level:?}").trim_start_matches("Level::").to_lowercase()
                )
            })
            .collect()
    }

    /// Returns the progress reports in order, each as done, total and message.
    pub fn progress(&self) -> Vec<(f64, Option<f64>, Option<String>)> {
        self.calls::<progress::report>()
    }

    /// Marks the tool call in this test as cancelled from now on.
    pub fn cancel(&self) {
        self.answer::<cancellation::check>(Status {
            cancelled: true,
            remaining_ms: LONG_MS,
            remaining_compute_ms: LONG_MS,
        });
    }
}
