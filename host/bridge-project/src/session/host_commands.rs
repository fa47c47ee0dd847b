//! Errors for commands that a session of a project folder cannot run.

use host_bridge::{BridgeError, BridgeErrorKind, Command};
use host_exports_folder::PicturePath;
use host_project_query::needs_unity::needs_unity_error;
use host_scripts_folder::quote_shortened;

pub(super) fn needs_unity(command: &Command) -> BridgeError {
    let what = match command {
        Command::Screenshot { output_path, .. } => return screenshot(output_path.as_deref()),
        Command::Evaluate { .. } => "Running C#",
        Command::ExecuteMenuItem { path } => &format!("The menu item {}", quote_shortened(path)),
        Command::RunTests { .. } => "A test run",
        Command::LastCompilation => "The compilation of the scripts",
        Command::RefreshAssets => "Importing changed files",
        Command::ChangePackages { .. } => "A change of packages",
        Command::BuildPlayer { .. } => "A build of a player",
        Command::GetClock | Command::FrameStats { .. } => "Game time",
        Command::SetPlayMode { .. } => "Play mode",
        Command::Freeze { .. } | Command::Step { .. } => "Stopping and stepping game time",
        Command::Act { .. } => "Input",
        Command::RunCommand { name, .. } => &format!("The command `{name}`"),
        // The bridge answers the other commands without its session.
        other => {
            let message = format!(
                "a session received {}, which it does not run",
                other.function().method()
            );
            return BridgeError::new(BridgeErrorKind::Internal, message);
        }
    };
    needs_unity_error(what)
}

fn screenshot(output_path: Option<&str>) -> BridgeError {
    match output_path.map(PicturePath::parse) {
        Some(Err(error)) => error,
        Some(Ok(_)) | None => needs_unity_error("A screenshot"),
    }
}

#[cfg(test)]
mod tests {
    use super::screenshot;
    use crate::options::ProjectOptions;
    use crate::session::Session;
    use host_bridge::BridgeErrorKind::{Internal, InvalidArgument, NotReady};
    use host_bridge::Command;
    use serde_json::value::{RawValue, to_raw_value};
    use tests_projects::TinyProject;

    #[derive(serde::Deserialize)]
    struct Call<'c> {
        #[serde(rename = "fn")]
        method: &'c str,
        #[serde(borrow)]
        args: Option<&'c RawValue>,
    }

    #[test]
    fn session_runs_every_command_except_bridge_commands() {
        let nothing = to_raw_value(&serde_json::json!({})).expect("JSON");
        let project = TinyProject::new();
        let options = ProjectOptions::new(project.root());
        let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
        for line in include_str!("../../../../tests/fixtures/bridge/commands.jsonl").lines() {
            let Call { method, args } = serde_json::from_str(line).expect("a call");
            let command = Command::from_call(method, args.unwrap_or(&nothing)).expect("a command");
            let is_of_bridge = matches!(command, Command::ListTargets | Command::ChooseTarget { .. });
            let outcome = session.dispatch(command, None);
            let is_unknown = outcome.is_err_and(|error| error.kind == Internal && error.message.contains(method));
            assert_eq!(is_unknown, is_of_bridge, "{method}");
        }
    }

    #[test]
    fn checks_screenshot_path_first() {
        for (path, kind) in [
            (None, NotReady),
            (Some("shots/now.png"), NotReady),
            (Some("../a.png"), InvalidArgument),
        ] {
            assert_eq!(screenshot(path).kind, kind, "{path:?}");
        }
    }
}
