//! The values of files at saved edits. A saved value belongs to the file from then on: if another program changes it,
//! that value counts. The edit neither hides it nor overwrites it with the next save.
//!
//! Finds the saved edits that the files no longer contain. The values from before the save are in `originals`.

use super::originals::file_value;
use super::{Edit, Edits, Spot, bytes_of};
use host_bridge::ObjectId;
use host_project_world::ids::scene_of;
use host_project_world::world::World;
use std::collections::{BTreeSet, HashMap, HashSet};
use unity_fields::property::PropertyPath;
use unity_scripts::Types;
use unity_yaml::Node;

/// Edited fields with the values that the files contain, by object and field (`Spot`).
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct SavedEdits {
    pub(super) spots: HashMap<Spot, AtSave>,
    /// Scenes whose files were just written and are not read again yet, with the last entry that they contain.
    fresh: Vec<(BTreeSet<usize>, u64)>,
}

#[derive(Clone, Debug)]
pub(super) struct AtSave {
    /// The last entry included in the file.
    pub(super) until: u64,
    pub(super) is: Node<'static>,
}

/// An edit that is in no file yet.
pub(in crate::session) struct Unsaved<'e> {
    pub(in crate::session) entry: Option<u64>,
    pub(in crate::session) spot: Spot,
    pub(in crate::session) what: Changed<'e>,
}

/// The changed place, and the file's value when the edit was made.
pub(in crate::session) enum Changed<'e> {
    Active(bool),
    /// For a length, the whole list; `None` if the file had no such place.
    Field(&'e PropertyPath, Option<&'e Node<'static>>),
}

impl SavedEdits {
    pub(super) fn bytes(&self) -> usize {
        self.spots.values().map(|held| 128 + bytes_of(&held.is)).sum()
    }
}

impl Edits {
    /// Notes that these scenes' files were just written with all edits so far, and are to be read again.
    pub(in crate::session) fn just_saved(&mut self, scenes: &BTreeSet<usize>) {
        self.held.fresh.push((scenes.clone(), self.journal.last()));
    }

    /// Notes the values of the files that were just written; `world` is freshly built, without edits.
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

    /// Drops saved edits whose file has another value now, together with the former values. Returns the objects.
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
            let why = "it was saved, and the file was changed there since: the file's value counts";
            self.journal.forget_until(*until, here, why);
        }
        if !gone.is_empty() {
            self.mark_changed();
        }
        gone.into_keys().map(|spot| spot.object).collect()
    }

    /// For each field and flag in the scene, the first edit in effect that is not saved yet, with its entry if it still
    /// has one.
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

    /// For each field in the scene, the last edit in effect that is not saved yet. Edits replaced by a later edit of
    /// the whole field are left out.
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

    /// Forgets former values in files without remaining edits: they must not be applied to a file that comes back.
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
    /// The spot, if a file can have it.
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
