//! Lists the scenes of the project, both loaded and not loaded.

use crate::scene_slot::SceneSlot;
use crate::view::WorldView;
use host_bridge::{
    BridgeError, BridgeErrorKind, Page, PageRequest, Replied, Reply, SceneCard, SceneFilter, SceneId, json_len,
};

impl<'v> WorldView<'v> {
    /// Returns the scene with that id, loaded or not.
    ///
    /// # Errors
    /// `NotFound` if the scene is not in the project.
    pub fn slot(self, scene: SceneId) -> Result<&'v SceneSlot, BridgeError> {
        let slot = self.scenes.get(scene.0 as usize).filter(|slot| slot.listed);
        slot.ok_or_else(|| {
            BridgeError::new(BridgeErrorKind::NotFound, format!("there is no scene {scene}"))
                .with_hint(format!("the project has {} scenes; list them", self.listed_scenes()))
        })
    }

    pub(crate) fn listed_scenes(self) -> usize {
        self.scenes.iter().filter(|slot| slot.listed).count()
    }

    /// Returns the description of the scene at this position in the session's list; `None` if there is none.
    pub fn scene_card(self, at: usize) -> Option<SceneCard> {
        let slot = self.scenes.get(at)?;
        let index = u32::try_from(at).ok()?;
        Some(SceneCard {
            id: SceneId(index),
            name: slot.file.name().to_owned(),
            path: slot.file.path.clone(),
            index,
            build_index: slot.file.build_index,
            is_loaded: slot.loaded.is_some(),
            root_count: self.world.root_count(index),
            problem: slot.problem.as_ref().map(|problem| self.with_remedy(at, problem)),
        })
    }

    /// Returns one page of the scenes that match the filter. The answer counts unreadable folders, which may contain
    /// more scenes, in `scanned`, and names them in a note.
    pub fn list_scenes(self, filter: &SceneFilter, page: &PageRequest) -> Replied {
        let needle = filter.name.as_deref().map(str::to_lowercase);
        let matching: Vec<usize> = (0..self.scenes.len())
            .filter(|at| {
                self.scenes.get(*at).is_some_and(|slot| {
                    let named = |needle: &String| slot.file.path.to_lowercase().contains(needle);
                    slot.listed && (slot.loaded.is_some() || !filter.loaded_only) && needle.as_ref().is_none_or(named)
                })
            })
            .collect();
        let mut found = Page::cut(
            page,
            matching.len(),
            |at| self.scene_card(*matching.get(at)?),
            |card| {
                let problem = card.problem.as_deref().map_or(4, json_len);
                130 + json_len(&card.name) + json_len(&card.path) + problem
            },
        );
        let hidden = self.library.project().absent.hidden();
        let parts = hidden.own_parts().filter(|part| part.may_hold_scenes()).count();
        let mut diagnostics = Vec::new();
        if parts > 0 && !filter.loaded_only {
            let known = self.listed_scenes() as u64;
            found.scanned = Some((known, known + parts as u64));
            diagnostics.extend(hidden.note(None).filter(|_| page.offset == 0));
        }
        Replied {
            reply: Reply::Scenes(found),
            diagnostics,
        }
    }

    /// Returns the first loaded scene, for a new object without scene and parent. Adds a note if several are loaded.
    ///
    /// # Errors
    /// `NotReady` if no scene is loaded.
    pub fn default_home(self) -> Result<(SceneId, Option<String>), BridgeError> {
        let scene = self.first_loaded()?;
        let loaded = self.scenes.iter().filter(|slot| slot.loaded.is_some()).count();
        let note = match self.slot(scene) {
            Ok(slot) if loaded > 1 => Some(format!(
                "created in {scene} ({}), the first of the {loaded} loaded scenes: no scene was named; give scene to choose another",
                slot.file.path
            )),
            _ => None,
        };
        Ok((scene, note))
    }

    /// Returns the first loaded scene.
    ///
    /// # Errors
    /// `NotReady` if no scene is loaded.
    pub fn first_loaded(self) -> Result<SceneId, BridgeError> {
        let scenes = (0..).zip(self.scenes);
        let mut loaded = scenes.filter(|(_, slot)| slot.loaded.is_some());
        loaded.next().map(|(at, _)| SceneId(at)).ok_or_else(|| {
            BridgeError::new(BridgeErrorKind::NotReady, "no scene is loaded").with_hint("open a scene first")
        })
    }
}
