//! The current policy: readers load it without a lock, and a change replaces it as a whole.

use crate::rules::Policy;
use arc_swap::ArcSwap;
use std::sync::Arc;

/// The current policy of the host. Readers keep the revision that they loaded; `Permit::check` detects a replacement.
#[derive(Debug)]
pub struct PolicyCell(ArcSwap<Policy>);

impl PolicyCell {
    /// Creates the holder of the current policy, with `policy` as revision 1.
    pub fn new(mut policy: Policy) -> Self {
        policy.revision = 1;
        Self(ArcSwap::from_pointee(policy))
    }

    /// Returns the policy that is active now.
    pub fn load(&self) -> Arc<Policy> {
        self.0.load_full()
    }

    /// Calls `look` with the current policy and returns the result. For short reads only, by many threads at once.
    pub fn look<T>(&self, look: impl FnOnce(&Policy) -> T) -> T {
        look(&self.0.load())
    }

    /// Replaces the policy. Overwrites its `revision` with the next number and returns it.
    pub fn publish(&self, policy: Policy) -> u64 {
        let outcome: Result<u64, std::convert::Infallible> = self.try_update(|_| Ok(policy.clone()));
        match outcome {
            Ok(revision) => revision,
            Err(never) => match never {},
        }
    }

    /// Replaces the current policy by the result of `change` and returns the new revision, or keeps it if `change`
    /// returns an error. If another thread published in between, `change` runs again, so that no update is lost.
    pub fn try_update<E>(&self, mut change: impl FnMut(&Policy) -> Result<Policy, E>) -> Result<u64, E> {
        loop {
            let current = self.0.load_full();
            let mut next = change(&current)?;
            next.revision = current.revision + 1;
            let revision = next.revision;
            let previous = self.0.compare_and_swap(&current, Arc::new(next));
            if Arc::ptr_eq(&previous, &current) {
                return Ok(revision);
            }
        }
    }
}

impl Default for PolicyCell {
    fn default() -> Self {
        Self::new(Policy::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increments_revision_and_ignores_the_given_one() {
        let cell = PolicyCell::default();
        assert_eq!(cell.load().revision, 1);
        let written = Policy {
            revision: 77,
            allow_writes: true,
            ..Policy::default()
        };
        assert_eq!(cell.publish(written), 2);
        assert_eq!(cell.load().revision, 2);
        assert!(cell.load().allow_writes);
    }

    #[test]
    fn rejected_update_keeps_the_revision() {
        let cell = PolicyCell::default();
        assert_eq!(cell.try_update(|_| Err("no")), Err("no"));
        assert_eq!(cell.load().revision, 1);
    }

    #[test]
    fn concurrent_updates_are_all_kept() {
        let cell = PolicyCell::default();
        std::thread::scope(|scope| {
            for name in ["a", "b", "c", "d"] {
                let cell = &cell;
                scope.spawn(move || {
                    for number in 0..50 {
                        let added: Result<u64, ()> = cell.try_update(|policy| {
                            let mut next = policy.clone();
                            next.component_allowlist.insert(format!("{name}{number}"));
                            Ok(next)
                        });
                        assert!(added.is_ok());
                    }
                });
            }
        });
        assert_eq!(cell.load().component_allowlist.len(), 200);
        assert_eq!(cell.load().revision, 201);
    }
}
