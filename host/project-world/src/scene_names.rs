//! Finds the scene, loaded or not, that a caller specifies by id, path or name.

use crate::view::WorldView;
use host_api::similar_names::{did_you_mean, near_paths};
use host_bridge::{BridgeError, BridgeErrorKind, Replied, Reply, SceneId};
use serde_json::json;
use std::collections::HashMap;

/// Maximum number of characters of an unknown scene name that an error repeats.
const SHOWN: usize = 80;
/// Maximum number of scenes with the same name that an error lists.
const CANDIDATES: usize = 10;
/// Number of scenes that an error lists as examples if no scene has a similar name.
const SOME: usize = 3;

impl WorldView<'_> {
    /// Returns a reply with the description of the scene that `text` specifies.
    ///
    /// # Errors
    /// The errors of `named_scene`.
    pub fn scene_of_name(self, text: &str) -> Result<Replied, BridgeError> {
        let id = self.named_scene(text)?;
        let card = self.scene_card(id.0 as usize);
        let gone = || BridgeError::new(BridgeErrorKind::NotFound, format!("there is no scene {id}"));
        Ok(Reply::Scene(card.ok_or_else(gone)?).into())
    }

    /// Returns the id of the scene that `text` specifies: by id, asset path or unique name.
    ///
    /// # Errors
    /// `NotFound` with similar scenes; `InvalidArgument` if several scenes have this name, with a list of them.
    pub fn named_scene(self, text: &str) -> Result<SceneId, BridgeError> {
        let listed = || (0..).map(SceneId).zip(self.scenes).filter(|(_, slot)| slot.listed);
        let by_id = SceneId::parse(text);
        let exact = listed().find(|(id, slot)| by_id == Some(*id) || slot.file.path == text);
        if let Some((id, _)) = exact {
            return Ok(id);
        }
        let named = listed().filter(|(_, slot)| slot.file.name().eq_ignore_ascii_case(text));
        let named: Vec<SceneId> = named.map(|(id, _)| id).collect();
        let shown: String = text.chars().take(SHOWN).collect();
        let told = |scenes: &[SceneId]| {
            let each = scenes.iter().filter_map(|id| {
                let slot = self.slot(*id).ok()?;
                Some(format!("{id} ({})", slot.file.path))
            });
            each.collect::<Vec<_>>()
        };
        match named.as_slice() {
            [one] => Ok(*one),
            [] => {
                let known: HashMap<&str, SceneId> = listed().map(|(id, slot)| (slot.file.path.as_str(), id)).collect();
                let near = near_paths(text, known.keys().copied());
                let near: Vec<SceneId> = near.into_iter().filter_map(|path| known.get(path).copied()).collect();
                let all = listed().map(|(id, _)| id).take(SOME).collect::<Vec<_>>();
                let hint = did_you_mean(told(&near)).unwrap_or_else(|| {
                    format!(
                        "the project has {} scenes, such as {}",
                        known.len(),
                        told(&all).join(", ")
                    )
                });
                Err(
                    BridgeError::new(BridgeErrorKind::NotFound, format!("there is no scene {shown:?}"))
                        .with_hint(hint)
                        .with_data(&json!({"argument": "scene", "given": shown, "nearest": told(&near), "next": "list_scenes"})),
                )
            }
            several => {
                let (count, several) = (several.len(), told(several.get(..CANDIDATES).unwrap_or(several)));
                let message = format!("{count} scenes are called {shown:?}: {}", several.join(", "));
                Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                    .with_hint("give the id or the asset path of one of them")
                    .with_data(&json!({"argument": "scene", "given": shown, "nearest": several})))
            }
        }
    }
}
