//! The tool `GetVersion`, which returns versions, so that a client can check compatibility.

use unity_tools::prelude::*;
use unity_tools::unity::project;

/// The versions of the host and of Unity, which the tool `GetVersion` returns.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Version {
    /// Version of the host.
    explorer_version: String,
    /// Version of the host.
    mcp_version: String,
    unity_version: String,
    /// `project` if only project files are served, else the scripting runtime.
    runtime: String,
}

/// Show the versions of the host and of Unity.
#[tool(name = "GetVersion", title = "Version", category = "project")]
pub(crate) fn get_version() -> Result<Version> {
    let project = project::info()?;
    Ok(Version {
        explorer_version: project.host_version.clone(),
        mcp_version: project.host_version,
        unity_version: project.unity_version,
        runtime: project.runtime,
    })
}
