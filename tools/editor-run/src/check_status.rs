//! The tool `check_status`, which confirms that the server answers, and identifies the Unity instance that it serves.

use unity_tools::Content;
use unity_tools::prelude::*;
use unity_tools::unity::project::{self, ProjectInfo};

/// The text in the answer by which clients recognize a running server.
const RUNNING: &str = "Server is running";

/// The state of the server, which the tool `check_status` returns. Values of Unity are null if Unity does not answer.
#[output]
#[derive(Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    /// Always true: a stopped server does not answer.
    running: bool,
    unity_version: Option<String>,
    /// Name of the project's folder.
    project: Option<String>,
    /// `project` if only project files are served, else the scripting runtime of a running Unity.
    bridge: Option<String>,
    /// True if Unity is in play mode.
    is_playing: bool,
    /// True if at least one scene is loaded.
    ready: bool,
}

/// Creates the answer. The server counts as running even if Unity reports an error.
pub(crate) fn reply(told: Result<ProjectInfo>) -> Reply<Status> {
    let reply = match told {
        Ok(info) => Reply::new(Status {
            running: true,
            unity_version: Some(info.unity_version),
            project: Some(info.folder),
            bridge: Some(info.runtime),
            is_playing: info.is_playing,
            ready: info.ready,
        }),
        Err(problem) => Reply::new(Status {
            running: true,
            ..Status::default()
        })
        .note(format!("Unity cannot be asked: {problem}")),
    };
    reply.with(Content::text(RUNNING))
}

/// Check if the MCP server is running
#[tool(title = "Check status", category = "editor")]
pub(crate) fn check_status() -> Result<Reply<Status>> {
    Ok(reply(project::info().map_err(ToolError::from)))
}
