//! Reads the file of a scene and stores its objects. Large files are read in the background.

use super::room::Room;
use crate::session::Session;
use host_bridge::SceneId;
use host_project_world::ids::Ids;
use host_project_world::numbered_file::{MANY, Numbered, number, read_guarded};
use host_project_world::scene_slot::LoadedScene;
use host_project_world::world::World;
use std::sync::Arc;
use unity_files::AssetProblem;
use unity_project::expand::Flat;
use unity_scripts::background_files::{Outcome, discard};
use unity_scripts::csharp_sources::turn;

type Objects = (Arc<Flat>, Arc<Ids>);

impl Session {
    /// Reads the file of a scene, without rebuilding the world. Returns the scenes that were closed to free memory.
    /// `None` while a background thread reads the file: nothing has changed, and the caller must call again later.
    pub(in crate::session) fn read_scene(&mut self, at: usize, room: Room) -> Option<Vec<SceneId>> {
        let mut closed = Vec::new();
        let Some(path) = self.scenes.get(at).map(|slot| slot.file.path.clone()) else {
            return Some(closed);
        };
        let read = self.read_objects(at, &path, room)?;
        let read = read.and_then(|objects| {
            self.make_room(at, &objects.0, room, &mut closed)?;
            Ok(objects)
        });
        let mut lines = Vec::new();
        let loaded = match read {
            Ok((flat, ids)) => {
                let problems = self.library.problems_of(&flat);
                lines.extend(problems.iter().map(|problem| format!("scn:{at}: {problem}")));
                Ok(LoadedScene { flat, ids, problems })
            }
            Err(problem) => {
                let told = self.view().with_remedy(at, &problem);
                lines.push(format!("scn:{at} ({path}) cannot be opened: {told}"));
                Err(problem)
            }
        };
        for line in lines {
            self.log("warn", line);
        }
        let Some(slot) = self.scenes.get_mut(at) else {
            return Some(closed);
        };
        slot.wanted = true;
        let (loaded, problem) = match loaded {
            Ok(loaded) => (Some(loaded), None),
            Err(problem) => (None, Some(problem)),
        };
        slot.problem = problem;
        let before = std::mem::replace(&mut slot.loaded, loaded);
        let many = before
            .map(|before| before.flat)
            .filter(|flat| flat.objects.len() >= MANY);
        self.left.extend(many);
        Some(closed)
    }

    fn read_objects(&mut self, at: usize, path: &str, room: Room) -> Option<Result<Objects, AssetProblem>> {
        let stamp = self.library.project().roots().stamp(path).ok().flatten();
        match self.numbering.find_outcome(path, &stamp) {
            Some(Outcome::Done(numbered)) => return Some(Ok(numbered.settle(self.numbers.scene_mut(at)))),
            Some(Outcome::UnderWay) => return None,
            Some(Outcome::Lost) | None => {}
        }
        if !self.library.prepare(path) {
            return None;
        }
        if turn::is_patient() && self.scenes.get_mut(at).is_some_and(|slot| slot.loaded.take().is_some()) {
            // The old objects are freed before the file is read again. The world is built again afterwards.
            self.world = World::default();
        }
        let read = read_guarded(&mut self.library, |library| {
            #[cfg(test)]
            crate::session::injected_defects::reading(path);
            library.scene(path)
        });
        // In the second case, a background thread still reads the names of the scene's types.
        if matches!(read, Err(AssetProblem::BeingRead)) || (room == Room::Make && turn::is_awaiting()) {
            return None;
        }
        let numbers = self.numbers.scene_mut(at);
        let flat = match read {
            Ok(flat) if flat.objects.len() < MANY => return Some(Ok(number(flat, numbers))),
            Ok(flat) => flat,
            Err(problem) => return Some(Err(problem)),
        };
        let before = numbers.keys();
        let sources = Arc::clone(self.library.types().sources());
        let numbered = self
            .numbering
            .get(&sources, path, stamp, move || Numbered::new(flat, before))?;
        Some(Ok(numbered.settle(self.numbers.scene_mut(at))))
    }

    /// Frees the old contents of scenes that were read again, in the background if that is slow.
    pub(in crate::session) fn discard_left(&mut self) {
        if !self.left.is_empty() {
            discard(self.library.types().sources(), std::mem::take(&mut self.left));
        }
    }
}
