//! The last known state of each target in a recording.
//!
//! Belongs here: facts about targets that are not available now, and the names of all targets. Does not: which targets
//! are available (`replay_state`).

use crate::line::Present;
use std::collections::HashMap;

/// Maximum number of names. Further names are ignored, for example if a target keeps changing its name.
const MOST_NAMES: usize = 10_000;

/// Facts about each target, by its position in `Recording::targets`.
#[derive(Debug, Default)]
pub(crate) struct Known {
    last: HashMap<usize, Present>,
    /// Product names and folders, with the position of the first target of that name.
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

    /// Returns true if the target ever was a game or an editor.
    pub(crate) fn is_live(&self, unity: usize) -> bool {
        self.last_of(unity).is_some_and(|one| one.live)
    }
}
