//! `ListObjects` and `unity://scene/{sceneId}/objects`: objects in hierarchy order.

use crate::card::{ObjectCard, given};
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::paging::{Limit, Page};
use unity_tools::unity::objects::{self, ObjectFilter};
use unity_tools::unity::types::UnityError;
use unity_tools::{Capability, Contents, Cx, Effect, Reply, Resource, ResourceInfo, Tool, ToolError, ToolInfo};

/// Which objects.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Such as `scn:0`. Absent: all loaded.
    scene_id: Option<String>,
    /// Part of it.
    name: Option<String>,
    /// Component type.
    #[serde(rename = "type")]
    component_type: Option<String>,
    active_only: Option<bool>,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

impl Args {
    fn filter(self) -> ObjectFilter {
        ObjectFilter {
            scene: self.scene_id.filter(|id| id.starts_with("scn:")),
            name: given(self.name),
            component_type: given(self.component_type),
            active_only: self.active_only.unwrap_or(false),
            ..ObjectFilter::default()
        }
    }
}

fn list(args: Args) -> Result<Reply<Page<ObjectCard>>, ToolError> {
    let page = args.limit.page(args.offset.unwrap_or(0));
    let filter = args.filter();
    match objects::list_objects(&filter, &page) {
        Ok((found, info)) => Ok(Page::new(found.into_iter().map(ObjectCard::from).collect(), &info).into()),
        // A scene that does not exist has no objects; the note tells it from an empty one.
        Err(UnityError::NotFound(fault)) if filter.scene.is_some() => Ok(nothing(fault.message)),
        Err(other) => Err(other.into()),
    }
}

fn nothing(why: String) -> Reply<Page<ObjectCard>> {
    let empty = Page {
        total: 0,
        items: Vec::new(),
        next_offset: None,
    };
    Reply::new(empty).note(why)
}

/// The tool.
pub struct ListObjects;

impl Tool for ListObjects {
    type Args = Args;
    type Output = Page<ObjectCard>;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("ListObjects");

    fn info() -> ToolInfo {
        ToolInfo::new(
            "Lists objects in hierarchy order, descendants included; filters are joined by and. Prefer it over many GetObject.",
        )
        .title("List objects")
        .category("scene")
        .example(r#"{"sceneId": "scn:0", "type": "Camera"}"#)
        .needs(Capability::Scene)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Page<ObjectCard>>, ToolError> {
        list(args)
    }
}

/// The scene of the URI, and which part of its list.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SceneParams {
    scene_id: String,
    #[serde(default)]
    limit: Limit,
    offset: Option<u32>,
}

/// The resource.
pub struct SceneObjectsResource;

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

    fn read(params: SceneParams, _: &Cx) -> Result<Contents, ToolError> {
        list(Args {
            scene_id: Some(params.scene_id),
            limit: params.limit,
            offset: params.offset,
            ..Args::default()
        })?
        .into_contents()
    }
}

#[cfg(test)]
mod tests {
    use super::{Args, nothing};
    use unity_tools::arguments::decode;

    fn scene_of(json: &str) -> Option<String> {
        decode::<Args>(json).unwrap().filter().scene
    }

    #[test]
    fn an_id_of_another_form_means_all_loaded_scenes() {
        for all in [r#"{"sceneId":"0"}"#, r#"{"sceneId":""}"#, r#"{"sceneId":null}"#, "{}"] {
            assert_eq!(scene_of(all), None, "{all}");
        }
        assert_eq!(scene_of(r#"{"sceneId":"scn:99"}"#).as_deref(), Some("scn:99"));
    }

    #[test]
    fn empty_filters_restrict_nothing_and_given_ones_do() {
        let filter = decode::<Args>(r#"{"name":"","type":"Camera","activeOnly":true}"#)
            .unwrap()
            .filter();
        assert_eq!(
            (filter.name, filter.component_type.as_deref(), filter.active_only),
            (None, Some("Camera"), true)
        );
    }

    #[test]
    fn a_scene_that_does_not_exist_has_no_objects() {
        let reply = nothing("there is no scene scn:99".to_owned());
        assert_eq!(
            serde_json::to_string(reply.value().unwrap()).unwrap(),
            r#"{"Total":0,"Items":[],"NextOffset":null}"#
        );
        assert_eq!(reply.notes(), ["there is no scene scn:99"]);
    }
}
