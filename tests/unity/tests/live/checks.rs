//! The checks of the editor package that are written in Python, in the test double of the editor. Each program is one test.

use anyhow::{Context, Result, ensure};
use std::process::Command;
use tests_support::editor::double;
use tests_support::unity_versions::COMPILED;
use tests_support::{environment, paths};

/// Runs one program of `tests/unity/editor-checks` with the double and the package; prints what it printed.
fn check(program: &str) -> Result<()> {
    let what = format!("the checks of {program}");
    let Some(python) = environment::python(&what)? else {
        return Ok(());
    };
    let Some(folder) = double(&what, COMPILED)? else {
        return Ok(());
    };
    let output = Command::new(python)
        // No compiled files beside the sources.
        .arg("-B")
        .arg(paths::root().join("tests/unity/editor-checks").join(program))
        .env("UNITY_DOUBLE", &folder)
        .env("UNITY_PACKAGE", folder.join("package"))
        .output()
        .with_context(|| format!("{program} does not start"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program}:\n{said}\n{errors}");
    // A program without a check would succeed, too.
    ensure!(!said.trim().is_empty(), "{program} says nothing");
    println!("{said}");
    Ok(())
}

macro_rules! checks {
    ($($name:ident $program:literal)+) => {
        $(#[test]
        fn $name() -> Result<()> {
            check($program)
        })+
    };
}

checks! {
    assets_of_an_editor "assets.py"
    compiler_messages_of_an_editor "console.py"
    long_work_of_an_editor "long_work.py"
    picks_of_an_editor "picking.py"
    pictures_of_an_editor "pictures.py"
    play_mode_of_an_editor "play_mode.py"
    scripts_of_an_editor "scripts.py"
    states_of_an_editor "states.py"
    time_of_an_editor "time_control.py"
}
