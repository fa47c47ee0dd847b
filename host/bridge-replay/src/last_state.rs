//! The last recorded state of each target in a recording.
//!
//! Belongs here: facts about former targets, the names of all targets. Does not: available targets (`replay_state`).

use crate::line::Present;
use std::collections::HashMap;

/// Maximum number of names of Unity instances that a replay remembers. It ignores further names.
const MOST_NAMES: usize = 10_000;

/// The last recorded state of each target, and the names of all targets. Targets are positions in `Recording::targets`.
#[derive(Debug, Default)]
pub(crate) struct Known {
    last: HashMap<usize, Present>,
    /// The positions of targets by product name and folder. If several have the same name, the first one.
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

    pub(crate) fn last_of(&self, unity: usize) -> Option<&Present> {
        self.last.get(&unity)
    }

    pub(crate) fn find_name(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// Returns true if the target was a game or an editor in any recorded state; false for a folder.
    pub(crate) fn is_live(&self, unity: usize) -> bool {
        self.last_of(unity).is_some_and(|one| one.live)
    }
}
