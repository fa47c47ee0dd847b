//! What playing files out may take: bytes in memory and steps of work, counted before they are spent.
//!
//! Belongs here: prices, the meter. Does not: what is given up where it does not suffice (`library` for prefabs, `session`
//! for scenes).

use crate::{AssetProblem, Excess};
use memchr::memmem;

/// Memory of a session where nobody says otherwise: 512 MiB.
pub const DEFAULT_MEMORY: usize = 512 * 1024 * 1024;

/// Objects, components and override rows that one opening may copy or read, those of prefabs on the way included. Real
/// scenes need some thousands; at the limit it takes seconds.
const MAX_STEPS: usize = 10_000_000;

/// An object while it is put together, and in a finished prefab, with the link of overrides on it.
const OBJECT: usize = 400;
/// A component, with the link of overrides on it.
const COMPONENT: usize = 120;
/// An object of a scene besides: its place in the session, its number, its entries in the indexes; without its texts.
const SCENE_OBJECT: usize = 480;
const SCENE_COMPONENT: usize = 40;

/// What is gathered of a document before the objects are put together: its place, its ids, with the room that a list needs to
/// grow. Measured by `tests/reading_peak.rs`, as the next ones.
const DOCUMENT: usize = 340;
/// The same of a placeholder, which stands in four tables.
const STRIPPED: usize = 460;
/// The same of a prefab instance.
const INSTANCE: usize = 640;
/// A placeholder in a finished file.
pub(super) const PLACEHOLDER: usize = 72;
/// A row of a list, e.g. a child.
const ROW: usize = 56;
/// A row of a prefab instance, which may be the only one on its target.
const OVERRIDE: usize = 160;

/// Bytes that reading a file takes at most, its text included, until its objects are put together. Told from the lines alone,
/// so that it is known before anything is made of them.
pub(super) fn of_reading(bytes: &[u8]) -> usize {
    let mut price = bytes.len();
    let (mut row, mut object) = (ROW, None);
    // End of the last line that was looked at whole.
    let mut behind = 0;
    let stripped = memmem::Finder::new("stripped");
    // Only lines with one of these cost more than their bytes.
    for at in memchr::memchr2_iter(b'-', b'[', bytes) {
        if at < behind {
            continue;
        }
        let (before, after) = bytes.split_at(at);
        let line_end = || memchr::memchr(b'\n', after).map_or(bytes.len(), |length| at + length);
        if after.starts_with(b"[") {
            let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
            behind = line_end();
            let line = bytes.get(start..behind).unwrap_or_default();
            price += row * memchr::memchr_iter(b',', line).count();
            continue;
        }
        let is_blank = |byte: &&u8| **byte != b'\n' && byte.is_ascii_whitespace();
        let blanks = before.iter().rev().take_while(is_blank).count();
        // Most are signs of numbers, which stand behind something.
        if !matches!(
            before.len().checked_sub(blanks + 1).and_then(|end| before.get(end)),
            None | Some(b'\n')
        ) {
            continue;
        }
        if blanks > 0 || !after.starts_with(b"--- ") {
            price += row;
            continue;
        }
        behind = line_end();
        let head = bytes.get(at + b"--- ".len()..behind).unwrap_or_default();
        price += names(object.take(), at);
        let is_instance = head.starts_with(b"!u!1001 ");
        object = head.starts_with(b"!u!1 ").then_some(behind);
        row = if is_instance { OVERRIDE } else { ROW };
        price += match is_instance {
            _ if stripped.find(head).is_some() => STRIPPED,
            true => INSTANCE,
            false => DOCUMENT,
        };
    }
    price + names(object, bytes.len())
}

/// What an object's document from `start` to `end` costs besides: its names are copied as they are gathered, and for good.
fn names(start: Option<usize>, end: usize) -> usize {
    start.map_or(0, |start| 2 * (end - start))
}

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
    pub(super) fn step(&mut self, steps: usize) -> Result<(), AssetProblem> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            let excess = Excess::Steps { limit: MAX_STEPS };
            return Err(AssetProblem::OverBudget { excess });
        }
        Ok(())
    }
}
