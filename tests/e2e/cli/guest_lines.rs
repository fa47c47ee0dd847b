//! What guests say while `call` runs one: their log lines by level, their progress, where one panicked, and why nothing ran.

use super::{Cli, ProgramOutput};
use crate::guests;
use anyhow::{Context, Result, ensure};
use tests_support::paths;

async fn call(tool: &str, arguments: &str, more: &[&str]) -> Result<ProgramOutput> {
    let echo = paths::fixture_bundle(guests::ECHO)?;
    let echo = echo.to_str().context("a plain path")?;
    let words = [&["call", tool, arguments, "--tools", echo], more].concat();
    Cli::new()?.run(&words).await
}

fn line<'s>(said: &'s ProgramOutput, words: &[&str]) -> Option<&'s str> {
    let holds = |line: &&str| words.iter().all(|word| line.contains(word));
    said.errors.lines().find(holds)
}

#[tokio::test]
async fn call_shows_the_log_lines_of_guests_by_level() -> Result<()> {
    let text = r#"{"text":"the bridge is out"}"#;
    let warning = ["WARN", "the bridge is out", "say", "warning"];
    let info = ["INFO", "the bridge is out", "say", "info"];
    let said = call("say", text, &["--log", "info"]).await?;
    ensure!(said.code == Some(0), "{}", said.errors);
    ensure!(
        line(&said, &info).is_some() && line(&said, &warning).is_some(),
        "{}",
        said.errors
    );
    let said = call("say", text, &[]).await?;
    ensure!(
        line(&said, &info).is_none() && line(&said, &warning).is_some(),
        "unasked, only what is wrong: {}",
        said.errors
    );
    Ok(())
}

#[tokio::test]
async fn call_reports_a_guest_panic_with_its_location() -> Result<()> {
    let said = call("panic", "{}", &[]).await?;
    ensure!(said.code == Some(1), "{}", said.errors);
    ensure!(
        line(&said, &["panicked at ", "badly.rs:", ": the guest panics, as asked"]).is_some(),
        "{}",
        said.errors
    );
    Ok(())
}

#[tokio::test]
async fn call_prints_progress_and_reports_errors_without_server_hints() -> Result<()> {
    let four = r#"{"count":4}"#;
    let said = call("steps", four, &["--log", "info"]).await?;
    ensure!(said.code == Some(0), "{}", said.errors);
    for words in [["INFO", "progress 1 of 4: step 1"], ["INFO", "progress 4 of 4: step 4"]] {
        ensure!(line(&said, &words).is_some(), "{}", said.errors);
    }
    let said = call("steps", four, &[]).await?;
    ensure!(line(&said, &["progress"]).is_none(), "unasked: {}", said.errors);
    let taken = r#"bundles.echo.tools.deny=["steps"]"#;
    for (tool, more, words) in [
        (
            "stepz",
            &[][..],
            ["steps?", "`unity-tool-host list` with the same flags"],
        ),
        (
            "steps",
            &["--set", taken],
            ["remove `steps` from `deny`", "refused by bundles.tools"],
        ),
    ] {
        let said = call(tool, four, more).await?;
        ensure!(said.code == Some(1), "{}", said.errors);
        for word in words {
            ensure!(said.errors.contains(word), "no {word:?} in: {}", said.errors);
        }
        ensure!(!said.errors.contains("/health"), "there is no server: {}", said.errors);
    }
    Ok(())
}
