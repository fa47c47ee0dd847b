//! Limits on the expansion of files: bytes of memory and steps of work, both counted in advance. At the limit,
//! `library` evicts prefabs and the session closes scenes.

use memchr::memmem;
use unity_files::{AssetProblem, Excess};

/// Default limit in bytes of the memory that one session uses for expanded scenes and prefabs (512 MiB).
pub const DEFAULT_MEMORY: usize = 512 * 1024 * 1024;

/// Maximum number of objects, components and override rows that the expansion of one file copies or reads, including
/// those of its prefabs. Real scenes need some thousands; the maximum takes seconds of work.
const MAX_STEPS: usize = 10_000_000;

/// Estimated memory in bytes of an object during expansion and in a cached prefab, with the pointer to its overrides.
const OBJECT: usize = 400;
/// Estimated memory in bytes of a component during expansion, including the pointer to its prefab overrides.
const COMPONENT: usize = 120;
/// Estimated memory in bytes that an object needs additionally once its scene is loaded, without its texts.
const SCENE_OBJECT: usize = 480;
const SCENE_COMPONENT: usize = 40;

/// Estimated memory in bytes of a YAML document while a file is read, before the objects are built: position, ids,
/// unused capacity of lists. `tests/reading_peak.rs` measures this value and the next two.
const DOCUMENT: usize = 340;
/// Estimated memory in bytes of a placeholder (stripped) document before the objects are built, in all tables.
const STRIPPED: usize = 460;
/// Estimated memory in bytes of a PrefabInstance document before the objects are built.
const INSTANCE: usize = 640;
/// Estimated memory in bytes of a placeholder (stripped) document in an expanded file.
pub(super) const PLACEHOLDER: usize = 72;
/// Estimated memory in bytes of one item of a YAML list while a file is read, such as the reference to a child.
const ROW: usize = 56;
/// Estimated memory in bytes of one override row of a prefab instance, if no other row changes the same object.
const OVERRIDE: usize = 160;

/// Returns an upper limit for the bytes of memory to read a file until its objects are built, including its text. It is
/// computed from the file's lines before memory is allocated.
pub(super) fn reading_cost(bytes: &[u8]) -> usize {
    let mut price = bytes.len();
    let (mut row, mut object) = (ROW, None);
    // End of the last line that was read completely.
    let mut behind = 0;
    let stripped = memmem::Finder::new("stripped");
    // Only lines with one of these characters cost more than their bytes.
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
        // Most of these characters are minus signs, which follow other text.
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

/// Estimates the memory in bytes for the names of an object, whose document is at `start..end`. Names are copied twice:
/// in the first pass and for the result.
fn names(start: Option<usize>, end: usize) -> usize {
    start.map_or(0, |start| 2 * (end - start))
}

/// Number of objects and components of an expanded file, from which its memory (without texts) is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub objects: usize,
    pub components: usize,
}

impl Size {
    /// Returns the approximate memory in bytes of this number of objects and components; it is larger in a scene.
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

/// Counts the bytes of cached prefabs and of files being expanded, and the steps of the current expansion.
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

    pub(super) fn begin(&mut self) {
        self.steps = 0;
    }

    /// Returns the number of bytes by which `more` additional bytes would exceed the memory limit; 0 if they fit.
    pub(super) fn short_of(&self, more: usize) -> usize {
        self.taken.saturating_add(more).saturating_sub(self.limit)
    }

    pub(super) fn take(&mut self, bytes: usize) {
        self.taken = self.taken.saturating_add(bytes);
    }

    pub(super) fn give_back(&mut self, bytes: usize) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// Adds to the steps of the current expansion. Fails with `OverBudget` if there are more than `MAX_STEPS`.
    pub(super) fn step(&mut self, steps: usize) -> Result<(), AssetProblem> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            let excess = Excess::Steps { limit: MAX_STEPS };
            return Err(AssetProblem::OverBudget { excess });
        }
        Ok(())
    }
}
