//! The tool `unity_status`, which describes the current target and the functions that are unavailable now.

use unity_tools::authoring::compilation::{self, Compilation};
use unity_tools::compiler;
use unity_tools::prelude::*;
use unity_tools::target_state::word_of;
use unity_tools::unity::project;
use unity_tools::unity::targets::{self, State, Target};

/// The capabilities that only a running Unity instance has, each with a phrase that describes it.
const OF_RUNNING: [(&str, &str); 6] = [
    ("code", "running C# and calling methods"),
    ("screenshot", "screenshots of the game"),
    ("editor-run", "menu items and test runs"),
    ("hooks-fire", "hooks that fire"),
    ("commands", "commands that the game announces"),
    ("play", "stopping and stepping game time, input"),
];

/// The prefix of the runtime's name in project facts by which a recording shows that it answers.
const REPLAY: &str = "replay of ";

/// The reason for a function that an instance does not have.
const NOT_OFFERED: &str = "the running Unity does not offer it";

/// Maximum number of problems of the project that the answer lists.
const PROBLEMS: usize = 5;

/// Maximum number of compiler errors that the answer lists.
const ERRORS: usize = 3;

/// Maximum bytes of these errors.
const ERROR_BYTES: usize = 4096;

/// The state of the target, which the tool `unity_status` returns.
#[output]
pub(crate) struct Status {
    /// Name of the project's folder or of the running Unity.
    target: String,
    /// `folder` (files), `live` (a running Unity) or `replay` (a recording).
    source: String,
    // `ready`, `loading`, or the state of an editor as in list_unitys.
    state: String,
    project: String,
    unity_version: String,
    scenes_loaded: u32,
    scenes: u32,
    objects_loaded: u32,
    /// Unsaved edits, see `list_edits`; absent if the editor is silent.
    #[serde(skip_serializing_if = "Option::is_none")]
    edits: Option<u32>,
    cannot: Vec<Cannot>,
    /// The first problems of reading the project: damaged or missing files.
    problems: Vec<String>,
    // Last compilation of the scripts; absent if no editor is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    compilation: Option<Compiled>,
}

/// The result of a compilation.
#[output]
pub(crate) struct Compiled {
    succeeded: bool,
    // The first errors, with path, line and column.
    errors: Vec<String>,
}

impl From<Compilation> for Compiled {
    fn from(last: Compilation) -> Self {
        let (mut errors, beyond) = compiler::error_lines(&last.diagnostics, ERROR_BYTES);
        let more = beyond + errors.len().saturating_sub(ERRORS) as u64;
        errors.truncate(ERRORS);
        if more > 0 {
            errors.push(format!("and {more} more"));
        }
        Self {
            succeeded: last.succeeded,
            errors,
        }
    }
}

/// A function that is unavailable now.
#[output]
pub(crate) struct Cannot {
    what: String,
    why: String,
}

impl Status {
    fn new(project: project::ProjectInfo) -> Self {
        let replayed = project.runtime.strip_prefix(REPLAY);
        let live = replayed.unwrap_or(&project.runtime) != "project";
        let why = match live {
            true => NOT_OFFERED,
            false => "needs a running Unity; this is a project folder",
        };
        let lacks = OF_RUNNING
            .iter()
            .filter(|(word, _)| !project.capabilities.iter().any(|known| known == word));
        let mut problems = project.problems;
        let more = problems.len().saturating_sub(PROBLEMS);
        problems.truncate(PROBLEMS);
        if more > 0 {
            problems.push(format!("and {more} more"));
        }
        Self {
            target: project.folder,
            source: match (replayed, live) {
                (Some(_), _) => "replay",
                (None, true) => "live",
                (None, false) => "folder",
            }
            .to_owned(),
            state: if project.ready { "ready" } else { "loading" }.to_owned(),
            project: project.product_name,
            unity_version: project.unity_version,
            scenes_loaded: project.scenes_loaded,
            scenes: project.scenes_total,
            objects_loaded: project.objects_loaded,
            edits: Some(project.session_edits),
            cannot: lacks
                .map(|(_, what)| Cannot {
                    what: (*what).to_owned(),
                    why: why.to_owned(),
                })
                .collect(),
            problems,
            compilation: None,
        }
    }

    /// Adds the facts about the target that receives the calls: its state, and the problems of a folder, such as that its
    /// editor has ended. If the folder answered in place of an instance, removes the facts of the folder alone.
    fn add_target(&mut self, target: Target) {
        match (self.source.as_str(), target.source.as_str()) {
            (_, "folder") => _ = self.problems.splice(0..0, target.problems),
            ("folder", _) => {
                self.problems.splice(0..0, target.problems);
                self.edits = None;
                for cannot in &mut self.cannot {
                    NOT_OFFERED.clone_into(&mut cannot.why);
                }
            }
            _ => {}
        }
        if let Some(state) = state_of_instance(&target.source, target.state) {
            self.state = state;
        }
    }
}

/// Returns the target that receives the calls.
fn chosen_target() -> Option<Target> {
    let targets = targets::list_targets().ok()?;
    targets.into_iter().find(|target| target.chosen)
}

/// Returns the state of an instance, if it is another one than `ready`. Its main thread may not run now, so that the folder
/// answers for it.
fn state_of_instance(source: &str, state: State) -> Option<String> {
    match (source, state) {
        ("folder", _) | (_, State::Ready) => None,
        // A game always plays.
        ("player", State::Playing) => None,
        (_, state) => Some(word_of(state)),
    }
}

/// Show which Unity is served, how much is loaded, what cannot be done now and why. Call it first. For the scenes call
/// list_scenes.
#[tool(category = "project")]
pub(crate) fn unity_status() -> Result<Status> {
    let mut status = Status::new(project::info()?);
    if status.source != "replay"
        && let Some(target) = chosen_target()
    {
        status.add_target(target);
    }
    if status.source != "folder" {
        // A game compiles nothing, and a busy editor answers later.
        let last = compilation::last().ok().flatten();
        status.compilation = last.map(Compiled::from);
    }
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(source: &str, state: State, problems: &[&str]) -> Target {
        Target {
            id: "Game@1a2b3c4d".to_owned(),
            source: source.to_owned(),
            project: "Game".to_owned(),
            path: None,
            unity_version: "2022.3.45f1".to_owned(),
            platform: "LinuxEditor".to_owned(),
            state,
            serves: Vec::new(),
            problems: problems.iter().map(|problem| (*problem).to_owned()).collect(),
            chosen: true,
        }
    }

    fn status(runtime: &str, problems: &[&str]) -> Status {
        Status::new(project::ProjectInfo {
            product_name: "Game".to_owned(),
            company_name: String::new(),
            product_version: String::new(),
            unity_version: "2022.3.45f1".to_owned(),
            runtime: runtime.to_owned(),
            platform: "Offline".to_owned(),
            is_playing: false,
            ready: true,
            scenes_total: 1,
            scenes_loaded: 1,
            objects_loaded: 1,
            session_edits: 0,
            folder: "Game".to_owned(),
            packages: Vec::new(),
            tags: Vec::new(),
            layers: Vec::new(),
            problems: problems.iter().map(|problem| (*problem).to_owned()).collect(),
            capabilities: vec!["scene".to_owned()],
            host_version: "0".to_owned(),
        })
    }

    #[test]
    fn problems_of_a_folder_begin_with_its_ended_editor() {
        let mut status = status("project", &["a damaged file"]);
        status.add_target(target("folder", State::Ready, &["its editor has ended"]));
        assert_eq!(status.problems, ["its editor has ended", "a damaged file"]);
        assert_eq!(status.state, "ready");
    }

    #[test]
    fn folder_in_place_of_a_blocked_editor_reports_no_facts_of_its_own() {
        let mut status = status("project", &[]);
        assert_eq!(status.edits, Some(0));
        status.add_target(target("editor", State::Blocked, &["a dialog may be open"]));
        assert_eq!((status.edits, status.state.as_str()), (None, "blocked"));
        assert!(status.cannot.iter().all(|cannot| cannot.why == NOT_OFFERED));
        assert_eq!(status.problems, ["a dialog may be open"]);
    }

    #[test]
    fn names_the_state_of_an_editor_that_plays_or_is_blocked() {
        for (source, state, expected) in [
            ("editor", State::Playing, Some("playing")),
            ("editor", State::Blocked, Some("blocked")),
            ("editor", State::Other("building".to_owned()), Some("building")),
            ("editor", State::Ready, None),
            ("player", State::Playing, None),
            ("player", State::Paused, Some("paused")),
            ("folder", State::Reloading, None),
        ] {
            let told = state_of_instance(source, state);
            assert_eq!(told.as_deref(), expected, "{source}");
        }
    }
}
