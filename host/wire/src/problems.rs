//! Problems that the operator should fix although the host is running: shown in the long `/health` and `/ready`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One sentence for each part of the host that has a problem. A handle: clones share the same list.
#[derive(Clone, Debug, Default)]
pub struct Problems(Arc<Mutex<BTreeMap<&'static str, String>>>);

impl Problems {
    /// Sets the current problem of `part`; `None` = it has none any more.
    pub fn set(&self, part: &'static str, problem: Option<String>) {
        let mut list = self.lock();
        match problem {
            Some(problem) => list.insert(part, problem),
            None => list.remove(part),
        };
    }

    /// Returns all problems as `part: problem`, ordered by part.
    pub fn all(&self) -> Vec<String> {
        self.lock()
            .iter()
            .map(|(part, problem)| format!("{part}: {problem}"))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<&'static str, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
