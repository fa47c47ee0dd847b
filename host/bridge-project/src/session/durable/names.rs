//! Names of objects in the records of the edit journal. Each record has a list of scenes, and a name contains an index
//! into that list.

use super::record::{Name, Spot, Target};
use crate::session::Session;
use crate::session::edits;
use crate::session::loading::room::Room;
use crate::session::loading::scenes;
use host_bridge::ObjectId;
use host_project_world::ids::{FileName, Numbers};
use host_project_world::scene_slot::SceneSlot;
use host_project_world::targets;
use unity_files::SceneFile;
use unity_yaml::Guid;

/// Converts ids of objects to the names that a journal record contains, and collects the scenes that the names use.
pub(super) struct Naming<'s> {
    numbers: &'s Numbers,
    slots: &'s [SceneSlot],
    scenes: Vec<usize>,
}

impl<'s> Naming<'s> {
    pub(super) fn new(session: &'s Session) -> Self {
        Self {
            numbers: &session.numbers,
            slots: &session.scenes,
            scenes: Vec::new(),
        }
    }

    pub(super) fn paths(self) -> Vec<String> {
        let slots = self.scenes.iter().filter_map(|at| self.slots.get(*at));
        slots.map(|slot| slot.file.path.clone()).collect()
    }

    pub(super) fn scene(&mut self, at: usize) -> Result<u32, String> {
        if self.slots.get(at).is_none() {
            return Err(format!("there is no scene {at}"));
        }
        let known = self.scenes.iter().position(|known| *known == at);
        let position = known.unwrap_or_else(|| {
            self.scenes.push(at);
            self.scenes.len() - 1
        });
        u32::try_from(position).map_err(|_| "too many scenes".to_owned())
    }

    pub(super) fn object(&mut self, object: ObjectId) -> Result<Name, String> {
        let named = self.numbers.name_of(object);
        let (scene, name) = named.ok_or_else(|| format!("{object} has no id in a file"))?;
        let scene = self.scene(scene)?;
        Ok(match name {
            FileName::OfFile(id, instance, times) => Name::OfFile(scene, id, instance, times),
            FileName::Made(number) => Name::Made(scene, number),
        })
    }

    pub(super) fn objects<'o>(&mut self, objects: impl IntoIterator<Item = &'o ObjectId>) -> Result<Vec<Name>, String> {
        objects.into_iter().map(|object| self.object(*object)).collect()
    }

    pub(super) fn target(&mut self, target: targets::Target) -> Result<Target, String> {
        Ok((self.object(target.object)?, target.component))
    }

    pub(super) fn spot(&mut self, spot: &edits::Spot) -> Result<Spot, String> {
        Ok((self.object(spot.object)?, spot.field.clone()))
    }
}

/// The scenes that a journal record refers to: for each index in the record, the index of the scene in the session.
pub(super) struct Named(Vec<usize>);

impl Named {
    /// Finds the scenes of a journal record, given by their paths. Loads those whose files exist, so that their objects
    /// have ids.
    pub(super) fn find_scenes(session: &mut Session, paths: &[String]) -> Self {
        Self(paths.iter().map(|path| session.scene_to_replay(path)).collect())
    }

    pub(super) fn scene(&self, at: u32) -> Result<usize, String> {
        let scene = self.0.get(at as usize).copied();
        scene.ok_or_else(|| format!("its list of scenes has no position {at}"))
    }

    pub(super) fn scenes<C: FromIterator<usize>>(&self, all: &[u32]) -> Result<C, String> {
        all.iter().map(|at| self.scene(*at)).collect()
    }

    pub(super) fn object(&self, numbers: &mut Numbers, name: Name) -> Result<ObjectId, String> {
        let (scene, name) = match name {
            Name::OfFile(scene, id, instance, times) => (scene, FileName::OfFile(id, instance, times)),
            Name::Made(scene, number) => (scene, FileName::Made(number)),
        };
        let object = numbers.id_of_name(self.scene(scene)?, name);
        object.ok_or_else(|| "it names an object that no scene can have".to_owned())
    }

    pub(super) fn objects<C: FromIterator<ObjectId>>(&self, numbers: &mut Numbers, all: &[Name]) -> Result<C, String> {
        all.iter().map(|name| self.object(numbers, *name)).collect()
    }

    pub(super) fn target(&self, numbers: &mut Numbers, target: Target) -> Result<targets::Target, String> {
        let (name, component) = target;
        Ok(targets::Target {
            object: self.object(numbers, name)?,
            component,
        })
    }

    pub(super) fn spot(&self, numbers: &mut Numbers, spot: Spot) -> Result<edits::Spot, String> {
        let (name, field) = spot;
        Ok(edits::Spot {
            object: self.object(numbers, name)?,
            field,
        })
    }
}

impl Session {
    /// Returns the index of the scene with this path. A removed scene gets one too, so that lost edits are reported.
    fn scene_to_replay(&mut self, path: &str) -> usize {
        let at = match self.scenes.iter().position(|slot| slot.file.path == path) {
            Some(at) => at,
            None => {
                let file = SceneFile {
                    path: path.to_owned(),
                    guid: Guid::default(),
                    build_index: None,
                    exists: false,
                };
                self.scenes.push(scenes::removed_slot(file));
                self.scenes.len() - 1
            }
        };
        let may_be_read = |slot: &SceneSlot| slot.listed && slot.loaded.is_none() && !slot.wanted;
        if self.scenes.get(at).is_some_and(may_be_read) {
            let _ = self.read_scene(at, Room::Leave);
        }
        at
    }
}
