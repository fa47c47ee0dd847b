//! Values worked out from C# sources, kept with the sources that were skipped meanwhile.

use super::turn::{self, Noted};
use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A value that was worked out while a source was awaited is not kept; one that lacks a skipped source names it at each use.
pub(crate) struct Memo<K, V>(Mutex<HashMap<K, (V, Noted)>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// The value of that key, made where it is not known. `make` may ask for other keys.
    pub(crate) fn get<Q>(&self, key: &Q, make: impl FnOnce() -> V) -> V
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        if let Some((value, noted)) = self.known().get(key) {
            turn::add(noted);
            return value.clone();
        }
        let (value, noted) = turn::during(make);
        if noted.awaited.is_empty() {
            self.known().insert(key.to_owned(), (value.clone(), noted));
        }
        value
    }

    pub(crate) fn clear(&self) {
        self.known().clear();
    }

    /// Nothing panics while it is held.
    fn known(&self) -> MutexGuard<'_, HashMap<K, (V, Noted)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
