//! Resolves the scene that a caller names by id, path or name.
//!
//! `scenes` knows whether it is loaded.

use super::view::WorldView;
use host_api::near::{did_you_mean, near_paths};
use host_bridge::{BridgeError, BridgeErrorKind, Replied, Reply, SceneId};
use serde_json::json;
use std::collections::HashMap;

/// Letters of a name that an error repeats.
const SHOWN: usize = 80;
/// Scenes with the same name that an error lists.
const CANDIDATES: usize = 10;
/// Scenes that an error lists if none is similar.
const SOME: usize = 3;

impl WorldView<'_> {
    /// # Errors
    /// See `named_scene`.
    pub(super) fn scene_of_name(self, text: &str) -> Result<Replied, BridgeError> {
        let id = self.named_scene(text)?;
        let card = self.scene_card(id.0 as usize);
        let gone = || BridgeError::new(BridgeErrorKind::NotFound, format!("there is no scene {id}"));
        Ok(Reply::Scene(card.ok_or_else(gone)?).into())
    }

    /// The scene of that id, asset path or unique name.
    ///
    /// # Errors
    /// `NotFound` with similar scenes, `InvalidArgument` with the scenes that have the name.
    pub(super) fn named_scene(self, text: &str) -> Result<SceneId, BridgeError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ProjectOptions;
    use crate::session::Session;
    use host_bridge::Command;
    use tests_projects::{TinyProject, guid};

    #[test]
    fn a_scene_is_found_by_id_path_and_name_or_the_near_ones_are_told() {
        let project = TinyProject::new();
        for (letter, path) in [
            ('a', "Assets/A/Main.unity"),
            ('b', "Assets/B/Arena.unity"),
            ('c', "Assets/C/Arena.unity"),
        ] {
            let text = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &10\nGameObject:\n  m_Name: X\n";
            project.asset(path, &guid(letter), text);
        }
        let options = ProjectOptions::new(project.root());
        let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
        let mut found = |name: &str| {
            let name = name.to_owned();
            session
                .run(Command::FindScene { name })
                .map(|replied| match replied.reply {
                    Reply::Scene(card) => card.path,
                    other => panic!("{other:?}"),
                })
        };
        for name in ["scn:0", "Assets/A/Main.unity", "Main", "main"] {
            assert_eq!(found(name).as_deref(), Ok("Assets/A/Main.unity"), "{name}");
        }
        assert_eq!(found("Assets/C/Arena.unity").as_deref(), Ok("Assets/C/Arena.unity"));
        for (name, kind, message, hint) in [
            (
                "Mian",
                BridgeErrorKind::NotFound,
                "no scene \"Mian\"",
                "did you mean scn:0 (Assets/A/Main.unity)?",
            ),
            (
                "scn:7",
                BridgeErrorKind::NotFound,
                "no scene \"scn:7\"",
                "the project has 3 scenes, such as scn:0 (",
            ),
            (
                "ARENA",
                BridgeErrorKind::InvalidArgument,
                "2 scenes are called \"ARENA\": scn:1 (Assets/B",
                "give the id",
            ),
            (
                " ",
                BridgeErrorKind::InvalidArgument,
                "`name` is blank",
                "list the scenes",
            ),
        ] {
            let error = found(name).expect_err(name);
            assert_eq!(error.kind, kind, "{error}");
            assert!(error.message.contains(message), "{error}");
            assert!(
                error.hint.as_deref().is_some_and(|told| told.contains(hint)),
                "{error:?}"
            );
        }
    }
}
