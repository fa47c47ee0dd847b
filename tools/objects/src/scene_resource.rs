//! The resources `unity://scene/active` and `unity://scene/{scene_name}`, which show one scene and its root objects.
//!
//! Belongs here: finding a scene by its name. `active` and `scn:<n>` have priority over scenes with such names.

use crate::card::ObjectCard;
use unity_tools::prelude::*;
use unity_tools::shared::types::Error;
use unity_tools::unity::objects::{self, ObjectFilter};
use unity_tools::unity::scenes::{self, SceneFilter};
use unity_tools::unity::types::PageRequest;
use unity_tools::{Contents, NoArgs, Resource, ResourceInfo};

const ACTIVE: &str = "active";

/// Maximum number of root objects of a scene that the answer lists.
const MOST_ROOTS: u32 = 100;

/// Maximum number of scenes that the error for an unknown scene lists.
const SHOWN: usize = 10;

/// Maximum number of characters of an unknown scene name that an error repeats.
const SHOWN_TEXT: usize = 80;

/// A scene with its root objects, which the resources `unity://scene/active` and `unity://scene/{scene_name}` return.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct SceneCard {
    /// Scene id `scn:<n>`.
    id: String,
    name: String,
    /// Path of the scene file in the project; unique.
    path: String,
    /// Position in the list of scenes.
    index: u32,
    is_loaded: bool,
    root_count: u32,
    /// Root objects in the scene's order.
    roots: Vec<ObjectCard>,
}

/// Returns a scene with its root objects as the content of a resource. Loads the scene first if it is not loaded. Does
/// not open a loaded scene again, because that is a write in a running game.
fn show(found: scenes::Scene) -> Result<Contents> {
    let scene = match found.is_loaded {
        true => found,
        false => scenes::open(&found.id, None)?,
    };
    let filter = ObjectFilter {
        scene: Some(scene.id.clone()),
        roots_only: true,
        ..ObjectFilter::default()
    };
    let page = Limit::<MOST_ROOTS>::default().page(0);
    let (roots, info) = objects::list_objects(&filter, &page)?;
    let left_out = info.total.saturating_sub(roots.len() as u32);
    let contents = Contents::json(&SceneCard {
        id: scene.id.clone(),
        name: scene.name,
        path: scene.path,
        index: scene.index,
        is_loaded: scene.is_loaded,
        root_count: scene.root_count,
        roots: roots.into_iter().map(ObjectCard::from).collect(),
    })?;
    Ok(match left_out {
        0 => contents,
        more => contents.note(format!(
            "{more} more roots; unity://scene/{}/objects lists all objects",
            scene.id
        )),
    })
}

/// Converts the error for a scene id. If no scene has the id, the new error lists the existing scenes.
pub(crate) fn no_scene(id: &str, error: impl Into<ToolError>) -> ToolError {
    let error = error.into();
    if error.kind != ErrorKind::NotFound {
        return error;
    }
    let page = PageRequest {
        limit: SHOWN as u32,
        ..PageRequest::default()
    };
    // An error about listing the scenes would hide the original error.
    let (there, total) = scenes::list_scenes(&SceneFilter::default(), &page)
        .map(|(there, info)| (there, info.total))
        .unwrap_or_default();
    missing_scene_error(id, &there, total)
}

fn missing_scene_error(id: &str, there: &[scenes::Scene], total: u32) -> ToolError {
    let cut = id.char_indices().nth(SHOWN_TEXT).map_or(id.len(), |(cut, _)| cut);
    let error = ToolError::not_found(format!("there is no scene {}", &id[..cut]));
    if there.is_empty() {
        return error.hint("unity://scenes lists the scenes");
    }
    let more = if total as usize > there.len() { ", …" } else { "" };
    error.hint(format!("the scenes are {}{more}", list_scenes(there.iter())))
}

/// Returns the first loaded scene as the active one, because a project folder has no editor window.
fn active() -> Result<Contents> {
    let filter = SceneFilter {
        loaded_only: true,
        ..SceneFilter::default()
    };
    let page = Limit::<1>::default().page(0);
    let (mut loaded, _) = scenes::list_scenes(&filter, &page)?;
    let Some(scene) = loaded.pop() else {
        return Err(ToolError::not_found("no scene is loaded").hint("ListScenes lists the scenes, with reasons"));
    };
    show(scene)
}

pub(crate) fn is_id(text: &str) -> bool {
    text.strip_prefix("scn:")
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Changes an error of the host about a scene's name so that it names the resource's parameter `scene_name`.
fn about_name(mut error: Error) -> ToolError {
    error.message = format!("scene_name: {}", error.message);
    error.into()
}

fn list_scenes<'a>(scenes: impl Iterator<Item = &'a scenes::Scene>) -> String {
    let scenes: Vec<String> = scenes.map(|scene| format!("{} ({})", scene.id, scene.path)).collect();
    scenes.join(", ")
}

/// The MCP resource `unity://scene/active`, which describes the first loaded scene and its root objects.
pub(crate) struct ActiveSceneResource;

impl Resource for ActiveSceneResource {
    type Params = NoArgs;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://scene/active",
            "active scene",
            "The first loaded scene and its roots.",
        )
        .json::<SceneCard>()
        .listed_last()
    }

    fn read(_: NoArgs, _: &Cx) -> Result<Contents> {
        active()
    }
}

/// The parameters of the resource `unity://scene/{scene_name}`: the scene.
#[input]
pub(crate) struct Params {
    scene_name: String,
}

/// The MCP resource `unity://scene/{scene_name}`, which describes one scene and its root objects.
pub(crate) struct SceneResource;

impl Resource for SceneResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://scene/{scene_name}",
            "scene",
            "One scene and its roots, by id, name or percent-encoded path; it is loaded where it was not.",
        )
        .json::<SceneCard>()
        .example("unity://scene/scn:0")
        .listed_last()
    }

    fn read(params: Params, _: &Cx) -> Result<Contents> {
        match params.scene_name.as_str() {
            ACTIVE => active(),
            id if is_id(id) => show(scenes::find(id).map_err(|error| no_scene(id, error))?),
            name => show(scenes::find(name).map_err(about_name)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_id, missing_scene_error};
    use unity_tools::ErrorKind;
    use unity_tools::unity::scenes::Scene;

    fn scene(index: u32, path: &str) -> Scene {
        Scene {
            id: format!("scn:{index}"),
            name: path.rsplit('/').next().unwrap().trim_end_matches(".unity").to_owned(),
            path: path.to_owned(),
            index,
            build_index: None,
            is_loaded: true,
            root_count: 0,
            problem: None,
        }
    }

    #[test]
    fn missing_scene_error_lists_existing_scenes() {
        let there = [scene(0, "Assets/Main.unity"), scene(1, "Assets/Arena.unity")];
        let error = missing_scene_error("scn:99", &there, 5);
        assert_eq!(
            (error.kind.clone(), error.message.as_str()),
            (ErrorKind::NotFound, "there is no scene scn:99")
        );
        let hint = "the scenes are scn:0 (Assets/Main.unity), scn:1 (Assets/Arena.unity), …";
        assert_eq!(error.hint.as_deref(), Some(hint));
        let none = missing_scene_error(&format!("scn:{}", "9".repeat(10_000)), &[], 0);
        assert!(none.message.len() < 200 && none.hint.is_some());
    }

    #[test]
    fn accepts_only_digits_after_the_scene_id_prefix() {
        assert!(is_id("scn:0") && is_id("scn:12"));
        for name in ["scn:", "scn:-1", "scn:x", "Scn:1", "active", "scn:٣"] {
            assert!(!is_id(name), "{name}");
        }
    }
}
