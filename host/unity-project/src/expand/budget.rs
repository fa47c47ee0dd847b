//! What playing files out may take: bytes in memory and steps of work, counted before they are spent.
//!
//! Belongs here: prices, the meter. Does not: what is given up where it does not suffice (`library` for prefabs, `session`
//! for scenes).

use unity_yaml::{Excess, FileProblem};

/// Memory of a session where nobody says otherwise: 512 MiB.
pub const DEFAULT_MEMORY: usize = 512 * 1024 * 1024;

/// Objects, components and override rows that one opening may copy or read, those of prefabs on the way included. Real
/// scenes need some thousands; at the limit it takes seconds.
const MAX_STEPS: usize = 10_000_000;

/// An object while it is put together, and in a finished prefab.
const OBJECT: usize = 320;
/// A component, with the link of overrides on it.
const COMPONENT: usize = 120;
/// An object of a scene besides: its place in the session, its number, its entries in the indexes; without its texts.
const SCENE_OBJECT: usize = 480;
const SCENE_COMPONENT: usize = 40;

/// How much something takes, before its texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub objects: usize,
    pub components: usize,
}

impl Size {
    /// Bytes, about.
    pub(super) fn price(self, is_scene: bool) -> usize {
        let (object, component) = if is_scene {
            (OBJECT + SCENE_OBJECT, COMPONENT + SCENE_COMPONENT)
        } else {
            (OBJECT, COMPONENT)
        };
        let objects = self.objects.saturating_mul(object);
        objects.saturating_add(self.components.saturating_mul(component))
    }

    pub(super) fn steps(self) -> usize {
        self.objects.saturating_add(self.components)
    }
}

/// Memory that the files being played out and the prefabs kept take, and the steps of the opening that is under way.
#[derive(Debug)]
pub(super) struct Meter {
    limit: usize,
    taken: usize,
    steps: usize,
}

impl Meter {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            taken: 0,
            steps: 0,
        }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Another opening begins.
    pub(super) fn begin(&mut self) {
        self.steps = 0;
    }

    /// Bytes missing for `more`; 0 where there is room.
    pub(super) fn short_of(&self, more: usize) -> usize {
        self.taken.saturating_add(more).saturating_sub(self.limit)
    }

    pub(super) fn take(&mut self, bytes: usize) {
        self.taken = self.taken.saturating_add(bytes);
    }

    pub(super) fn give_back(&mut self, bytes: usize) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// # Errors
    /// `OverBudget` where the opening has done too much already.
    pub(super) fn step(&mut self, steps: usize) -> Result<(), FileProblem> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            let excess = Excess::Steps { limit: MAX_STEPS };
            return Err(FileProblem::OverBudget { excess });
        }
        Ok(())
    }
}
