//! The tool `ListScenes` and the resource `unity://scenes`, which list all scenes of the project, loaded or not.

use unity_tools::prelude::*;
use unity_tools::unity::scenes::{self, SceneFilter};
use unity_tools::unity::types::PageInfo;
use unity_tools::{Contents, Resource, ResourceInfo};

/// One scene of the project.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Scene {
    /// `scn:<n>`; valid until the project's list of scenes changes.
    id: String,
    name: String,
    /// Position in the project's list of scenes.
    index: u32,
    is_loaded: bool,
    /// Number of root objects; 0 if the scene is not loaded.
    root_count: u32,
    /// Path of the scene file in the project; unique.
    path: String,
}

/// Creates the answer with a page of scenes. It also lists scenes that cannot be read, and a note contains the reason.
fn reply(found: Vec<scenes::Scene>, info: &PageInfo) -> Reply<Page<Scene>> {
    let mut notes = Vec::new();
    let items = found
        .into_iter()
        .map(|scene| {
            if let Some(problem) = scene.problem {
                notes.push(format!("{} ({}): {problem}", scene.id, scene.path));
            }
            Scene {
                id: scene.id,
                name: scene.name,
                index: scene.index,
                is_loaded: scene.is_loaded,
                root_count: scene.root_count,
                path: scene.path,
            }
        })
        .collect();
    notes.into_iter().fold(Reply::new(Page::new(items, info)), Reply::note)
}

/// List the project's scenes, loaded or not.
#[tool(name = "ListScenes", title = "List scenes", category = "scene", needs = Scene)]
pub(crate) fn list_scenes(#[default] limit: Limit<50>, offset: Option<u32>) -> Result<Reply<Page<Scene>>> {
    let (found, info) = scenes::list_scenes(&SceneFilter::default(), &limit.page(offset.unwrap_or(0)))?;
    Ok(reply(found, &info))
}

/// The parameters of the resource `unity://scenes`: the part of the list to return.
#[input]
pub(crate) struct Params {
    #[serde(default)]
    limit: Limit<50>,
    offset: Option<u32>,
}

/// The MCP resource `unity://scenes`, which lists the scenes of the project.
pub(crate) struct ScenesResource;

impl Resource for ScenesResource {
    type Params = Params;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://scenes{?limit,offset}",
            "scenes",
            "The project's scenes, loaded or not.",
        )
        .json::<Page<Scene>>()
        .listed_without_query()
    }

    fn read(params: Params, _: &Cx) -> Result<Contents> {
        list_scenes(params.limit, params.offset)?.into_contents()
    }
}

#[cfg(test)]
mod tests {
    use super::reply;
    use unity_tools::unity::scenes::Scene;
    use unity_tools::unity::types::PageInfo;

    #[test]
    fn lists_unavailable_scene_with_a_note() {
        let scene = |index: u32, problem: Option<&str>| Scene {
            id: format!("scn:{index}"),
            name: "Main".to_owned(),
            path: "Assets/Main.unity".to_owned(),
            index,
            build_index: None,
            is_loaded: problem.is_none(),
            root_count: 3,
            problem: problem.map(str::to_owned),
        };
        let info = PageInfo {
            total: 9,
            next_offset: Some(2),
            next_cursor: None,
            scanned: None,
        };
        let reply = reply(
            vec![scene(0, None), scene(1, Some("a Git LFS pointer; run `git lfs pull`"))],
            &info,
        );
        assert_eq!(
            serde_json::to_string(reply.value().unwrap()).unwrap(),
            r#"{"Total":9,"Items":[{"Id":"scn:0","Name":"Main","Index":0,"IsLoaded":true,"RootCount":3,"Path":"Assets/Main.unity"},{"Id":"scn:1","Name":"Main","Index":1,"IsLoaded":false,"RootCount":3,"Path":"Assets/Main.unity"}],"NextOffset":2}"#
        );
        assert_eq!(
            reply.notes(),
            ["scn:1 (Assets/Main.unity): a Git LFS pointer; run `git lfs pull`"]
        );
    }
}
