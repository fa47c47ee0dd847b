//! Read access to prefab files and to scenes that are not loaded. A background thread may read a file, and a cache
//! keeps it within the limit of `memory`.

pub(crate) mod files;
use crate::ids::{self, SceneIds};
use crate::lookup::Lookup;
use crate::numbered_file::{MANY, Numbered, number, read_guarded};
use crate::world::{NodeAt, World};
use files::{Arranged, ArrangedBeside, Kept, Unloaded};
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use unity_files::AssetProblem;
use unity_project::expand::Stamp;
use unity_scripts::background_files::Outcome;

impl Lookup<'_> {
    /// Returns the objects of a prefab file, or of a scene without loading it into the session.
    ///
    /// # Errors
    /// The reason why the file cannot be read, or `BeingRead` while a background thread reads it.
    pub fn read_unloaded(&mut self, path: &str) -> Result<Rc<World>, AssetProblem> {
        let stamp = self.library.project().roots().stamp(path)?;
        self.kept.unloaded.clock += 1;
        let now = self.kept.unloaded.clock;
        if let Some(kept) = self.kept.unloaded.files.get_mut(path) {
            if kept.stamp == stamp {
                kept.used = now;
                return Ok(Rc::clone(&kept.world));
            }
            self.kept.unloaded.files.remove(path);
            self.kept.revision += 1;
        }
        match self.kept.unloaded.worlds.find_outcome(path, &stamp) {
            Some(Outcome::Done(made)) => return Ok(self.keep_made_beside(path, stamp, made)),
            Some(Outcome::UnderWay) => return Err(AssetProblem::BeingRead),
            Some(Outcome::Lost) | None => {}
        }
        let library = &mut *self.library;
        if !library.prepare(path) {
            return Err(AssetProblem::BeingRead);
        }
        let flat = read_guarded(library, |library| library.scene(path))?;
        let scene = self.scenes.iter().position(|slot| slot.file.path == path);
        let scene = scene.and_then(|at| u32::try_from(at).ok());
        if flat.objects.len() < MANY {
            let (flat, ids) = number(flat, self.numbers_of_file(path, scene));
            return Ok(self.keep_unloaded(path, stamp, Arranged::new(flat, ids, scene)));
        }
        let before = self.numbers_of_file(path, scene).keys();
        let sources = Arc::clone(self.library.types().sources());
        let worlds = &mut self.kept.unloaded.worlds;
        let make = move || ArrangedBeside::from_numbered(Numbered::new(flat, before), scene);
        match worlds.get(&sources, path, stamp, make) {
            Some(made) => Ok(self.keep_made_beside(path, stamp, made)),
            None => Err(AssetProblem::BeingRead),
        }
    }

    fn keep_made_beside(&mut self, path: &str, stamp: Option<Stamp>, made: ArrangedBeside) -> Rc<World> {
        let numbers = self.numbers_of_file(path, made.scene);
        let arranged = made.settle(numbers);
        self.keep_unloaded(path, stamp, arranged)
    }

    /// Returns the object ids of the scene at the position `scene`, or of the prefab file `path` if `scene` is `None`.
    fn numbers_of_file(&mut self, path: &str, scene: Option<u32>) -> &mut SceneIds {
        match scene {
            Some(at) => self.numbers.scene_mut(at as usize),
            None => self.prefab_ids(path),
        }
    }

    fn keep_unloaded(&mut self, path: &str, stamp: Option<Stamp>, arranged: Arranged) -> Rc<World> {
        let Arranged { world, flat } = arranged;
        let (world, weight) = (Rc::new(world), flat.weight.saturating_sub(flat.text_bytes()));
        while !self.has_room_beside(weight) {
            if !self.kept.unloaded.drop_oldest() {
                // Too large for the cache; the caller still gets it.
                return world;
            }
        }
        let kept = Kept {
            world: Rc::clone(&world),
            flat,
            stamp,
            weight,
            used: self.kept.unloaded.clock,
        };
        self.kept.unloaded.files.insert(path.to_owned(), kept);
        world
    }

    fn prefab_ids(&mut self, path: &str) -> &mut SceneIds {
        let at = self.prefab_number(path);
        let Unloaded { prefabs, ids, .. } = &mut self.kept.unloaded;
        // It was added just before if it was missing.
        if at == prefabs.len() {
            prefabs.push(path.to_owned());
        }
        ids.entry(at).or_insert_with(|| SceneIds::for_prefab(at))
    }

    /// Returns the number of a prefab file, from which the ids of its objects are derived. The first call numbers all
    /// prefabs in the order of their paths, so that the number does not depend on the order in which files are read.
    fn prefab_number(&mut self, path: &str) -> usize {
        let prefabs = &mut self.kept.unloaded.prefabs;
        if let Some(at) = prefabs.iter().position(|known| known == path) {
            return at;
        }
        let known: BTreeSet<String> = prefabs.iter().cloned().collect();
        for path in self.library.project().index.with_extension("prefab") {
            if !known.contains(path) {
                prefabs.push(path.to_owned());
            }
        }
        let found = prefabs.iter().position(|known| known == path);
        found.unwrap_or(prefabs.len())
    }

    /// Assigns numbers to all prefab files, from which the ids of their objects follow. Only the first call does it.
    pub fn number_prefabs(&mut self) {
        if self.kept.unloaded.prefabs.is_empty() {
            self.prefab_number("");
        }
    }

    /// Returns the path of the prefab or unloaded scene to which an object id belongs; `None` for other ids.
    pub fn file_of_number(&self, object: ObjectId) -> Option<String> {
        if let Some(prefab) = ids::prefab_of(object) {
            return self.kept.unloaded.prefabs.get(prefab).cloned();
        }
        let slot = self.scenes.get(ids::scene_of(object)?)?;
        (slot.listed && slot.loaded.is_none()).then(|| slot.file.path.clone())
    }

    /// Finds an object in the loaded scenes and in other files. The returned world is `None` for a loaded scene.
    ///
    /// # Errors
    /// `NotFound` if no object has the id; `NotReady` if its file cannot be read.
    pub fn find_anywhere(&mut self, object: ObjectId) -> Result<(Option<Rc<World>>, NodeAt), BridgeError> {
        if let Some(at) = self.world.find(object) {
            return Ok((None, at));
        }
        if ids::prefab_of(object).is_some() {
            self.number_prefabs();
        }
        let Some(path) = self.file_of_number(object) else {
            return self.view().find(object).map(|at| (None, at));
        };
        let world = self.read_unloaded(&path).map_err(|problem| {
            let message = format!("{object} is in {path}, which cannot be read: {problem}");
            BridgeError::new(BridgeErrorKind::NotReady, message).with_hint(problem.remedy())
        })?;
        let at = world.find(object).ok_or_else(|| {
            let message = format!("there is no object {object} in {path}");
            BridgeError::new(BridgeErrorKind::NotFound, message).with_hint("find the objects of that file")
        })?;
        Ok((Some(world), at))
    }
}
