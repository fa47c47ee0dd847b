//! The command line: what each command prints, and how each mistake is answered.
//!
//! Belongs here: flags, exit codes, messages, shutdown. Does not: what the server then serves.

mod guest_lines;
mod inspected;
mod refused;
mod unread;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Output, Stdio};
use tempfile::TempDir;
use tests_support::host::{shared_cache, toml_path};
use tests_support::{HostOptions, PATIENCE, paths, projects};
use tokio::process::Command;

/// Runs the program in an empty folder, with folders of its own for what it writes.
struct Cli {
    scratch: TempDir,
}

struct ProgramOutput {
    code: Option<i32>,
    output: String,
    errors: String,
}

impl Cli {
    fn new() -> Result<Self> {
        let scratch = TempDir::new()?;
        Ok(Self { scratch })
    }

    fn path(&self) -> &Path {
        self.scratch.path()
    }

    /// Arguments that keep the program out of the user's folders, and name the components.
    fn folders(&self) -> Result<Vec<String>> {
        let components = paths::components();
        let components = components.to_str().context("a plain path")?.to_owned();
        let sets = [
            ("server.data-dir", self.path().join("data")),
            ("server.cache-dir", shared_cache()),
            ("server.discovery-file", self.path().join("discovery.json")),
        ]
        .into_iter()
        .flat_map(|(key, folder)| ["--set".to_owned(), format!("{key}={}", toml_path(&folder))]);
        Ok(["--bundled".to_owned(), components].into_iter().chain(sets).collect())
    }

    async fn run<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Result<ProgramOutput> {
        let running = Command::new(paths::binary()?)
            .args(arguments)
            .args(self.folders()?)
            .current_dir(self.path())
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output();
        let Output { status, stdout, stderr } = tokio::time::timeout(PATIENCE, running)
            .await
            .context("the program did not end")??;
        Ok(ProgramOutput {
            code: status.code(),
            output: String::from_utf8_lossy(&stdout).into_owned(),
            errors: String::from_utf8_lossy(&stderr).into_owned(),
        })
    }
}

impl ProgramOutput {
    /// Exit 2 and a message on stderr that holds all `words`.
    fn expect_refusal(&self, words: &[&str]) -> Result<()> {
        ensure!(self.code == Some(2), "exit {:?}: {}", self.code, self.errors);
        for word in words {
            ensure!(self.errors.contains(word), "no {word:?} in: {}", self.errors);
        }
        ensure!(
            !self.output.contains("listening on"),
            "it said that it listens: {}",
            self.output
        );
        Ok(())
    }
}

#[tokio::test]
async fn list_prints_bundled_tools() -> Result<()> {
    let said = Cli::new()?.run(&["list"]).await?;
    ensure!(said.code == Some(0), "{}", said.errors);
    for tool in [
        "GetStatus",
        "ListScenes",
        "ListObjects",
        "GetComponents",
        "SearchObjects",
        "SetTimeScale",
        "TailLogs",
    ] {
        ensure!(said.output.contains(tool), "{tool} is not in: {}", said.output);
    }
    Ok(())
}

#[tokio::test]
async fn call_prints_the_result() -> Result<()> {
    let sample = projects::sample()?;
    let cli = Cli::new()?;
    let said = cli.run(&["call", "ListScenes", "{}"]).await?;
    ensure!(said.code == Some(0), "{}", said.errors);
    let result: Value = serde_json::from_str(&said.output).with_context(|| said.output.clone())?;
    ensure!(result["Total"] == sample.scenes.len(), "{result}");
    let root = sample.root.as_os_str();
    let arguments = [
        "call".as_ref(),
        "ListObjects".as_ref(),
        r#"{"limit":1}"#.as_ref(),
        "--project".as_ref(),
        root,
    ];
    let said = cli.run(&arguments).await?;
    ensure!(said.code == Some(0), "{}", said.errors);
    ensure!(said.output.contains("/EventSystem"), "{}", said.output);
    Ok(())
}

#[tokio::test]
async fn failed_call_reports_the_reason() -> Result<()> {
    let cli = Cli::new()?;
    for (arguments, word) in [
        (["call", "ListScene", "{}"], "ListScene"),
        (["call", "ListScenes", "{"], "JSON"),
        (["call", "GetObject", r#"{"id":"obj:999999"}"#], "obj:999999"),
        (
            ["call", "SetTimeScale", r#"{"value":2,"confirm":true}"#],
            "policy.allow-writes",
        ),
    ] {
        let said = cli.run(&arguments).await?;
        ensure!(said.code != Some(0), "{arguments:?} exits 0: {}", said.output);
        let all = format!("{}{}", said.output, said.errors);
        ensure!(all.contains(word), "{arguments:?}: no {word:?} in: {all}");
    }
    Ok(())
}

#[tokio::test]
async fn check_prints_each_value_with_its_source() -> Result<()> {
    let cli = Cli::new()?;
    let file = cli.path().join("unity-tool-host.toml");
    std::fs::write(&file, "[limits]\ndeadline = \"7s\"\n")?;
    let config = file.to_str().context("a plain path")?;
    let arguments = [
        "serve",
        "--config",
        config,
        "--set",
        "policy.allow-writes=true",
        "--check",
    ];
    let said = cli.run(&arguments).await?;
    ensure!(said.code == Some(0), "{}", said.errors);
    let line = |key: &str| {
        said.output
            .lines()
            .find(|line| line.contains(key))
            .with_context(|| format!("no {key} in:\n{}", said.output))
    };
    for (key, value, source) in [
        ("deadline", "7s", "file"),
        ("allow-writes", "true", "--set"),
        ("max-in-flight", "512", "default"),
    ] {
        let line = line(key)?;
        ensure!(line.contains(value) && line.contains(source), "{line}");
    }
    Ok(())
}

#[tokio::test]
async fn invalid_configuration_error_names_key_and_value() -> Result<()> {
    let cli = Cli::new()?;
    let file = cli.path().join("bad.toml");
    let config = file.to_str().context("a plain path")?.to_owned();
    let cases: [(&str, &[&str]); 4] = [
        ("[limits]\ndeadline = \"soon\"\n", &["limits.deadline", "soon"]),
        ("[policy]\nallow-writes = 1\n", &["allow-writes", "true"]),
        ("[policy]\nallow-wirtes = true\n", &["allow-wirtes"]),
        (
            "[server]\nlisten = [\"nowhere\"]\n",
            &["server.listen", "nowhere", "127.0.0.1"],
        ),
    ];
    for (text, words) in cases {
        std::fs::write(&file, text)?;
        cli.run(&["serve", "--config", &config]).await?.expect_refusal(words)?;
    }
    cli.run(&["serve", "--set", "policy.allow-writes=perhaps"])
        .await?
        .expect_refusal(&["policy.allow-writes", "perhaps"])?;
    cli.run(&["serve", "--config", "absent.toml"])
        .await?
        .expect_refusal(&["absent.toml"])
}

#[tokio::test]
async fn listening_beyond_loopback_needs_a_token() -> Result<()> {
    let said = Cli::new()?.run(&["serve", "--listen", "0.0.0.0:0"]).await?;
    said.expect_refusal(&["token-file", "0.0.0.0"])
}

#[tokio::test]
async fn port_in_use_error_names_port_and_listen_option() -> Result<()> {
    let taken = std::net::TcpListener::bind("127.0.0.1:0")?;
    let address = taken.local_addr()?;
    let said = Cli::new()?.run(&["serve", "--listen", &address.to_string()]).await?;
    ensure!(said.code.is_some_and(|code| code != 0), "exit {:?}", said.code);
    ensure!(said.errors.contains(&address.port().to_string()), "{}", said.errors);
    ensure!(
        said.errors.contains("--listen"),
        "no other port to try in: {}",
        said.errors
    );
    Ok(())
}

#[tokio::test]
async fn rejects_folder_without_project_and_lists_nearby_projects() -> Result<()> {
    let cli = Cli::new()?;
    let sample = projects::sample()?;
    tests_support::tree::copy_unchanged(&sample.root, &cli.path().join("games/First"))?;
    let games = cli.path().join("games");
    let games = games.to_str().context("a plain path")?;
    let said = cli
        .run(&["serve", "--listen", "127.0.0.1:0", "--project", games])
        .await?;
    said.expect_refusal(&["games", "First"])?;
    let absent = cli.path().join("absent");
    let absent = absent.to_str().context("a plain path")?;
    let said = cli
        .run(&["serve", "--listen", "127.0.0.1:0", "--project", absent])
        .await?;
    said.expect_refusal(&["absent"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serves_the_project_around_the_working_directory() -> Result<()> {
    let scratch = TempDir::new()?;
    let root = scratch.path().join("Mine");
    tests_support::tree::copy_unchanged(&projects::sample()?.root, &root)?;
    // Another product name than that of the embedded sample.
    let settings = root.join("ProjectSettings/ProjectSettings.asset");
    let text = std::fs::read_to_string(&settings)?;
    ensure!(
        text.contains("productName: Sample Game"),
        "the sample's product has another name"
    );
    std::fs::write(
        &settings,
        text.replace("productName: Sample Game", "productName: Mine Own Game"),
    )?;
    let host = HostOptions::new()
        .working_directory(&root.join("Assets/Scenes"))
        .start()
        .await?;
    let health = host.health().await?;
    ensure!(
        health["project"]
            .as_str()
            .is_some_and(|project| project.contains("Mine Own Game")),
        "{health}"
    );
    Ok(())
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_drains_and_exits_zero() -> Result<()> {
    use crate::guests;
    use std::sync::Arc;
    use tests_support::wait_for;

    let mut host = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .set("limits.deadline", "1s")
        .start()
        .await?;
    let client = Arc::new(host.client().await?);
    let mut stream = client.listen().await?;
    let slow = {
        let client = Arc::clone(&client);
        tokio::spawn(async move { client.call(guests::SLEEP_LOOP, json!({})).await })
    };
    wait_for("the call to run", async || {
        let gauge = host.metrics().await.ok()?.gauge("calls_in_flight")?;
        (gauge >= 1.0).then_some(())
    })
    .await?;
    host.ask_to_end()?;
    // The call in flight is answered, though the host is shutting down.
    let text = slow.await??.expect_failure()?;
    ensure!(text.contains("limits.deadline"), "{text}");
    while stream.next().await.is_ok_and(|event| event.is_some()) {}
    let (status, log) = host.wait_for_end().await?;
    ensure!(status.code() == Some(0), "{status}\n{log}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compile_fills_the_cache_and_reports_rejected_bundles() -> Result<()> {
    use crate::guests;
    let cli = Cli::new()?;
    let (bundles, cache) = (cli.path().join("bundles"), cli.path().join("cache"));
    guests::write_bundle(&bundles.join("good"), "good", &guests::component(guests::SWAPS[0])?)?;
    let folder = bundles.to_str().context("a plain path")?.to_owned();
    let compile = async || {
        let own = format!("server.cache-dir={}", toml_path(&cache));
        let words = ["compile", folder.as_str(), "--no-bundled"].map(str::to_owned);
        let data = format!("server.data-dir={}", toml_path(&cli.path().join("data")));
        let words = words
            .into_iter()
            .chain(["--set".to_owned(), own, "--set".to_owned(), data]);
        let output = Command::new(paths::binary()?)
            .args(words)
            .current_dir(cli.path())
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output();
        anyhow::Ok(tokio::time::timeout(PATIENCE, output).await??)
    };
    let kept = || -> Result<usize> {
        let entries = std::fs::read_dir(cache.join("components"))?.filter_map(Result::ok);
        Ok(entries
            .filter(|entry| entry.path().extension().is_some_and(|end| end == "cwasm"))
            .count())
    };
    let first = compile().await?;
    let text = String::from_utf8_lossy(&first.stdout).into_owned();
    ensure!(first.status.code() == Some(0), "{first:?}");
    ensure!(text.contains("good: ready, 1 callable tools"), "{text}");
    ensure!(kept()? == 1, "{} components are kept", kept()?);
    guests::write_bundle(&bundles.join("bad"), "bad", b"\0asm\x0d\0\x01\0rubbish")?;
    let second = compile().await?;
    let text = String::from_utf8_lossy(&second.stderr).into_owned();
    ensure!(second.status.code() == Some(1), "{second:?}");
    ensure!(text.contains("bad.wasm"), "{text}");
    Ok(())
}
