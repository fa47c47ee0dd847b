//! Script files of the host for running targets: written without one, run in one, and one of them as a Unity comes.

use super::player::playing;
use super::{free, sample};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tests_support::mono::mono;
use tests_support::player::Player;
use tests_support::{McpClient, TestHost, ToolAnswer, wait_for};
use tests_unity_peer::{Act, Peer};

async fn write_startup(client: &McpClient, code: &str) -> Result<()> {
    client.ask("WriteStartupScript", json!({ "content": code })).await?;
    client
        .ask("SetStartupScriptEnabled", json!({ "enabled": true }))
        .await?;
    Ok(())
}

/// Lines of the audit about the startup script that the host runs by itself.
fn startup_lines(host: &TestHost) -> Result<Vec<String>> {
    let lines = crate::policy::audit(host)?;
    let of_host = |line: &&Value| line["client"] == "unity-tool-host" && line.to_string().contains("run-startup");
    let outcome = |line: &Value| line["outcome"].as_str().unwrap_or_default().to_owned();
    Ok(lines.iter().filter(of_host).map(outcome).collect())
}

/// A Unity that loads code, of which the scripts' compiler gets mono's assemblies.
fn loading(host: &TestHost) -> Result<Peer> {
    let base = Path::new("/usr/lib/mono/4.5");
    let libraries: Vec<PathBuf> = ["mscorlib", "System", "System.Core"]
        .iter()
        .map(|name| base.join(format!("{name}.dll")))
        .collect();
    // Setting the time scale to one of these breaks the link in one of the ways in which links break.
    let is_cut = AtomicBool::new(false);
    let script = Box::new(move |_: u64, call: &tests_unity_peer::Call| {
        let says = |value: &str| call.function == "time-scale-edit/set" && call.args.get().contains(value);
        match () {
            () if says("0.25") && !is_cut.swap(true, Ordering::Relaxed) => Act::CutBefore,
            () if says("0.5") => Act::Reload,
            () if says("0.75") => Act::Restart,
            () => Act::Answer,
        }
    });
    Peer::with_code(&host.data_dir(), &sample(), script, libraries)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn host_stores_scripts_and_runs_them_in_a_game() -> Result<()> {
    let host = free().start().await?;
    let client = host.client().await?;
    let path = "turn/spin.cs";
    let code = "Debug.Log(\"spun\");\nvar camera = GameObject.Find(\"Main Camera\");\ncamera.transform.position.x >= 0 || true";
    // No Unity is there yet: the files are the host's.
    client
        .ask("WriteConsoleScript", json!({ "path": path, "content": code }))
        .await?;
    client
        .ask(
            "WriteConsoleScript",
            json!({ "path": "bad.cs", "content": "var a = 1;\n  var b = nothing;" }),
        )
        .await?;
    write_startup(&client, "new GameObject(\"made at start\"); Debug.Log(\"started\");").await?;
    let read = client.ask("ReadConsoleScript", json!({ "path": path })).await?;
    ensure!(read["Content"] == code, "{read}");
    let alone = client
        .call("RunConsoleScript", json!({ "path": path }))
        .await?
        .failure();
    ensure!(
        alone.context("no Unity")?.contains("no running Unity"),
        "who is to run it?"
    );

    let Some(player) = Player::with_code("scripts in a real game", &host.data_dir())? else {
        return Ok(());
    };
    host.wait_until_ready().await.with_context(|| player.log())?;
    wait_for("the startup script's end", async || {
        let outcomes = startup_lines(&host).unwrap_or_default();
        outcomes.contains(&"allowed".to_owned()).then_some(())
    })
    .await
    .with_context(|| host.log_text())?;
    ensure!(super::count(&client, "made at start").await? == 1, "it ran once");
    host.wait_for_log("the startup script's line", |line| {
        line.contains("the startup script was run")
    })
    .await?;
    let status = client.call("unity_status", json!({})).await?.0.message.to_string();
    ensure!(status.contains("the startup script was run"), "{status}");
    let ran = client.ask("RunConsoleScript", json!({ "path": path })).await?;
    ensure!(ran == json!({ "ok": true, "result": "spun\nTrue" }), "{ran}");
    let again = client.ask("RunStartupScript", json!({})).await?;
    ensure!(again["result"] == "started", "{again}");
    ensure!(super::count(&client, "made at start").await? == 2, "it was requested");
    let wrong = client.call("RunConsoleScript", json!({ "path": "bad.cs" })).await?;
    ensure!(
        wrong
            .failure()
            .context("an error")?
            .contains("line 2, column 11: CS0103"),
        "its place is that in the file"
    );
    let missing = client
        .call("RunConsoleScript", json!({ "path": "turn/spn.cs" }))
        .await?;
    ensure!(
        missing.failure().context("an error")?.contains("no script"),
        "it is not there"
    );
    // The game reports it once a second.
    wait_for("the count of assemblies", async || {
        let status = client.call("unity_status", json!({})).await.ok()?;
        let is_told = status.0.message.to_string().contains("3 assemblies of snippets");
        is_told.then_some(())
    })
    .await?;
    client.ask("DeleteConsoleScript", json!({ "path": "bad.cs" })).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn startup_script_runs_once_per_process_across_links_and_hosts() -> Result<()> {
    if !mono("the startup script over broken links")? {
        return Ok(());
    }
    let host = free().start().await?;
    let client = host.client().await?;
    let peer = loading(&host)?;
    peer.wait_for_links(1).await?;
    let unknown = async |client: &McpClient, value: f64| -> Result<()> {
        let answer = client.call("SetTimeScale", json!({ "value": value })).await?;
        ensure!(answer.failure().is_some(), "its outcome is unknown");
        Ok(())
    };
    // Switched on in the middle of a process: it is for the next one, even if links are made again.
    write_startup(&client, "1 + 1").await?;
    unknown(&client, 0.5).await?;
    client.ask("run_csharp", json!({ "code": "2 + 2" })).await?;
    ensure!(
        peer.links() == 2 && peer.load_count() == 1,
        "{} {}",
        peer.links(),
        peer.load_count()
    );
    unknown(&client, 0.75).await?;
    peer.wait_for_loads(2).await.with_context(|| host.log_text())?;
    // The link breaks, then the scripts reload: the same process.
    client.ask("SetTimeScale", json!({ "value": 0.25 })).await?;
    unknown(&client, 0.5).await?;
    client.ask("run_csharp", json!({ "code": "3 + 3" })).await?;
    ensure!(peer.load_count() == 3, "{}", peer.load_count());
    // So it is for a host that starts again.
    let host = host.restart().await?;
    host.wait_until_ready().await?;
    let client = host.client().await?;
    client.ask("run_csharp", json!({ "code": "4 + 4" })).await?;
    ensure!(peer.load_count() == 4, "{}", peer.load_count());
    unknown(&client, 0.75).await?;
    peer.wait_for_loads(5).await.with_context(|| host.log_text())?;
    client.ask("run_csharp", json!({ "code": "5 + 5" })).await?;
    ensure!(peer.load_count() == 6, "{}", peer.load_count());
    let runs = startup_lines(&host)?;
    ensure!(runs == ["attempt", "allowed", "attempt", "allowed"], "{runs:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_a_startup_script_that_the_policy_forbids() -> Result<()> {
    if !mono("a startup script without policy")? {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("startup.cs"), "1 + 1")?;
    let options = super::options().set("project.scripts-folder", &format!("'{}'", folder.path().display()));
    let host = options.start().await?;
    let peer = loading(&host)?;
    peer.wait_for_links(1).await?;
    host.wait_for_log("why it was not run", |line| {
        line.contains("is enabled and was not run") && line.contains("enable-console-eval")
    })
    .await?;
    ensure!(peer.load_count() == 0, "nothing was loaded");
    ensure!(startup_lines(&host)? == ["denied"], "{:?}", startup_lines(&host)?);
    let status = host.client().await?.ask("unity_status", json!({})).await?;
    ensure!(status["problems"].to_string().contains("was not run"), "{status}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_compile_errors_of_a_startup_script_with_lines() -> Result<()> {
    if !mono("a startup script with an error")? {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("startup.cs"), "int a = 1;\nint b = nothing;")?;
    let options = free().set("project.scripts-folder", &format!("'{}'", folder.path().display()));
    let host = options.start().await?;
    let peer = loading(&host)?;
    peer.wait_for_links(1).await?;
    host.wait_for_log("that it failed", |line| line.contains("the startup script failed"))
        .await?;
    ensure!(peer.load_count() == 0, "nothing was loaded");
    let outcomes = startup_lines(&host)?;
    ensure!(outcomes == ["attempt", "failed: InvalidArgument"], "{outcomes:?}");
    let status = host.client().await?.ask("unity_status", json!({})).await?;
    let problems = status["problems"].to_string();
    ensure!(problems.contains("line 2, column 9: CS0103"), "{status}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn does_not_run_a_disabled_startup_script() -> Result<()> {
    let Some((host, _player)) = playing("a real game that runs no code", free()).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    client.ask("WriteStartupScript", json!({ "content": "1 + 1" })).await?;
    // The game's own switch is off.
    let run = client.call("RunStartupScript", json!({})).await?.failure();
    ensure!(
        run.context("a refusal")?.contains("its own switch is off"),
        "whose switch?"
    );
    ensure!(startup_lines(&host)?.is_empty(), "{:?}", startup_lines(&host)?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_a_script_once_per_key_despite_a_new_link() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let options = free()
        .project(&sample())
        .set("project.scripts-folder", &format!("'{}'", folder.path().display()));
    let host = options.start().await?;
    let client = host.client().await?;
    let write = async |content: &str| {
        let meta = json!({ "unity-tools/idempotencyKey": "once" });
        let arguments = json!({ "path": "kept.cs", "content": content });
        let parameters = json!({ "name": "WriteConsoleScript", "arguments": arguments, "_meta": meta });
        anyhow::Ok(ToolAnswer(client.request("tools/call", parameters).await?))
    };
    let first = write("1 + 1").await?;
    ensure!(first.failure().is_none(), "{:?}", first.0.message);
    // Another process continues with it, and the client did not get its answer.
    let file = folder.path().join("kept.cs");
    std::fs::write(&file, "2 + 2")?;
    let peer = Peer::start(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer))?;
    peer.wait_for_links(1).await?;
    let again = write("1 + 1").await?;
    ensure!(again.failure().is_none(), "{:?}", again.0.message);
    ensure!(std::fs::read_to_string(&file)? == "2 + 2", "it was written twice");
    let other = write("3 + 3").await?.expect_failure()?;
    ensure!(other.contains("idempotency key"), "{other}");
    ensure!(std::fs::read_to_string(&file)? == "2 + 2", "{other}");
    Ok(())
}
