//! Each Unity of a recording, as it was last.
//!
//! Belongs here: what is known of one that is not here, and what all were called. Does not: which are here (`passing`).

use crate::line::Present;
use std::collections::HashMap;

/// Names that are kept, at most: of a Unity that has another one at each look, the first ones.
const MOST_NAMES: usize = 10_000;

/// By their positions among the Unitys.
#[derive(Debug, Default)]
pub(crate) struct Known {
    last: HashMap<usize, Present>,
    /// Product names and folders, with the first Unity of that name.
    names: HashMap<String, usize>,
}

impl Known {
    pub(crate) fn add(&mut self, unity: usize, mut one: Present) {
        for name in [&one.project.product_name, &one.project.folder] {
            if self.names.len() < MOST_NAMES && !self.names.contains_key(name) {
                self.names.insert(name.clone(), unity);
            }
        }
        one.live |= self.is_live(unity);
        self.last.insert(unity, one);
    }

    pub(crate) fn of(&self, unity: usize) -> Option<&Present> {
        self.last.get(&unity)
    }

    pub(crate) fn called(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// Whether a game or an editor ever ran behind it.
    pub(crate) fn is_live(&self, unity: usize) -> bool {
        self.of(unity).is_some_and(|one| one.live)
    }
}
