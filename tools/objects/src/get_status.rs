//! `GetStatus` and `unity://status`: what is served, and in which state it is.

use schemars::JsonSchema;
use serde::Serialize;
use unity_tools::unity::{project, selection};
use unity_tools::{Contents, Cx, Effect, NoArgs, Reply, Resource, ResourceInfo, Tool, ToolError, ToolInfo};

/// How many of the project's problems are told here.
const PROBLEMS_SHOWN: usize = 10;

/// The state of the host and of Unity.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
pub struct Status {
    /// Version of the host.
    version: String,
    unity_version: String,
    /// `Offline` where project files are served without a running Unity.
    platform: String,
    /// `project` where project files are served, else the scripting runtime.
    runtime: String,
    /// Version of the host.
    explorer_version: String,
    /// At least one scene is loaded.
    ready: bool,
    scenes_loaded: u32,
    /// Ids of the selected objects, newest first.
    selection: Vec<String>,
    /// Successful writes of this session.
    session_edits: u64,
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

fn read() -> Result<Reply<Status>, ToolError> {
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
    for note in shown(&problems) {
        reply = reply.note(note);
    }
    Ok(reply)
}

/// The first problems, and how many more there are.
fn shown(problems: &[String]) -> Vec<String> {
    let mut notes: Vec<String> = problems.iter().take(PROBLEMS_SHOWN).cloned().collect();
    if problems.len() > PROBLEMS_SHOWN {
        notes.push(format!(
            "and {} more problems of the project",
            problems.len() - PROBLEMS_SHOWN
        ));
    }
    notes
}

/// The tool.
pub struct GetStatus;

impl Tool for GetStatus {
    type Args = NoArgs;
    type Output = Status;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("GetStatus");

    fn info() -> ToolInfo {
        ToolInfo::new("Tells which Unity is served, whether scenes are loaded, and what is selected.")
            .title("Status")
            .category("project")
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<Status>, ToolError> {
        read()
    }
}

/// The resource.
pub struct StatusResource;

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

    fn read(_: NoArgs, _: &Cx) -> Result<Contents, ToolError> {
        read()?.into_contents()
    }
}

#[cfg(test)]
mod tests {
    use super::{PROBLEMS_SHOWN, shown};

    #[test]
    fn tells_how_many_problems_are_not_shown() {
        let problems: Vec<String> = (0..PROBLEMS_SHOWN + 3).map(|n| format!("p{n}")).collect();
        let notes = shown(&problems);
        assert_eq!(notes.len(), PROBLEMS_SHOWN + 1);
        assert!(notes[PROBLEMS_SHOWN].contains("3 more"));
        assert_eq!(shown(&problems[..2]), problems[..2]);
    }
}
