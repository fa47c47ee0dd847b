//! The checks of the editor package that are written in Python, in the test double of the editor. Each program is one test.
//!
//! A check opens an editor, which compiles its project, and takes seconds. The gate therefore runs some of them, and
//! `cargo xtask breaking` runs all.

use anyhow::{Context, Result, ensure};
use std::process::Command;
use tests_support::editor::double;
use tests_support::unity_versions::COMPILED;
use tests_support::{environment, paths};

/// Runs the named checks of one program of `tests/unity/editor-checks`, or all with `UTH_BREAKING=full`.
///
/// # Errors
/// A check failed, or did not run.
fn check(program: &str, names: &[&str]) -> Result<()> {
    let what = format!("the checks of {program}");
    let Some(python) = environment::python(&what)? else {
        return Ok(());
    };
    let Some(folder) = double(&what, COMPILED)? else {
        return Ok(());
    };
    let is_full = environment::variable(environment::BREAKING).is_some_and(|scale| scale == "full");
    let output = Command::new(python)
        // No compiled files beside the sources.
        .arg("-B")
        .arg(paths::root().join("tests/unity/editor-checks").join(program))
        .args(names.iter().filter(|_| !is_full))
        .env("UNITY_DOUBLE", &folder)
        .env("UNITY_PACKAGE", folder.join("package"))
        .output()
        .with_context(|| format!("{program} does not start"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program}:\n{said}\n{errors}");
    for name in names {
        ensure!(said.contains(name), "{program} did not run {name}:\n{said}");
    }
    Ok(())
}

macro_rules! checks {
    ($($name:ident $program:literal [$($check:literal)+];)+) => {
        $(#[test]
        fn $name() -> Result<()> {
            check($program, &[$($check),+])
        })+
    };
}

checks! {
    assets_of_an_editor "assets.py" [
        "changes_build_on_each_other" "a_batch_that_fails_leaves_nothing" "a_foreign_change_stops_the_undo"
        "fields_of_assets_are_set" "overrides_are_applied_and_reverted" "added_parts_need_the_permission_for_their_types"
    ];
    builds_of_an_editor "long_work.py" ["a_player_is_built" "a_build_needs_saved_scenes_and_scripts_without_errors"];
    packages_of_an_editor "packages.py" ["packages_are_added_and_removed" "packages_need_the_switch_for_code"];
    play_mode_of_an_editor "play_mode.py" ["enters_without_domain_reload" "test_runs_and_changes_exclude_each_other" "a_test_run_ends_if_compile_errors_keep_it_from_play_mode"];
    scripts_of_an_editor "scripts.py" [
        "an_error_is_listed_and_repaired_by_the_next_write" "a_file_is_only_replaced_as_it_was_read"
        "a_killed_editor_fails_the_job_and_keeps_the_entry" "old_texts_are_deleted_first"
        "without_the_switch_nothing_is_written_or_undone"
    ];
    time_of_a_paused_editor "time_control.py" ["steps_a_paused_editor"];
}
