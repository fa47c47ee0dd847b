//! The tool `GetStatus` and the resource `unity://status`: the state of the host and of the served Unity instance.

use unity_tools::prelude::*;
use unity_tools::unity::{project, selection};
use unity_tools::{Contents, NoArgs, Resource, ResourceInfo};

/// Maximum number of problems of the project that the answer contains as notes.
const PROBLEMS_SHOWN: usize = 10;

/// The state of the host and of Unity, which the tool `GetStatus` returns.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Status {
    /// Version of the host.
    version: String,
    unity_version: String,
    /// Unity's platform; `Offline` if only project files are served.
    platform: String,
    /// `project` if only project files are served, else the scripting runtime.
    runtime: String,
    /// Version of the host.
    explorer_version: String,
    /// True if at least one scene is loaded.
    ready: bool,
    scenes_loaded: u32,
    /// Ids of the selected objects, newest first.
    selection: Vec<String>,
    /// Number of unsaved edits.
    session_edits: u32,
}

impl Status {
    fn new(project: project::ProjectInfo, selection: Vec<String>) -> Self {
        Self {
            version: project.host_version.clone(),
            unity_version: project.unity_version,
            platform: project.platform,
            runtime: project.runtime,
            explorer_version: project.host_version,
            ready: project.ready,
            scenes_loaded: project.scenes_loaded,
            selection,
            session_edits: project.session_edits,
        }
    }
}

/// Show which Unity is served, whether scenes are loaded, and what is selected.
#[tool(name = "GetStatus", title = "Status", category = "project")]
pub(crate) fn get_status() -> Result<Reply<Status>> {
    let mut project = project::info()?;
    let problems = std::mem::take(&mut project.problems);
    let (selected, unread) = match selection::get() {
        Ok(selected) => (selected.items, None),
        Err(problem) => (Vec::new(), Some(ToolError::from(problem))),
    };
    let mut reply = Reply::new(Status::new(project, selected));
    if let Some(problem) = unread {
        reply = reply.note(format!("the selection could not be read: {problem}"));
    }
    Ok(reply.note_first(problems, PROBLEMS_SHOWN, "problems of the project"))
}

/// The MCP resource `unity://status`, which describes the state of the host and of Unity.
pub(crate) struct StatusResource;

impl Resource for StatusResource {
    type Params = NoArgs;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://status",
            "status",
            "Which Unity is served and in which state it is.",
        )
        .json::<Status>()
    }

    fn read(_: NoArgs, _: &Cx) -> Result<Contents> {
        get_status()?.into_contents()
    }
}

#[cfg(test)]
mod tests {
    use super::Status;
    use unity_tools::unity::project::ProjectInfo;

    #[test]
    fn status_has_eight_fields_and_session_edit_count() {
        let project = ProjectInfo {
            product_name: "P".to_owned(),
            company_name: "C".to_owned(),
            product_version: "1".to_owned(),
            unity_version: "2022.3.45f1".to_owned(),
            runtime: "project".to_owned(),
            platform: "Offline".to_owned(),
            is_playing: false,
            ready: true,
            scenes_total: 2,
            scenes_loaded: 1,
            objects_loaded: 9,
            session_edits: 3,
            folder: "p".to_owned(),
            packages: Vec::new(),
            tags: Vec::new(),
            layers: Vec::new(),
            problems: Vec::new(),
            capabilities: Vec::new(),
            host_version: "0.1.0".to_owned(),
        };
        assert_eq!(
            serde_json::to_string(&Status::new(project, vec!["obj:1".to_owned()])).unwrap(),
            r#"{"Version":"0.1.0","UnityVersion":"2022.3.45f1","Platform":"Offline","Runtime":"project","ExplorerVersion":"0.1.0","Ready":true,"ScenesLoaded":1,"Selection":["obj:1"],"SessionEdits":3}"#
        );
    }
}
