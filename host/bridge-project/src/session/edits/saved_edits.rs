//! The values in files after edits were saved. If another program then changes such a value in the file, the file's
//! value counts: the edit neither hides it nor overwrites it with the next save.
//!
//! This module finds saved edits whose value the file no longer contains. `originals` has the values before the save.

use super::originals::file_value;
use super::{Edit, Edits, Spot, bytes_of};
use host_bridge::ObjectId;
use host_project_world::ids::scene_of;
use host_project_world::world::World;
use std::collections::{BTreeSet, HashMap, HashSet};
use unity_fields::property::PropertyPath;
use unity_scripts::Types;
use unity_yaml::Node;

#[derive(Clone, Debug, Default)]
pub(in crate::session) struct SavedEdits {
    pub(super) spots: HashMap<Spot, AtSave>,
    /// Scenes whose files were written but not read again yet, with the id of the last journal entry in these files.
    fresh: Vec<(BTreeSet<usize>, u64)>,
}

#[derive(Clone, Debug)]
pub(super) struct AtSave {
    /// The id of the last journal entry before the save that wrote this value.
    pub(super) until: u64,
    pub(super) is: Node<'static>,
}

/// An edit of a field or active flag that no file contains yet.
pub(in crate::session) struct Unsaved<'e> {
    pub(in crate::session) entry: Option<u64>,
    pub(in crate::session) spot: Spot,
    pub(in crate::session) what: Changed<'e>,
}

/// The changed flag or field, with the value that the file had when the edit was made.
pub(in crate::session) enum Changed<'e> {
    Active(bool),
    /// A field, with its value or, if the edit sets a list's length, the whole list. `None` if the file had no such
    /// field.
    Field(&'e PropertyPath, Option<&'e Node<'static>>),
}

impl SavedEdits {
    pub(super) fn bytes(&self) -> usize {
        self.spots.values().map(|held| 128 + bytes_of(&held.is)).sum()
    }
}

impl Edits {
    /// Stores that the files of these scenes were just written with all edits so far. They will be read again.
    pub(in crate::session) fn just_saved(&mut self, scenes: &BTreeSet<usize>) {
        self.held.fresh.push((scenes.clone(), self.journal.last()));
    }

    /// Stores the field values of the files that a save just wrote and that were read again. `world` has their objects
    /// without edits.
    pub(in crate::session) fn settle_held(&mut self, world: &World, types: &Types) {
        for (scenes, until) in std::mem::take(&mut self.held.fresh) {
            let spots: HashSet<Spot> = self.journal.all().filter_map(Edit::spot).collect();
            let saved = |spot: &Spot| scene_of(spot.object).is_some_and(|scene| scenes.contains(&scene));
            for spot in spots.into_iter().filter(saved) {
                if let Some(is) = file_value(world, types, &spot) {
                    self.held.spots.insert(spot, AtSave { until, is });
                }
            }
        }
    }

    /// Drops saved edits for which the file now has another value. Returns the affected objects.
    pub(in crate::session) fn give_way(
        &mut self,
        world: &World,
        types: &Types,
        is_loaded: impl Fn(ObjectId) -> bool,
    ) -> BTreeSet<ObjectId> {
        let differs = |(spot, held): (&Spot, &AtSave)| {
            let other = is_loaded(spot.object) && file_value(world, types, spot).as_ref() != Some(&held.is);
            other.then(|| (spot.clone(), held.until))
        };
        let gone: HashMap<Spot, u64> = self.held.spots.iter().filter_map(differs).collect();
        for (spot, until) in &gone {
            self.held.spots.remove(spot);
            self.originals.remove(spot);
            let here = |edit: &Edit| edit.spot().as_ref() == Some(spot);
            let why = "another program changed this value in the file after the save, so the value of the file is used";
            self.journal.forget_until(*until, here, why);
        }
        if !gone.is_empty() {
            self.mark_changed();
        }
        gone.into_keys().map(|spot| spot.object).collect()
    }

    /// Returns, for each field and flag of the scene, the first unsaved edit that is not undone, with the id of its
    /// journal entry. The id is `None` if the edit is too old to be undone.
    pub(in crate::session) fn unsaved_edits(&self, scene: usize) -> Vec<Unsaved<'_>> {
        let undone = self.journal.undone_entries();
        let entries = self.journal.entries().iter();
        let entries = entries.filter(|entry| !undone.contains_key(&entry.id));
        let steps = entries.flat_map(|entry| entry.steps.iter().map(|step| (Some(entry.id), step)));
        let base = self.journal.base().iter().map(|step| (None, step));
        let mut known = HashSet::new();
        let mut unsaved = Vec::new();
        for (entry, step) in base.chain(steps) {
            let (path, what) = match step {
                Edit::Active { stood: Some(stood), .. } => (None, Changed::Active(*stood)),
                Edit::Field { edit, stood, .. } => (Some(&edit.path), Changed::Field(&edit.path, stood.as_ref())),
                _ => continue,
            };
            let Some(spot) = step.spot().filter(|spot| scene_of(spot.object) == Some(scene)) else {
                continue;
            };
            let until = self.held.spots.get(&spot).map(|held| held.until);
            let is_saved = until.is_some_and(|until| entry.is_none_or(|entry| entry <= until));
            if !is_saved && known.insert((spot.clone(), path)) {
                unsaved.push(Unsaved { entry, spot, what });
            }
        }
        unsaved
    }

    /// Returns, for each field of the scene, the last unsaved edit that is not undone, with the id of its journal
    /// entry. Omits edits that a later edit of the whole field replaced.
    pub(in crate::session) fn last_unsaved(&self, scene: usize) -> Vec<(Option<u64>, &Edit)> {
        let undone = self.journal.undone_entries();
        let entries = self.journal.entries().iter();
        let entries = entries.filter(|entry| !undone.contains_key(&entry.id));
        let steps = entries.flat_map(|entry| entry.steps.iter().map(|step| (Some(entry.id), step)));
        let base = self.journal.base().iter().map(|step| (None, step));
        let all: Vec<(Option<u64>, &Edit)> = base.chain(steps).collect();
        let mut later: HashMap<Spot, Vec<&PropertyPath>> = HashMap::new();
        let mut last = Vec::new();
        for (entry, step) in all.into_iter().rev() {
            let Edit::Field { edit, .. } = step else { continue };
            let Some(spot) = step.spot().filter(|spot| scene_of(spot.object) == Some(scene)) else {
                continue;
            };
            let until = self.held.spots.get(&spot).map(|held| held.until);
            let is_saved = until.is_some_and(|until| entry.is_none_or(|entry| entry <= until));
            let over = later.entry(spot).or_default();
            if !is_saved && !over.iter().any(|path| edit.path.starts_with(path)) {
                last.push((entry, step));
            }
            over.push(&edit.path);
        }
        last.reverse();
        last
    }

    /// Removes stored values, from before and after saves, of fields that no edit sets any more. They must not be
    /// applied if an old file is restored later.
    pub(in crate::session) fn prune_originals(&mut self) {
        if self.originals.is_empty() && self.held.spots.is_empty() {
            return;
        }
        let spots: HashSet<Spot> = self.journal.all().filter_map(Edit::spot).collect();
        self.originals.retain(|spot, _| spots.contains(spot));
        self.held.spots.retain(|spot, _| spots.contains(spot));
    }
}

impl Edit {
    pub(in crate::session) fn spot(&self) -> Option<Spot> {
        match self {
            Self::Active { object, .. } => Some(Spot {
                object: *object,
                field: None,
            }),
            Self::Field {
                object,
                component,
                edit,
                ..
            } => Some(Spot {
                object: *object,
                field: Some((*component, edit.path.top().to_owned())),
            }),
            _ => None,
        }
    }
}
