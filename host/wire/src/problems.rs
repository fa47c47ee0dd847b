//! Problems that the operator should fix although the host is running. The full `/health` and `/ready` list them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A list with one sentence for each part of the host that has a problem. Clones share the same list.
#[derive(Clone, Debug, Default)]
pub struct Problems(Arc<Mutex<BTreeMap<&'static str, String>>>);

impl Problems {
    /// Sets the current problem of `part`; `None` removes it.
    pub fn set(&self, part: &'static str, problem: Option<String>) {
        let mut list = self.lock();
        match problem {
            Some(problem) => list.insert(part, problem),
            None => list.remove(part),
        };
    }

    /// Returns all problems in the form `part: problem`, sorted by part.
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
