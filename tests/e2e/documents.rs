//! The documents beyond README: their tutorials work word for word, and their commands are commands of this program.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tests_support::{HostOptions, environment, paths, readme};

/// README, the other documents of the root, and every page of the book.
pub(crate) fn documents() -> Result<Vec<PathBuf>> {
    let root = paths::root();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&root)? {
        found.push(entry?.path());
    }
    for entry in walkdir::WalkDir::new(root.join("docs")) {
        found.push(entry?.into_path());
    }
    found.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    found.sort();
    Ok(found)
}

/// Lines of shell blocks that start the program: the file, and the words behind the program's name.
fn commands() -> Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    for file in documents()? {
        for block in readme::fenced(&file, "sh")? {
            for line in block.lines() {
                let mut words = line.trim().splitn(2, ' ');
                let is_ours = words.next().is_some_and(|program| program.ends_with("unity-tool-host"));
                if is_ours {
                    found.push((file.clone(), words.next().unwrap_or_default().to_owned()));
                }
            }
        }
    }
    Ok(found)
}

/// The generated pages are those of this program (the gate compares them), so that they say what it takes.
#[test]
fn documented_commands_options_and_keys_exist() -> Result<()> {
    let reference = paths::root().join("docs/reference");
    let help = std::fs::read_to_string(reference.join("command-line.md"))?;
    let keys = std::fs::read_to_string(reference.join("configuration.md"))?;
    let commands = commands()?;
    ensure!(commands.len() >= 20, "only {} commands were found", commands.len());
    for (file, line) in commands {
        let place = format!("{}: `{line}`", file.display());
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let section = help
            .split(&format!("\n## `unity-tool-host {command}`\n"))
            .nth(1)
            .with_context(|| format!("{place}: there is no command `{command}`"))?;
        let section = section.split("\n## `").next().unwrap_or_default();
        let options: BTreeSet<&str> = section
            .split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-')
            .filter(|word| word.starts_with("--"))
            .collect();
        let mut words = rest.split(' ').peekable();
        while let Some(word) = words.next() {
            let option = word.split('=').next().unwrap_or_default();
            ensure!(
                !option.starts_with("--") || options.contains(option),
                "{place}: `{command}` has no option `{option}`"
            );
            if option == "--set"
                && let Some(setting) = words.peek()
            {
                let key = setting.trim_start_matches('\'').split('=').next().unwrap_or_default();
                let of_bundle = key.strip_prefix("bundles.").and_then(|rest| rest.split_once('.'));
                let documented = of_bundle.map_or_else(|| key.to_owned(), |(_, rest)| format!("bundles.<id>.{rest}"));
                ensure!(
                    keys.contains(&format!("### `{documented}`")),
                    "{place}: there is no key `{key}`"
                );
            }
        }
    }
    Ok(())
}

/// Names that begin like a rule id: files, and a step of the path of a call.
const NOT_RULES: [&str; 5] = ["bundle.toml", "policy.decide", "tool.c", "tool.go", "tool.js"];

#[test]
fn documented_rules_and_keys_exist() -> Result<()> {
    let reference = paths::root().join("docs/reference");
    let keys = std::fs::read_to_string(reference.join("configuration.md"))?;
    let page = std::fs::read_to_string(reference.join("refusals.md"))?;
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let rules: BTreeSet<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    ensure!(rules.len() >= 30, "only {} rules were found", rules.len());
    let families: BTreeSet<&str> = rules.iter().filter_map(|rule| Some(rule.split_once('.')?.0)).collect();
    for file in documents()? {
        let text = std::fs::read_to_string(&file)?;
        for name in text.split('`').skip(1).step_by(2) {
            let is_like_a_rule = name
                .split_once('.')
                .is_some_and(|(family, rest)| families.contains(family) && rest.chars().all(is_of_a_name));
            let is_key = || keys.contains(&format!("### `{name}`")) || keys.contains(&format!("## `[{name}]`"));
            ensure!(
                !is_like_a_rule || NOT_RULES.contains(&name) || rules.contains(name) || is_key(),
                "{}: there is no rule or key `{name}`",
                file.display()
            );
        }
    }
    Ok(())
}

fn is_of_a_name(sign: char) -> bool {
    sign.is_ascii_lowercase() || matches!(sign, '-' | '.')
}

/// One project goes through all pages of the tutorial, as a reader's does.
#[cfg(unix)]
#[test]
fn tutorial_commands_work_word_for_word() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let project = scratch.path().join("project");
    tests_support::tree::copy_unchanged(&tests_support::projects::sample()?.root, &project)?;
    let scene = project.join("Assets/Scenes/Main.unity");
    let before = std::fs::read_to_string(&scene)?;
    let mut answers = Vec::new();
    for page in ["first-question", "first-change", "first-save"] {
        let page = paths::root().join("docs/start").join(format!("{page}.md"));
        for settings in readme::fenced(&page, "toml")? {
            std::fs::write(scratch.path().join("save.toml"), settings)?;
        }
        for block in readme::fenced(&page, "sh")? {
            if block.contains("unity-tool-host ") {
                let shown = format!("{}: {block}", page.display());
                answers.push(run(&block, scratch.path(), &project).context(shown)?);
            }
        }
    }
    let told = |part: &str| answers.iter().filter(|answer| answer.contains(part)).count();
    // The scenes; two dry or made changes with their entry; a dry save; a save with its backup.
    for (part, count) in [
        ("Assets/Scenes/Arena.unity", 1),
        ("\"entry\": 1", 1),
        ("\"saved\": false", 1),
        ("\"saved\": true", 1),
    ] {
        ensure!(told(part) >= count, "{part} is in {} answers: {answers:?}", told(part));
    }
    let after = std::fs::read_to_string(&scene)?;
    let lines = before.lines().zip(after.lines());
    let changed: Vec<(&str, &str)> = lines.filter(|(before, after)| before != after).collect();
    ensure!(changed == [("  m_Intensity: 2.5", "  m_Intensity: 2")], "{changed:?}");
    ensure!(before.lines().count() == after.lines().count(), "lines were added");
    Ok(())
}

/// The recipe that allows only fields of lights: no other tool that changes something can be called.
#[test]
fn recipe_for_lights_leaves_only_the_documented_tools() -> Result<()> {
    let page = paths::root().join("docs/use/policy.md");
    let blocks = readme::fenced(&page, "toml")?;
    let recipe = blocks.iter().find(|block| block.contains("[bundles.reflection]"));
    let scratch = tempfile::tempdir()?;
    let file = scratch.path().join("lights.toml");
    std::fs::write(&file, recipe.context("policy.md has no recipe for lights")?)?;
    let list = |profile: &[&str]| -> Result<BTreeSet<(String, String)>> {
        let output = std::process::Command::new(paths::binary()?)
            .args(["list", "--json", "--sample", "--bundled"])
            .arg(paths::components())
            .arg("--config")
            .arg(&file)
            .args(profile)
            .current_dir(scratch.path())
            .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", scratch.path().join("data"))
            .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", tests_support::host::shared_cache())
            .stdin(std::process::Stdio::null())
            .output()?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(output.status.success(), "{}: {errors}", output.status);
        let tools: Vec<Value> = serde_json::from_slice(&output.stdout)?;
        let text = |tool: &Value, member: &str| tool[member].as_str().unwrap_or_default().to_owned();
        let pairs = tools.iter().map(|tool| (text(tool, "name"), text(tool, "effect")));
        Ok(pairs.filter(|(_, effect)| effect != "read").collect())
    };
    let names = |tools: &BTreeSet<(String, String)>| tools.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let callable = list(&["--profile", "all"])?;
    ensure!(
        names(&callable) == ["SetConfig", "SetMember", "undo_edits", "use_unity"],
        "{callable:?}"
    );
    let listed = list(&[])?;
    ensure!(names(&listed) == ["SetConfig", "SetMember", "undo_edits"], "{listed:?}");
    Ok(())
}

#[test]
fn reference_has_pages_of_tools_that_are_off_by_default() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let pages = scratch.path().join("reference");
    let output = std::process::Command::new(paths::binary()?)
        .arg("reference")
        .arg(&pages)
        .args(["--sample", "--bundled"])
        .arg(paths::components())
        .current_dir(scratch.path())
        .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", scratch.path().join("data"))
        .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", tests_support::host::shared_cache())
        .stdin(std::process::Stdio::null())
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {errors}", output.status);
    let list = std::fs::read_to_string(pages.join("tools.md"))?;
    for (bundle, tool, grant) in [
        ("save", "save_scenes", "unity-tools:unity/edits-save"),
        ("scripts", "write_script", "unity-tools:authoring/scripts-edit"),
        ("asset-edit", "edit_assets", "unity-tools:authoring/assets-edit"),
    ] {
        let page = std::fs::read_to_string(pages.join(format!("tools/{bundle}.md")))?;
        let key = format!("[bundles.{bundle}] grants = [\"{grant}\"]");
        ensure!(
            page.contains("Off by default") && page.contains(&key) && page.contains(&format!("## {tool}")),
            "{page}"
        );
        ensure!(list.contains(&format!("| {bundle} *off* |")), "{bundle}: {list}");
    }
    let other = std::fs::read_to_string(pages.join("tools/edit.md"))?;
    ensure!(!other.contains("Off by default"), "{other}");
    Ok(())
}

/// All blocks of the page in one shell, since later ones use the session of the first.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mcp_with_curl_works_word_for_word() -> Result<()> {
    let curl = tokio::process::Command::new("curl").arg("--version").output().await;
    if !curl.is_ok_and(|curl| curl.status.success()) {
        return environment::skip("MCP with curl", "curl is not installed");
    }
    let page = paths::root().join("docs/protocols/mcp-with-curl.md");
    let script = readme::fenced(&page, "sh")?.join("echo\n");
    let address = "HOST=http://127.0.0.1:7000";
    ensure!(script.matches(address).count() == 1, "another address: {script}");
    ensure!(
        script.matches("\"$HOST/mcp\"").count() == 6,
        "another address: {script}"
    );
    let host = HostOptions::new().start().await?;
    let scratch = tempfile::tempdir()?;
    let output = tokio::process::Command::new("sh")
        .args(["-eu", "-c", &script.replace(address, &format!("HOST={}", host.url("")))])
        .current_dir(scratch.path())
        .stdin(std::process::Stdio::null())
        .output()
        .await?;
    let (printed, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    ensure!(output.status.success(), "{}: {printed}{errors}", output.status);
    let answers: Vec<Value> = serde_json::Deserializer::from_str(&printed)
        .into_iter()
        .collect::<Result<_, _>>()
        .with_context(|| printed.to_string())?;
    let [welcome, tools, called, sessionless] = &answers[..] else {
        bail!("not four answers: {printed}");
    };
    ensure!(welcome["result"]["protocolVersion"] == "2025-11-25", "{welcome}");
    let listed = tools["result"]["tools"].as_array().into_iter().flatten();
    ensure!(listed.into_iter().any(|tool| tool["name"] == "list_scenes"), "{tools}");
    for answer in [called, sessionless] {
        let scenes = answer["result"]["structuredContent"].to_string();
        ensure!(scenes.contains("Assets/Scenes/Main.unity"), "{answer}");
    }
    Ok(())
}

/// What a block prints. A host that would serve on checks its configuration instead.
#[cfg(unix)]
fn run(block: &str, folder: &Path, project: &Path) -> Result<String> {
    let program = paths::binary()?;
    let script = block
        .replace(
            "target/release/unity-tool-host serve",
            "target/release/unity-tool-host serve --check",
        )
        .replace("target/release/unity-tool-host", &program.to_string_lossy())
        .replace("PATH/TO/PROJECT", &project.to_string_lossy());
    let output = std::process::Command::new("sh")
        .args(["-eu", "-c", &script])
        .current_dir(folder)
        .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", folder.join("data"))
        .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", tests_support::host::shared_cache())
        .stdin(std::process::Stdio::null())
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {printed}{errors}", output.status);
    Ok(printed)
}
