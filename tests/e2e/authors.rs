//! Authors of tools: what they type, in a folder outside of this checkout, and what `check` has against a bundle.
//!
//! Belongs here: commands, and what is typed wrong. Does not: each language's way to an answer (`languages`), what serves it
//! afterwards.

#[cfg(unix)]
mod dev;
#[cfg(unix)]
mod examples;
#[cfg(unix)]
mod languages;

#[cfg(unix)]
mod packages;
mod wrong;

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::host::shared_cache;
use tests_support::{environment, paths};
use tokio::process::Command;

/// What a program said and how it ended.
#[derive(Clone)]
struct ProgramOutput {
    code: Option<i32>,
    output: String,
    errors: String,
}

/// Where an author's programs are found: the host, and what Python packages bring.
fn path() -> Result<OsString> {
    let binary = paths::binary()?;
    let beside = binary.parent().context("a file is in a folder")?.to_path_buf();
    let known = environment::variable("PATH").unwrap_or_default();
    let python = paths::target().join("tools/guest-py/bin");
    let all = [beside, python].into_iter().chain(std::env::split_paths(&known));
    Ok(std::env::join_paths(all)?)
}

/// An author's machine: an empty folder, and the program on the path.
struct Author {
    scratch: TempDir,
}

impl Author {
    fn new() -> Result<Self> {
        let scratch = TempDir::new()?;
        Ok(Self { scratch })
    }

    fn home(&self) -> PathBuf {
        self.scratch.path().join("home")
    }

    /// Runs a program there, or in the folder `inside` of it.
    async fn run(
        &self,
        program: &Path,
        words: &[&str],
        inside: &str,
        more: &[(&str, PathBuf)],
    ) -> Result<ProgramOutput> {
        let folder = self.home().join(inside);
        std::fs::create_dir_all(&folder)?;
        let mut command = Command::new(program);
        command
            .args(words)
            .current_dir(folder)
            .env("PATH", path()?)
            .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", shared_cache())
            .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", self.scratch.path().join("data"))
            // A component of a language with a runtime is compiled as long as this machine is busy with others.
            .env("UNITY_TOOL_HOST_LIMITS_DEADLINE", "150s")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        for (name, value) in more {
            command.env(name, value);
        }
        let output = command.output().await?;
        Ok(ProgramOutput {
            code: output.status.code(),
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }

    async fn host(&self, words: &[&str]) -> Result<ProgramOutput> {
        self.run(&paths::binary()?, words, "", &[]).await
    }

    async fn check(&self, fixture: &str) -> Result<(Option<i32>, Value)> {
        let folder = paths::fixture_bundle(fixture)?;
        let said = self
            .host(&["check", folder.to_str().context("a plain path")?, "--json"])
            .await?;
        let value = serde_json::from_str(&said.output).with_context(|| format!("{}{}", said.output, said.errors))?;
        Ok((said.code, value))
    }
}

fn findings<'v>(checked: &'v Value, kind: &str, about: &str) -> Vec<&'v str> {
    let all = checked["findings"].as_array().into_iter().flatten();
    let these = all.filter(|one| one["kind"] == kind && one["about"] == about);
    these.filter_map(|one| one["text"].as_str()).collect()
}

#[tokio::test]
async fn rejects_wrong_command_input_with_a_remedy() -> Result<()> {
    let author = Author::new()?;
    let id = author.host(&["new", "My_Tools"]).await?;
    ensure!(
        id.code == Some(2) && id.errors.contains("e.g. my-tools"),
        "{}",
        id.errors
    );
    for command in ["build", "test"] {
        let empty = author.host(&[command, "."]).await?;
        ensure!(
            empty.code == Some(2) && empty.errors.contains("unity-tool-host new"),
            "{}",
            empty.errors
        );
    }
    ensure!(author.host(&["new", "taken"]).await?.code == Some(0));
    let taken = author.host(&["new", "taken"]).await?;
    ensure!(
        taken.code == Some(2) && taken.errors.contains("already exists"),
        "{}",
        taken.errors
    );
    Ok(())
}

#[tokio::test]
async fn missing_toolchain_error_names_how_to_install_it() -> Result<()> {
    let author = Author::new()?;
    for (language, command, words) in [
        ("rust", "build", ["Rust's", "sh.rustup.rs"]),
        ("rust", "test", ["Rust's", "sh.rustup.rs"]),
        ("js", "build", ["npm", "apt install nodejs npm"]),
        ("js", "test", ["Node.js 20", "apt install nodejs npm"]),
        ("ts", "build", ["npm", "apt install nodejs npm"]),
        (
            "python",
            "build",
            ["componentize-py", "pip install -r requirements.txt"],
        ),
        ("python", "test", ["Python 3.10", "apt install python3"]),
        (
            "c",
            "build",
            ["zig, which compiles C to WebAssembly", "brew install zig"],
        ),
        (
            "c",
            "test",
            ["zig, which compiles C to WebAssembly", "brew install zig"],
        ),
        ("go", "build", ["Go 1.25 or newer", "brew install go"]),
        ("go", "test", ["Go 1.25 or newer", "brew install go"]),
    ] {
        let made = author.host(&["new", "tools", "--language", language]).await?;
        ensure!(made.code == Some(0), "{}", made.errors);
        let nothing = [("PATH", author.scratch.path().join("nothing"))];
        let said = author.run(&paths::binary()?, &[command], "tools", &nothing).await?;
        ensure!(said.code == Some(1), "{}", said.errors);
        ensure!(
            said.errors.contains(" is missing; install it: ") && words.iter().all(|word| said.errors.contains(word)),
            "{language}, {command}: {}",
            said.errors
        );
        std::fs::remove_dir_all(author.home().join("tools"))?;
    }
    Ok(())
}

#[tokio::test]
async fn check_reports_faults_and_remarks_of_a_bundle() -> Result<()> {
    let author = Author::new()?;
    let (code, old) = author.check(guests::OLD_WORLD).await?;
    ensure!(code == Some(1) && old["ok"] == false, "{old}");
    ensure!(
        findings(&old, "fault", "imports")
            .iter()
            .any(|text| text.contains("unity-tools:tool/clock@0.1.0")),
        "{old}"
    );
    ensure!(findings(&old, "fault", "listing").len() == 1, "{old}");
    // The needed grant is reported, and its tools are listed all the same.
    let (code, unfit) = author.check(guests::UNFIT).await?;
    ensure!(
        findings(&unfit, "remark", "imports")[0].contains("time-scale-edit"),
        "{unfit}"
    );
    let faults = findings(&unfit, "fault", "schema");
    ensure!(
        code == Some(1) && faults.len() == 1 && faults[0].contains("count") && faults[0].contains("ten"),
        "{unfit}"
    );
    ensure!(
        unfit["tools"]
            .as_array()
            .is_some_and(|tools| tools.contains(&json!("unfit_write"))),
        "{unfit}"
    );
    ensure!(
        findings(&unfit, "remark", "schema").contains(&"argument `count` has no description"),
        "{unfit}"
    );
    let (code, echo) = author.check(guests::ECHO).await?;
    ensure!(code == Some(0) && echo["examples"] == 1 && echo["ok"] == true, "{echo}");
    let (code, ungranted) = author.check(guests::UNGRANTED).await?;
    ensure!(
        code == Some(0) && !findings(&ungranted, "remark", "imports").is_empty(),
        "{ungranted}"
    );
    Ok(())
}

#[tokio::test]
async fn check_fails_for_a_folder_without_a_bundle() -> Result<()> {
    let author = Author::new()?;
    let said = author.run(&paths::binary()?, &["check"], "empty", &[]).await?;
    ensure!(
        said.code == Some(1) && said.output.contains("there is no bundle.toml"),
        "{}",
        said.output
    );
    Ok(())
}
