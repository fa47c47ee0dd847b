//! Scenes and objects as edits name them. Only what is loaded can be edited.

use crate::session::{Session, ids};
use host_api::near::{did_you_mean, near_paths};
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, SceneId};

impl Session {
    /// # Errors
    /// `NotReady` for an object of a scene that is not loaded, with its name.
    pub(super) fn is_open(&self, object: ObjectId) -> Result<(), BridgeError> {
        let Some(at) = ids::scene_of(object) else { return Ok(()) };
        match self.scenes.get(at) {
            Some(slot) if slot.listed && slot.loaded.is_none() => Err(not_open(at, &slot.file.path)),
            _ => Ok(()),
        }
    }

    /// The loaded scene of that id, asset path or unique name.
    ///
    /// # Errors
    /// `NotFound` with the nearest, `InvalidArgument` where several have the name, `NotReady` where it is not loaded.
    pub(super) fn scene_named(&self, text: &str) -> Result<SceneId, BridgeError> {
        let listed = || self.scenes.iter().enumerate().filter(|(_, slot)| slot.listed);
        let found: Vec<usize> = match SceneId::parse(text) {
            Some(id) => listed().map(|(at, _)| at).filter(|at| *at == id.0 as usize).collect(),
            None => {
                let by_path: Vec<usize> = listed()
                    .filter(|(_, slot)| slot.file.path == text)
                    .map(|(at, _)| at)
                    .collect();
                match by_path.is_empty() {
                    true => listed()
                        .filter(|(_, slot)| slot.file.name() == text)
                        .map(|(at, _)| at)
                        .collect(),
                    false => by_path,
                }
            }
        };
        let at = match found.as_slice() {
            [at] => *at,
            [] => {
                let message = format!("there is no scene {text:?}");
                let known = listed().map(|(_, slot)| slot.file.path.as_str());
                let near = near_paths(text, known);
                return Err(BridgeError::new(BridgeErrorKind::NotFound, message)
                    .with_hint(did_you_mean(near).unwrap_or_else(|| "list the scenes".to_owned())));
            }
            several => {
                let paths = several.iter().filter_map(|at| self.scenes.get(*at));
                let paths: Vec<&str> = paths.map(|slot| slot.file.path.as_str()).take(5).collect();
                let message = format!("scene is {text:?}, which {} scenes are called", several.len());
                return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                    .with_hint(format!("give the path: {}", paths.join(", "))));
            }
        };
        match self.scenes.get(at) {
            Some(slot) if slot.loaded.is_none() => Err(not_open(at, &slot.file.path)),
            _ => Ok(SceneId(u32::try_from(at).unwrap_or(u32::MAX))),
        }
    }
}

fn not_open(at: usize, path: &str) -> BridgeError {
    let message = format!("scn:{at} ({path}) is not loaded, and only what is loaded can be edited");
    BridgeError::new(BridgeErrorKind::NotReady, message).with_hint(format!("call open_scene with {path}, then again"))
}
