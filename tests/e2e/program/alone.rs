//! The program by itself: one file that was copied somewhere, without anything of its build beside it.

use super::text;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tests_support::paths;

/// Runs `program` in its own folder, with empty folders for what it writes.
fn run(program: &Path, arguments: &[&str]) -> Output {
    let folder = program.parent().unwrap();
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments);
    for (key, name) in [("DATA_DIR", "data"), ("CACHE_DIR", "cache")] {
        command.env(format!("UNITY_TOOL_HOST_SERVER_{key}"), folder.join(name));
    }
    command.stdin(Stdio::null()).output().unwrap()
}

fn copy_program(folder: &Path) -> std::path::PathBuf {
    // Three folders deep: above that nothing is looked for.
    let deep = folder.join("a").join("b").join("c");
    std::fs::create_dir_all(&deep).unwrap();
    let copy = deep.join("program");
    std::fs::copy(paths::binary().unwrap(), &copy).unwrap();
    copy
}

/// Ids of the bundled tools, as their folders are called.
fn bundled_ids() -> Vec<String> {
    let folders = std::fs::read_dir(paths::components())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let bundles = folders.filter(|folder| folder.join("bundle.toml").is_file());
    bundles
        .map(|folder| folder.file_name().unwrap().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn copied_program_lists_embedded_tools_and_calls_one() {
    let folder = tempfile::tempdir().unwrap();
    let program = copy_program(folder.path());
    // A folder of that name beside it takes no part: it could be anybody's.
    std::fs::create_dir(program.parent().unwrap().join("components")).unwrap();
    let alone = run(&program, &["list", "--json"]);
    assert!(alone.status.success(), "{}", text(&alone.stderr));
    let components = paths::components();
    let beside = run(&program, &["list", "--json", "--bundled", components.to_str().unwrap()]);
    assert!(beside.status.success(), "{}", text(&beside.stderr));
    let read = |output: &Output| serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap();
    let (alone, beside) = (read(&alone), read(&beside));
    assert!(alone.as_array().is_some_and(|tools| tools.len() > 50), "{alone}");
    assert_eq!(
        alone,
        beside,
        "the program has other components than {}; build it with `cargo xtask components`",
        components.display()
    );
    let called = run(&program, &["call", "list_scenes", "{}", "--sample"]);
    assert!(called.status.success(), "{}", text(&called.stderr));
    assert!(
        text(&called.stdout).contains("Assets/Scenes/Main.unity"),
        "{}",
        text(&called.stdout)
    );
}

#[test]
fn every_command_rejects_an_empty_bundles_folder() {
    let folder = tempfile::tempdir().unwrap();
    let program = copy_program(folder.path());
    let none = folder.path().join("none");
    std::fs::create_dir(&none).unwrap();
    let none = none.to_str().unwrap();
    for command in [
        &["list"][..],
        &["serve", "--check"],
        &["serve", "--listen", "127.0.0.1:0"],
    ] {
        let refused = run(&program, &[command, &["--bundled", none]].concat());
        let message = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{command:?}: {message}");
        assert!(
            message.contains("there is no bundle in") && message.contains("--no-bundled"),
            "{message}"
        );
        assert!(refused.stdout.is_empty(), "{}", text(&refused.stdout));
    }
}

#[test]
fn list_follows_the_profile_and_labels_its_tool_counts() {
    let folder = tempfile::tempdir().unwrap();
    let program = copy_program(folder.path());
    let components = paths::components();
    let list = |profile: &[&str]| {
        let listed = run(
            &program,
            &[&["list", "--bundled", components.to_str().unwrap()], profile].concat(),
        );
        assert!(listed.status.success(), "{}", text(&listed.stderr));
        (text(&listed.stdout).lines().count(), text(&listed.stderr))
    };
    let (all, said) = list(&[]);
    let (standard, _) = list(&["--profile", "standard"]);
    let (one, _) = list(&["--profile", "inspect"]);
    assert_eq!(list(&["--profile", "all"]).0, all);
    assert!(0 < one && one < standard && standard < all, "{one} {standard} {all}");
    let counts = format!("{all} tools can be called; MCP clients are listed {standard} of them (profile standard)");
    assert!(said.contains(&counts), "no {counts:?} in {said}");
}

/// Each example runs on the sample, and nothing else is wrong with what the host brings itself.
#[test]
fn check_finds_no_fault_in_any_bundled_tool() {
    let folder = tempfile::tempdir().unwrap();
    let program = copy_program(folder.path());
    for id in bundled_ids() {
        let bundle = paths::components().join(&id);
        let checked = run(&program, &["check", bundle.to_str().unwrap(), "--json"]);
        let found: serde_json::Value = serde_json::from_slice(&checked.stdout)
            .unwrap_or_else(|error| panic!("{id}: {error}: {} {}", text(&checked.stdout), text(&checked.stderr)));
        let faults: Vec<_> = found["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|finding| finding["kind"] == "fault")
            .collect();
        assert!(faults.is_empty() && found["ok"] == true, "{id}: {faults:#?}");
        assert!(checked.status.success(), "{id}: {}", text(&checked.stderr));
    }
}
