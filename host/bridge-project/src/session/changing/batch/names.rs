//! Resolves the scenes and objects that edits refer to. Only loaded scenes can be edited.

use crate::session::reading::session_view::SessionView;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, SceneId};
use host_project_world::ids;

impl SessionView<'_> {
    /// Checks that the object belongs to a loaded scene.
    pub(super) fn is_open(self, object: ObjectId) -> Result<(), BridgeError> {
        if ids::prefab_of(object).is_some() {
            let message = format!("{object} is in a prefab's file, whose objects are read and never changed here");
            return Err(BridgeError::new(BridgeErrorKind::Unsupported, message)
                .with_hint("edit its instances in a scene, or the prefab in Unity"));
        }
        let Some(at) = ids::scene_of(object) else { return Ok(()) };
        match self.scenes.get(at) {
            Some(slot) if slot.listed && slot.loaded.is_none() => Err(not_loaded_error(at, &slot.file.path)),
            _ => Ok(()),
        }
    }

    /// Returns the loaded scene whose id, asset path or unique name is `text`.
    pub(super) fn open_scene_named(self, text: &str) -> Result<SceneId, BridgeError> {
        let id = self.named_scene(text)?;
        match self.slot(id)? {
            slot if slot.loaded.is_none() => Err(not_loaded_error(id.0 as usize, &slot.file.path)),
            _ => Ok(id),
        }
    }
}

fn not_loaded_error(at: usize, path: &str) -> BridgeError {
    let message = format!("scn:{at} ({path}) is not loaded, and only what is loaded can be edited");
    BridgeError::new(BridgeErrorKind::NotReady, message).with_hint(format!("call open_scene with {path}, then again"))
}
