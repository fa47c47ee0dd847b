//! Authors of tools: from `unity-tool-host new` to an answer in a client, and what `check` has against a bundle.
//!
//! Belongs here: what an author types, in a folder outside of this checkout. Does not: what serves it afterwards.

use crate::guests;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::host::shared_cache;
use tests_support::{Era, HostOptions, McpClient, environment, paths, readme};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;

/// What a program said and how it ended.
struct Said {
    code: Option<i32>,
    output: String,
    errors: String,
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
    async fn run(&self, program: &Path, words: &[&str], inside: &str, more: &[(&str, PathBuf)]) -> Result<Said> {
        let folder = self.home().join(inside);
        std::fs::create_dir_all(&folder)?;
        let binary = paths::binary()?;
        let beside = binary.parent().context("a file lies in a folder")?.to_path_buf();
        let known = environment::variable("PATH").unwrap_or_default();
        let python = paths::target().join("tools/guest-py/bin");
        let path = std::env::join_paths([beside, python].into_iter().chain(std::env::split_paths(&known)))?;
        let mut command = Command::new(program);
        command
            .args(words)
            .current_dir(folder)
            .env("PATH", path)
            .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", shared_cache())
            .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", self.scratch.path().join("data"))
            .stdin(Stdio::null())
            .kill_on_drop(true);
        for (name, value) in more {
            command.env(name, value);
        }
        let output = command.output().await?;
        Ok(Said {
            code: output.status.code(),
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }

    async fn host(&self, words: &[&str]) -> Result<Said> {
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

/// Does what the README of a new folder says, word for word, and asks the bundle by a client of MCP.
#[cfg(unix)]
async fn from_new_to_an_answer(language: &str) -> Result<()> {
    let author = Author::new()?;
    let id = format!("{language}-tools");
    let made = author.host(&["new", &id, "--language", language]).await?;
    ensure!(
        made.code == Some(0) && made.output.contains(&format!("cd {id}")),
        "{}",
        made.errors
    );
    let folder = author.home().join(&id);
    let blocks = readme::fenced(&folder.join("README.md"), "sh")?;
    let [commands, serve, ..] = blocks.as_slice() else {
        bail!("its README shows {} shell blocks", blocks.len());
    };
    ensure!(
        commands.lines().count() <= 4 && serve.trim() == "unity-tool-host serve --tools .",
        "{commands}{serve}"
    );
    // What was fetched and compiled of others is kept from run to run; the bundle and its SDK are new each time.
    let kept = [("CARGO_TARGET_DIR", paths::target().join("authors").join(language))];
    let said = author.run(Path::new("sh"), &["-euc", commands], &id, &kept).await?;
    ensure!(said.code == Some(0), "{commands}\n{}\n{}", said.output, said.errors);
    for words in [
        &format!("{id}.wasm: "),
        "no fault: 1 tools",
        "1 examples ran",
        "\"/Main Camera\"",
    ] {
        ensure!(said.output.contains(words), "no {words:?} in {}", said.output);
    }
    ensure!(
        said.errors.contains("looking for objects with a Camera"),
        "its log line: {}",
        said.errors
    );
    let host = HostOptions::new().no_bundled().tools(&folder).start().await?;
    let client = host.client().await?;
    let answer = client
        .ask("count_objects", json!({"component": "Camera", "limit": 1}))
        .await?;
    ensure!(answer == json!({"total": 2, "first": ["/Map Camera"]}), "{answer}");
    let wrong = client
        .call("count_objects", json!({"component": ""}))
        .await?
        .expect_failure()?;
    ensure!(wrong.contains("component"), "{wrong}");
    let none = client
        .call("count_objects", json!({"component": "Lihgt"}))
        .await?
        .expect_failure()?;
    ensure!(
        none.contains("no object has a Lihgt") && none.contains("such as Camera"),
        "{none}"
    );
    Ok(())
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_new_to_an_answer_in_rust() -> Result<()> {
    from_new_to_an_answer("rust").await
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_new_to_an_answer_in_javascript() -> Result<()> {
    if environment::variable(environment::FAST).is_some() {
        environment::announce("skipped: the JavaScript template: --fast leaves out what needs Node");
        return Ok(());
    }
    from_new_to_an_answer("js").await
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_new_to_an_answer_in_python() -> Result<()> {
    // Where it is, `build` takes it and fetches nothing.
    let installed = paths::target().join("tools/guest-py/bin/componentize-py");
    if !installed.is_file() {
        let why = "componentize-py is not installed; `cargo xtask guests` brings it";
        return environment::skip("the Python template", why);
    }
    from_new_to_an_answer("python").await
}

/// A change of a source is in the next call, and what JavaScript then throws is told with its place.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dev_builds_what_changes_and_a_stack_of_javascript_reaches_the_hosts_log() -> Result<()> {
    if environment::variable(environment::FAST).is_some() {
        environment::announce("skipped: dev and a stack of JavaScript: --fast leaves out what needs Node");
        return Ok(());
    }
    let author = Author::new()?;
    ensure!(author.host(&["new", "stumbles", "--language", "js"]).await?.code == Some(0));
    let log = author.scratch.path().join("log.txt");
    let mut child = Command::new(paths::binary()?)
        .args(["dev", "stumbles", "--no-bundled", "--listen", "127.0.0.1:0"])
        .current_dir(author.home())
        .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", shared_cache())
        .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", author.scratch.path().join("data"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log)?)
        .kill_on_drop(true)
        .spawn()?;
    let mut lines = BufReader::new(child.stdout.take().context("stdout is piped")?).lines();
    let mut url = None;
    while url.is_none() {
        let line = lines.next_line().await?.context("it ended before it listened")?;
        url = line.strip_prefix("listening on ").map(str::to_owned);
    }
    let url = url.context("it listens")?;
    let client = McpClient::connect(&format!("{url}/mcp"), Era::Stateless).await?;
    let ask = async || client.call("count_objects", json!({"component": "Camera"})).await;
    ensure!(ask().await?.structured()?["total"] == 2);
    let tool = author.home().join("stumbles/tool.js");
    let text = std::fs::read_to_string(&tool)?;
    let wrong = text.replace("found.length === 0", "found.lenght.of === 0");
    ensure!(wrong != text, "the template has another shape: {text}");
    std::fs::write(&tool, wrong)?;
    let failure = tests_support::wait_for("the new version", async || ask().await.ok()?.expect_failure().ok()).await?;
    ensure!(failure.contains("count_objects threw TypeError"), "{failure}");
    let told = std::fs::read_to_string(&log)?;
    let stack = told
        .lines()
        .find(|line| line.contains("ERROR") && line.contains("count_objects threw TypeError"));
    ensure!(
        stack.is_some_and(|line| line.contains("at run (/tool.js:")),
        "the stack: {told}"
    );
    // What cannot be built is told, and what was built before is served on.
    std::fs::write(&tool, "export const {")?;
    tests_support::wait_for("the failed build", async || {
        std::fs::read_to_string(&log)
            .ok()?
            .contains("NOT built: ")
            .then_some(())
    })
    .await?;
    ensure!(ask().await?.expect_failure()?.contains("threw TypeError"));
    child.kill().await?;
    Ok(())
}

#[tokio::test]
async fn what_is_typed_wrong_says_what_is_right() -> Result<()> {
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
        taken.code == Some(2) && taken.errors.contains("is there already"),
        "{}",
        taken.errors
    );
    Ok(())
}

#[tokio::test]
async fn a_missing_toolchain_is_named_with_what_installs_it() -> Result<()> {
    let author = Author::new()?;
    ensure!(author.host(&["new", "tools"]).await?.code == Some(0));
    for command in ["build", "test"] {
        let nothing = [("PATH", author.scratch.path().join("nothing"))];
        let said = author.run(&paths::binary()?, &[command], "tools", &nothing).await?;
        ensure!(said.code == Some(1), "{}", said.errors);
        ensure!(
            said.errors.contains("is missing; install it: ") && said.errors.contains("sh.rustup.rs"),
            "{}",
            said.errors
        );
    }
    Ok(())
}

#[tokio::test]
async fn check_finds_what_a_host_refuses_and_what_a_model_misses() -> Result<()> {
    let author = Author::new()?;
    let (code, old) = author.check(guests::OLD_WORLD).await?;
    ensure!(code == Some(1) && old["ok"] == false, "{old}");
    ensure!(
        findings(&old, "fault", "imports")
            .iter()
            .any(|text| text.contains("unity-tools:tool/clock@0.1.0")),
        "{old}"
    );
    ensure!(
        findings(&old, "fault", "listing").len() == 1 && !findings(&old, "fault", "bundle").is_empty(),
        "{old}"
    );
    // What has to be granted is told, and its tools are looked at all the same.
    let (code, unfit) = author.check(guests::UNFIT).await?;
    ensure!(
        code == Some(0) && findings(&unfit, "remark", "imports")[0].contains("time-scale-edit"),
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
async fn check_of_a_folder_without_a_bundle_is_a_fault() -> Result<()> {
    let author = Author::new()?;
    let said = author.run(&paths::binary()?, &["check"], "empty", &[]).await?;
    ensure!(
        said.code == Some(1) && said.output.contains("there is no bundle.toml"),
        "{}",
        said.output
    );
    Ok(())
}
