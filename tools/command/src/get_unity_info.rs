//! The tool `get_unity_info` and the resource `unity://info`: the Unity version, the project and its loaded scenes.

use unity_tools::prelude::*;
use unity_tools::unity::project;
use unity_tools::unity::scenes::{self, SceneFilter};
use unity_tools::{Contents, NoArgs, Resource, ResourceInfo};

/// Maximum number of loaded scenes that the answer lists.
const MOST_SCENES: u32 = 200;

/// Maximum number of problems of the project that the answer contains as notes.
const PROBLEMS_SHOWN: usize = 5;

/// Facts about Unity and the project, which the tool `get_unity_info` returns.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Info {
    unity_version: String,
    /// Unity's platform; `Offline` if only project files are served.
    platform: String,
    is_playing: bool,
    /// Names of the loaded scenes.
    active_scenes: Vec<String>,
    project_name: String,
    product_name: String,
    product_version: String,
    /// Capabilities of the bridge to Unity.
    capabilities: Vec<String>,
}

/// Show Unity's version and platform, the project, and the loaded scenes.
#[tool(category = "command")]
pub(crate) fn get_unity_info() -> Result<Reply<Info>> {
    let info = project::info()?;
    let filter = SceneFilter {
        loaded_only: true,
        ..SceneFilter::default()
    };
    let page = Limit::<MOST_SCENES>::default().page(0);
    let (loaded, page) = scenes::list_scenes(&filter, &page)?;
    Ok(reply(info, loaded, page.total))
}

/// The MCP resource `unity://info`, which describes Unity, the project and the loaded scenes.
pub(crate) struct InfoResource;

impl Resource for InfoResource {
    type Params = NoArgs;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://info",
            "Unity info",
            "Unity's version and platform, the project, and the loaded scenes.",
        )
        .json::<Info>()
        .listed_last()
    }

    fn read(_: NoArgs, _: &Cx) -> Result<Contents> {
        get_unity_info()?.into_contents()
    }
}

pub(crate) fn reply(info: project::ProjectInfo, loaded: Vec<scenes::Scene>, total: u32) -> Reply<Info> {
    let left_out = total.saturating_sub(loaded.len() as u32);
    let reply = Reply::new(Info {
        unity_version: info.unity_version,
        platform: info.platform,
        is_playing: info.is_playing,
        active_scenes: loaded.into_iter().map(|scene| scene.name).collect(),
        project_name: info.folder,
        product_name: info.product_name,
        product_version: info.product_version,
        capabilities: info.capabilities,
    })
    .note_first(info.problems, PROBLEMS_SHOWN, "problems of the project");
    if left_out == 0 {
        return reply;
    }
    reply.note(format!("{left_out} more scenes are loaded; ListScenes lists them"))
}
