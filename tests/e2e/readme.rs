//! The commands and configurations of README and the book work word for word.
//!
//! Belongs here: running its marked blocks. Does not: its text. A block after `<!-- test: NAME -->` is run as this file
//! says for NAME; a marker that this file does not know fails, and so does a missing one.

use crate::documents::documents;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::host::shared_cache;
use tests_support::readme::Block;
use tests_support::{environment, paths, projects, readme};
use tokio::process::Command;

/// Runs a block's lines one after the other in `folder`; the built program is on the path.
async fn run_shell(block: &Block, folder: &Path) -> Result<String> {
    let binary = paths::binary()?;
    let programs = binary.parent().context("a file is in a folder")?;
    let data = TempDir::new()?;
    let known = environment::variable("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        [programs.to_path_buf()]
            .into_iter()
            .chain(std::env::split_paths(&known)),
    )?;
    let mut shell = if cfg!(windows) {
        let mut shell = Command::new("cmd");
        shell.args(["/d", "/c"]);
        shell
    } else {
        let mut shell = Command::new("sh");
        shell.args(["-eu", "-c"]);
        shell
    };
    let output = shell
        .arg(&block.text)
        .current_dir(folder)
        .env("PATH", path)
        .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", shared_cache())
        .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", data.path())
        .env_remove(environment::CARGO_TARGET)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(
        output.status.success(),
        "the block `{}` failed:\n{}\n{text}\n{}",
        block.name,
        block.text,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(text)
}

fn is_shell(block: &Block) -> bool {
    matches!(block.language.as_str(), "sh" | "bash" | "console" | "shell")
}

fn blocks() -> Result<Vec<Block>> {
    readme::blocks(&paths::root().join("README.md"))
}

/// Blocks whose name starts with `prefix`; at least one.
fn blocks_of(prefix: &str) -> Result<Vec<Block>> {
    let found: Vec<Block> = blocks()?
        .into_iter()
        .filter(|block| block.name.starts_with(prefix))
        .collect();
    ensure!(!found.is_empty(), "README.md has no block marked `test: {prefix}…`");
    Ok(found)
}

const KNOWN: [&str; 3] = ["run", "call", "change"];

#[test]
fn every_test_marker_is_known() -> Result<()> {
    for block in blocks()? {
        let known = KNOWN.iter().any(|prefix| block.name.starts_with(prefix));
        ensure!(known, "no test runs the block `{}`; known are {KNOWN:?}", block.name);
    }
    Ok(())
}

/// Commands that need nothing but the program: `list`, `call`. They name it by its path below the root.
#[tokio::test]
async fn readme_call_commands_work() -> Result<()> {
    if paths::binary()?.parent() != Some(&paths::target().join("release")) {
        return environment::skip("README's calls", "the program was built into another target folder");
    }
    for block in blocks_of("call")? {
        ensure!(is_shell(&block), "`{}` is no shell block", block.name);
        let text = run_shell(&block, &paths::root()).await?;
        ensure!(
            text.contains("list_scenes") && text.contains("Main"),
            "`{}` printed {text}",
            block.name
        );
    }
    Ok(())
}

/// The first change, planned without a right to it and then made; on the embedded sample, of which no file changes.
#[tokio::test]
async fn readme_change_commands_plan_and_apply_an_edit() -> Result<()> {
    if paths::binary()?.parent() != Some(&paths::target().join("release")) {
        return environment::skip("README's change", "the program was built into another target folder");
    }
    for block in blocks_of("change")? {
        let text = run_shell(&block, &paths::root()).await?;
        let answers: Vec<Value> = serde_json::Deserializer::from_str(&text)
            .into_iter()
            .collect::<Result<_, _>>()
            .with_context(|| text.clone())?;
        let [plan, made] = &answers[..] else { bail!("{text}") };
        let row = |answer: &Value| json!([answer["rows"][0]["old"], answer["rows"][0]["new"], answer["entry"]]);
        ensure!(
            row(plan) == json!([2.5, 2, null]) && plan["rows"][0]["denied"].is_string(),
            "{plan}"
        );
        ensure!(
            row(made) == json!([2.5, 2, 1]) && made["rows"][0]["denied"].is_null(),
            "{made}"
        );
    }
    Ok(())
}

/// The first of README's commands, word for word; only the port is a free one, so that nothing else is in its way.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readme_run_command_serves_the_sample() -> Result<()> {
    use tests_support::{Era, McpClient, PATIENCE};
    use tokio::io::{AsyncBufReadExt, BufReader};

    let scratch = TempDir::new()?;
    let blocks = blocks_of("run")?;
    let command = blocks[0].text.trim();
    ensure!(command.starts_with("cargo xtask run"), "{command}");
    // `exec`, and every program after it, takes the same process: ending it ends the host.
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec {command}")])
        .current_dir(paths::root())
        .env("UNITY_TOOL_HOST_SERVER_LISTEN", "127.0.0.1:0")
        .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", scratch.path().join("data"))
        .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", scratch.path().join("cache"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()?;
    let mut lines = BufReader::new(child.stdout.take().context("stdout is piped")?).lines();
    let listening = async {
        while let Some(line) = lines.next_line().await? {
            if let Some(url) = line.strip_prefix("listening on ") {
                return Ok(url.to_owned());
            }
        }
        bail!("`{command}` ended before it listened")
    };
    // Building is bounded by the test runner, not here.
    let url = listening.await?;
    let client = McpClient::connect(&format!("{url}/mcp"), Era::Stateless).await?;
    let scenes = tests_support::wait_for("the first answer", async || {
        client.ask("ListScenes", json!({})).await.ok()
    });
    let scenes = scenes.await;
    let group = tests_support::host::end_group(&child);
    let ended = tokio::time::timeout(PATIENCE, child.wait()).await;
    ensure!(scenes?["Total"] == 2, "the sample project has two scenes");
    group?;
    ended.context("it did not end")??;
    Ok(())
}

/// The smallest tool is in the SDK's documentation as well, where it is compiled.
#[test]
fn smallest_tool_in_the_book_equals_the_compiled_one() -> Result<()> {
    let blocks = readme::fenced(&paths::root().join("docs/tools/rust.md"), "rust")?;
    let [smallest] = blocks.as_slice() else {
        bail!("docs/tools/rust.md has {} blocks of Rust", blocks.len());
    };
    ensure!(smallest.lines().count() <= 12, "{smallest}");
    let documented = std::fs::read_to_string(paths::root().join("sdk/rust/src/prelude.rs"))?;
    let documented: Vec<&str> = documented
        .lines()
        .map(|line| line.trim_start_matches("//!").trim())
        .collect();
    let written: Vec<&str> = smallest.lines().map(str::trim).collect();
    ensure!(
        documented.windows(written.len()).any(|lines| lines == written),
        "{smallest}"
    );
    Ok(())
}

/// Configuration files of MCP clients: JSON that names this host's address.
#[test]
fn documented_client_configurations_are_valid() -> Result<()> {
    let blocks = readme::fenced(&paths::root().join("docs/use/clients.md"), "json")?;
    ensure!(
        blocks.len() >= 4,
        "docs/use/clients.md has {} client configurations",
        blocks.len()
    );
    for block in blocks {
        let parsed: Value = serde_json::from_str(&block).with_context(|| block.clone())?;
        ensure!(parsed.is_object(), "no object: {block}");
        let spawned = &parsed["mcpServers"]["unity"]["args"];
        match spawned.as_array() {
            Some(words) => starts_over_stdio(words)?,
            None => ensure!(block.contains("http://127.0.0.1:7000/mcp"), "another address: {block}"),
        }
    }
    Ok(())
}

/// Configuration files of the host: copied as they stand they are right, and nothing in them is without effect.
#[tokio::test]
async fn documented_host_configurations_pass_check_without_warnings() -> Result<()> {
    let mut blocks = Vec::new();
    for file in documents()? {
        blocks.extend(readme::fenced(&file, "toml")?);
    }
    ensure!(blocks.len() >= 5, "the documents have {} configurations", blocks.len());
    for block in blocks {
        let scratch = TempDir::new()?;
        let file = scratch.path().join("unity-tool-host.toml");
        std::fs::write(&file, &block)?;
        let output = Command::new(paths::binary()?)
            .args(["serve", "--check", "--sample", "--bundled"])
            .arg(paths::components())
            .current_dir(scratch.path())
            .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", scratch.path().join("data"))
            .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", shared_cache())
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await?;
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (checked, errors) = (said(&output.stdout), said(&output.stderr));
        ensure!(output.status.success(), "{block}\n{errors}");
        ensure!(!checked.contains("# warning: "), "{block}\n{checked}");
        ensure!(
            checked.contains("# configuration file: ") && checked.contains("  # configuration file\n"),
            "{checked}"
        );
    }
    Ok(())
}

/// The program takes these words, and ends well when its client does.
fn starts_over_stdio(words: &[Value]) -> Result<()> {
    let scratch = TempDir::new()?;
    let data = scratch.path().join("data");
    let project = projects::sample()?.root;
    let words = words
        .iter()
        .filter_map(Value::as_str)
        .map(|word| word.replace("/ABSOLUTE/PATH/TO/PROJECT", &project.to_string_lossy()));
    let output = std::process::Command::new(paths::binary()?)
        .args(words)
        .current_dir(scratch.path())
        .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", data)
        .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", shared_cache())
        .stdin(Stdio::null())
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{errors}");
    ensure!(output.stdout.is_empty(), "it spoke unasked: {output:?}");
    Ok(())
}
