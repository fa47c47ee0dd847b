//! `GetVersion`: only versions, so that a client can check compatibility.

use schemars::JsonSchema;
use serde::Serialize;
use unity_tools::unity::project;
use unity_tools::{Cx, Effect, NoArgs, Reply, Tool, ToolError, ToolInfo};

/// Versions.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
pub struct Version {
    /// Version of the host.
    explorer_version: String,
    /// Version of the host.
    mcp_version: String,
    unity_version: String,
    /// `project` if project files are served, else the scripting runtime.
    runtime: String,
}

impl From<project::ProjectInfo> for Version {
    fn from(project: project::ProjectInfo) -> Self {
        Self {
            explorer_version: project.host_version.clone(),
            mcp_version: project.host_version,
            unity_version: project.unity_version,
            runtime: project.runtime,
        }
    }
}

/// The tool.
pub struct GetVersion;

impl Tool for GetVersion {
    type Args = NoArgs;
    type Output = Version;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("GetVersion");

    fn info() -> ToolInfo {
        ToolInfo::new("Show the versions of the host and of Unity.")
            .title("Version")
            .category("project")
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<Version>, ToolError> {
        Ok(Version::from(project::info()?).into())
    }
}
