//! The tool `project.info` and the resource `unity://project/info`, which return facts about the whole project.

use unity_tools::prelude::*;
use unity_tools::unity::project;
use unity_tools::{Contents, NoArgs, Resource, ResourceInfo};

/// Maximum number of problems of the project that the answer contains as notes.
const PROBLEMS_SHOWN: usize = 10;

/// Facts about the project, which the tool `project.info` returns.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Info {
    /// Name of the project's folder.
    project_name: String,
    product_name: String,
    company_name: String,
    product_version: String,
    unity_version: String,
    /// Unity's platform; `Offline` if only project files are served.
    platform: String,
    is_playing: bool,
    scenes: Scenes,
    /// Number of objects in the loaded scenes.
    objects_loaded: u32,
    /// Number of unsaved edits.
    session_edits: u32,
    packages: Vec<Package>,
    tags: Vec<String>,
    /// Layers that have a name.
    layers: Vec<Layer>,
    /// Capabilities of the bridge to Unity.
    capabilities: Vec<String>,
    host_version: String,
}

/// Numbers of scenes.
#[output]
pub(crate) struct Scenes {
    total: u32,
    loaded: u32,
}

/// A package that the project declares.
#[output]
pub(crate) struct Package {
    name: String,
    version: String,
}

/// A named layer.
#[output]
pub(crate) struct Layer {
    index: u32,
    name: String,
}

impl From<project::ProjectInfo> for Info {
    fn from(info: project::ProjectInfo) -> Self {
        let packages = info.packages.into_iter();
        let layers = (0..).zip(info.layers).filter(|(_, name)| !name.is_empty());
        Self {
            project_name: info.folder,
            product_name: info.product_name,
            company_name: info.company_name,
            product_version: info.product_version,
            unity_version: info.unity_version,
            platform: info.platform,
            is_playing: info.is_playing,
            scenes: Scenes {
                total: info.scenes_total,
                loaded: info.scenes_loaded,
            },
            objects_loaded: info.objects_loaded,
            session_edits: info.session_edits,
            packages: packages.map(|(name, version)| Package { name, version }).collect(),
            tags: info.tags,
            layers: layers.map(|(index, name)| Layer { index, name }).collect(),
            capabilities: info.capabilities,
            host_version: info.host_version,
        }
    }
}

/// Show the project's names and versions, packages, tags, layers and scene counts.
#[tool(name = "project.info", title = "Project info", category = "project")]
pub(crate) fn project_info() -> Result<Reply<Info>> {
    let mut info = project::info()?;
    let problems = std::mem::take(&mut info.problems);
    Ok(Reply::new(Info::from(info)).note_first(problems, PROBLEMS_SHOWN, "problems of the project"))
}

/// The MCP resource `unity://project/info`, which describes the project and its settings.
pub(crate) struct ProjectResource;

impl Resource for ProjectResource {
    type Params = NoArgs;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://project/info",
            "project info",
            "The project's names and versions, packages, tags, layers and scene counts.",
        )
        .json::<Info>()
        .listed_last()
    }

    fn read(_: NoArgs, _: &Cx) -> Result<Contents> {
        project_info()?.into_contents()
    }
}
