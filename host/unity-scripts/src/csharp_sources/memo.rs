//! Cache of values that are computed from C# sources, together with the sources that were skipped in the computation.

use super::turn::{self, Noted};
use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Cache with keys `K` and values `V`, which are computed from C# sources. A value is not cached if a source was not
/// ready. Using a cached value records its skipped sources for the current command again.
pub(crate) struct Memo<K, V>(Mutex<HashMap<K, (V, Noted)>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// Returns the cached value of that key, or computes it with `make`, which can itself use the cache for other keys.
    pub(crate) fn get<Q>(&self, key: &Q, make: impl FnOnce() -> V) -> V
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        if let Some((value, noted)) = self.lock().get(key) {
            turn::add(noted);
            return value.clone();
        }
        let (value, noted) = turn::collect_notes(make);
        if noted.awaited.is_empty() {
            self.lock().insert(key.to_owned(), (value.clone(), noted));
        }
        value
    }

    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    /// Locks the cache. A poisoned lock is accepted, because no code panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, HashMap<K, (V, Noted)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
