//! The tool `ListObjects` and the resource `unity://scene/{sceneId}/objects`, which list objects in hierarchy order.

use crate::card::{ObjectCard, non_empty};
use crate::scene_resource::{is_id, no_scene};
use unity_tools::prelude::*;
use unity_tools::unity::objects::{self, ObjectFilter};
use unity_tools::unity::scenes;
use unity_tools::unity::types::PageRequest;
use unity_tools::{Contents, Resource, ResourceInfo};

/// The arguments of the tool `ListObjects`.
#[input]
#[derive(Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    /// Id of a scene, e.g. `scn:0`. Default: all loaded scenes.
    scene_id: Option<String>,
    /// Part of the object's name.
    name: Option<String>,
    /// Type of a component of the object.
    #[serde(rename = "type")]
    component_type: Option<String>,
    active_only: Option<bool>,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

impl Args {
    /// Converts the arguments to a filter for Unity.
    /// # Errors
    /// `InvalidArgument` for an invalid `sceneId`; clients of the Explorer protocol write `0` or nothing for all
    /// scenes.
    fn filter(self) -> Result<ObjectFilter> {
        let scene = self.scene_id.filter(|id| !matches!(id.trim(), "" | "0"));
        if let Some(other) = scene.as_deref().filter(|id| !is_id(id)) {
            return Err(no_id(other));
        }
        Ok(ObjectFilter {
            scene,
            name: non_empty(self.name),
            component_type: non_empty(self.component_type),
            active_only: self.active_only.unwrap_or(false),
            ..ObjectFilter::default()
        })
    }
}

/// Returns the error for an invalid scene id. It suggests the scene that a name, path or plain number probably means.
fn no_id(given: &str) -> ToolError {
    let error = ToolError::violation(
        "sceneId",
        "an id of ListScenes such as scn:0, or nothing for all loaded scenes",
        given,
    );
    let lower = given.trim().to_lowercase();
    let number = lower.strip_prefix("scn").unwrap_or(&lower).trim_start_matches(':');
    if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
        return error.hint(format!("did you mean scn:{number}?"));
    }
    match scenes::find(given) {
        Ok(scene) => error.hint(format!("did you mean {} ({})?", scene.id, scene.path)),
        Err(told) => error.hint(told.hint.unwrap_or_else(|| "ListScenes lists the ids".to_owned())),
    }
}

fn list(filter: &ObjectFilter, page: &PageRequest) -> Result<Page<ObjectCard>> {
    let (found, info) = objects::list_objects(filter, page)?;
    Ok(Page::new(found.into_iter().map(ObjectCard::from).collect(), &info))
}

fn empty_page(why: String) -> Reply<Page<ObjectCard>> {
    let empty = Page {
        total: 0,
        items: Vec::new(),
        next_offset: None,
    };
    Reply::new(empty).note(why)
}

/// List objects in hierarchy order with descendants; all filters must match. Prefer it over many GetObject.
#[tool(
    name = "ListObjects",
    title = "List objects",
    category = "scene",
    example = r#"{"sceneId": "scn:0", "type": "Camera"}"#,
    needs = Scene
)]
pub(crate) fn list_objects(#[arguments] args: Args) -> Result<Reply<Page<ObjectCard>>> {
    let page = args.limit.page(args.offset.unwrap_or(0));
    let filter = args.filter()?;
    match list(&filter, &page) {
        // For clients of the Explorer protocol a scene that does not exist has no objects; the note distinguishes
        // it from an empty scene.
        Err(problem) if problem.kind == ErrorKind::NotFound && filter.scene.is_some() => {
            Ok(empty_page(problem.message.clone()))
        }
        listed => Ok(listed?.into()),
    }
}

/// The parameters of the resource `unity://scene/{sceneId}/objects`: the scene, and the part of the list to return.
#[input]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneParams {
    scene_id: String,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

/// The MCP resource `unity://scene/{sceneId}/objects`, which lists the objects of a scene.
pub(crate) struct SceneObjectsResource;

impl Resource for SceneObjectsResource {
    type Params = SceneParams;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://scene/{sceneId}/objects{?limit,offset}",
            "scene objects",
            "The objects of one scene in hierarchy order.",
        )
        .json::<Page<ObjectCard>>()
        .example("unity://scene/scn:0/objects?limit=20")
    }

    fn read(params: SceneParams, _: &Cx) -> Result<Contents> {
        let page = params.limit.page(params.offset.unwrap_or(0));
        let args = Args {
            scene_id: Some(params.scene_id),
            ..Args::default()
        };
        let filter = args.filter()?;
        let listed = list(&filter, &page);
        let listed = listed.map_err(|error| no_scene(filter.scene.as_deref().unwrap_or_default(), error))?;
        Contents::json(&listed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Args, empty_page};
    use unity_tools::arguments::decode;

    fn scene_of(json: &str) -> Option<String> {
        decode::<Args>(json).unwrap().filter().unwrap().scene
    }

    #[test]
    fn absent_empty_or_zero_scene_id_means_all_loaded_scenes() {
        for all in [r#"{"sceneId":"0"}"#, r#"{"sceneId":""}"#, r#"{"sceneId":null}"#, "{}"] {
            assert_eq!(scene_of(all), None, "{all}");
        }
        assert_eq!(scene_of(r#"{"sceneId":"scn:99"}"#).as_deref(), Some("scn:99"));
    }

    #[test]
    fn ignores_empty_filters_and_applies_given_ones() {
        let filter = decode::<Args>(r#"{"name":"","type":"Camera","activeOnly":true}"#)
            .unwrap()
            .filter()
            .unwrap();
        assert_eq!(
            (filter.name, filter.component_type.as_deref(), filter.active_only),
            (None, Some("Camera"), true)
        );
    }

    #[test]
    fn returns_empty_page_with_note_for_missing_scene() {
        let reply = empty_page("there is no scene scn:99".to_owned());
        assert_eq!(
            serde_json::to_string(reply.value().unwrap()).unwrap(),
            r#"{"Total":0,"Items":[],"NextOffset":null}"#
        );
        assert_eq!(reply.notes(), ["there is no scene scn:99"]);
    }
}
