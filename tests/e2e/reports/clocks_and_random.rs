//! Report 13: clocks and random numbers of tools in JavaScript and Python.
//!
//! The bundles in `tests/fixtures/stumbles` are built and called by `authors::wrong::javascript_mistakes_report_cause_and_remedy`,
//! `typescript_mistakes_report_cause_and_remedy` and `python_mistakes_report_cause_and_remedy`: three calls draw three numbers (`roll`),
//! clocks and UUIDs work (`system`), and files and sockets raise an error that the tool can catch (`caught`, `file`). Here: the README that
//! `new` writes says what a component has.

use anyhow::{Context, Result, ensure};
use std::process::Stdio;
use tests_support::paths;
use tokio::process::Command;

#[tokio::test]
async fn new_bundle_readme_lists_available_and_missing_features() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    for (language, has, lacks) in [
        (
            "js",
            ["`Date`", "`Math.random`"],
            [
                "no files, network, environment or timers",
                "`setTimeout`",
                "`fetch`",
                "`process`",
            ],
        ),
        (
            "ts",
            ["`Date`", "`Math.random`"],
            [
                "no files, network, environment or timers",
                "`setTimeout`",
                "`fetch`",
                "`process`",
            ],
        ),
        (
            "python",
            ["`time`", "`random`"],
            [
                "no files, network, processes",
                "`open()`",
                "`socket.socket()`",
                "`OSError`",
            ],
        ),
    ] {
        let output = Command::new(paths::binary()?)
            .args(["new", &format!("made-{language}"), "--language", language])
            .current_dir(scratch.path())
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await?;
        ensure!(output.status.success(), "{output:?}");
        let text = std::fs::read_to_string(scratch.path().join(format!("made-{language}/README.md")))?;
        let from = text.find("It has clocks and random numbers").context("the list")?;
        let (paragraph, _) = text.split_at(from).1.split_once("\n\n").context("its end")?;
        for word in has.into_iter().chain(lacks) {
            ensure!(paragraph.contains(word), "{language}: no {word} in {paragraph}");
        }
    }
    Ok(())
}
