//! Which project the program serves, and what it says of that at its start.

use super::{Serving, fails, program, serve, text};
use std::path::Path;

fn make_project(folder: &Path) {
    for part in ["Assets", "ProjectSettings"] {
        std::fs::create_dir_all(folder.join(part)).unwrap();
    }
}

#[test]
fn stdio_requires_a_project_unless_sample_or_live_is_set() {
    let folder = tempfile::tempdir().unwrap();
    let message = fails(program(folder.path(), "stdio"), 2);
    for part in ["there is no Unity project in", "--project DIR", "--sample"] {
        assert!(message.contains(part), "no {part:?} in {message}");
    }
    for allowed in [&["--sample"][..], &["--set", "unity.live=true"]] {
        let output = program(folder.path(), "stdio").args(allowed).output().unwrap();
        assert!(output.status.success(), "{allowed:?}: {}", text(&output.stderr));
    }
    make_project(folder.path());
    let output = program(folder.path(), "stdio").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut both = program(folder.path(), "stdio");
    both.args(["--sample", "--set", "project.path='.'"]);
    assert!(fails(both, 2).contains("only one is served"));
}

/// The first line after those that say where the host listens, of which there is one for each address.
fn first_line(serving: &mut Serving) -> String {
    serving.wait_for_log("listening");
    loop {
        let line = serving.wait_for_log("");
        if !line.contains("listening") {
            return line;
        }
    }
}

#[test]
fn first_log_line_names_project_policy_and_tool_counts() {
    let folder = tempfile::tempdir().unwrap();
    let mut sample = Serving::start(serve(folder.path()));
    let line = first_line(&mut sample);
    for part in [
        "WARN",
        "serving",
        "the embedded sample",
        "there is no Unity project in",
        "--sample",
        "read-only",
        "0 listed to MCP clients (profile standard), 0 callable",
    ] {
        assert!(line.contains(part), "no {part:?} in {line}");
    }
    // Two hosts with one data folder would warn of each other between these lines.
    drop(sample);
    let mut command = serve(folder.path());
    command.args(["--sample", "--set", "policy.allow-writes=true"]);
    let line = first_line(&mut Serving::start(command));
    assert!(line.contains("INFO") && line.contains("the embedded sample"), "{line}");
    assert!(line.contains("writes allowed, each confirmed"), "{line}");
    let game = folder.path().join("Game");
    make_project(&game);
    let mut command = serve(folder.path());
    command.arg("--project").arg(&game);
    let line = first_line(&mut Serving::start(command));
    assert!(
        line.contains("INFO") && line.contains(&game.display().to_string()),
        "{line}"
    );
}

#[test]
fn unknown_profile_exits_2_and_lists_known_profiles() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["serve", "stdio", "list"] {
        let mut unknown = program(folder.path(), command);
        unknown.args(["--sample", "--profile", "standart"]);
        let message = fails(unknown, 2);
        for part in [
            "`policy.profile` is \"standart\"",
            "did you mean `standard`?",
            "there are all, offline, standard, live",
        ] {
            assert!(message.contains(part), "{command}: no {part:?} in {message}");
        }
    }
}

/// A command of a copy of the program, run by a user that may be refused something: who may read everything is refused nothing. Everyone
/// may write the folder.
#[cfg(unix)]
fn as_nobody(folder: &Path, command: &std::process::Command) -> std::process::Command {
    use std::os::unix::process::CommandExt as _;
    const NOBODY: u32 = 65534;
    chmod(folder, 0o777);
    // Where no other user may read the program's own folder, a copy is started.
    let copy = folder.join("program");
    std::fs::copy(tests_support::paths::binary().unwrap(), &copy).unwrap();
    let mut other = std::process::Command::new(&copy);
    other.args(command.get_args()).current_dir(folder);
    other.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    other.stdin(std::process::Stdio::null());
    if rustix::process::geteuid().is_root() {
        other.uid(NOBODY).gid(NOBODY);
    }
    other
}

#[cfg(unix)]
fn chmod(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Nothing in the folder changes besides.
#[cfg(target_os = "linux")]
#[test]
fn clears_the_problem_once_a_folder_is_readable_again() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("Game");
    make_project(&game);
    let locked = game.join("Assets/Locked");
    std::fs::create_dir(&locked).unwrap();
    let mut command = serve(folder.path());
    command.arg("--project").arg(&game);
    let mut serving = Serving::start(as_nobody(folder.path(), &command));
    for _ in 0..2 {
        chmod(&locked, 0o000);
        let line = serving.wait_for_log("could not be read");
        assert!(line.contains("Assets/Locked"), "{line}");
        chmod(&locked, 0o755);
        serving.wait_for_log("the problem is gone");
    }
}

#[cfg(unix)]
#[test]
fn reports_permission_denied_for_an_unreadable_project() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("Game");
    make_project(&game);
    for (path, refused) in [(game.join("Assets"), "list"), (game.clone(), "examine")] {
        chmod(&path, 0o000);
        let mut command = serve(folder.path());
        command.arg("--project").arg(&game);
        let message = fails(as_nobody(folder.path(), &command), 2);
        chmod(&path, 0o755);
        let assets = game.join("Assets");
        for part in [
            "cannot open the Unity project in",
            &format!("cannot {refused} {}", assets.display()),
            "Permission denied (os error 13)",
        ] {
            assert!(message.contains(part), "no {part:?} in {message}");
        }
        assert!(!message.contains("no Unity project"), "{message}");
    }
}
