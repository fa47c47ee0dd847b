//! The files of recordings on the command line: made once, for their owner, and refused where they are none.

use super::{recording, sample, writing};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::process::Output;
use tests_support::host::{http_client, shared_cache, toml_path};
use tests_support::{PATIENCE, paths};
use tokio::process::Command;

/// The program in an empty folder.
struct Program(tempfile::TempDir);

impl Program {
    fn new() -> Result<Self> {
        Ok(Self(tempfile::tempdir()?))
    }

    async fn run(&self, words: &[&str]) -> Result<(Option<i32>, String, String)> {
        let mut command = Command::new(paths::binary()?);
        command.args(words).current_dir(self.0.path()).kill_on_drop(true);
        if words.first() != Some(&"check") {
            command.arg("--bundled").arg(paths::components());
        }
        for (key, folder) in [
            ("SERVER_DATA_DIR", self.0.path().join("data")),
            ("SERVER_CACHE_DIR", shared_cache()),
            ("SERVER_DISCOVERY_FILE", self.0.path().join("discovery.json")),
        ] {
            command.env(format!("UNITY_TOOL_HOST_{key}"), folder);
        }
        let Output { status, stdout, stderr } = tokio::time::timeout(PATIENCE, command.output())
            .await
            .context("the program did not end")??;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok((status.code(), text(stdout), text(stderr)))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_one_call_to_a_new_file_and_replays_it() -> Result<()> {
    let program = Program::new()?;
    let file = program.0.path().join("one.jsonl");
    let (code, recorded, errors) = program.run(&["call", "list_scenes", "--record", "one.jsonl"]).await?;
    ensure!(code == Some(0) && recorded.contains("Arena"), "{code:?} {errors}");
    let written = std::fs::read(&file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file)?.permissions().mode();
        ensure!(mode & 0o777 == 0o600, "{mode:o}");
    }
    let (code, replayed, errors) = program.run(&["call", "list_scenes", "--replay", "one.jsonl"]).await?;
    ensure!(code == Some(0) && replayed == recorded, "{code:?} {errors}");

    // A project beside it is not read, which is said.
    let beside = ["call", "list_scenes", "--replay", "one.jsonl", "--project", "."];
    let (code, replayed, errors) = program.run(&beside).await?;
    ensure!(code == Some(0) && replayed == recorded, "{code:?} {errors}");
    ensure!(errors.contains("is not read: a recording answers"), "{errors}");

    // It says so itself, too.
    let (_, told, errors) = program.run(&["call", "unity_status", "--replay", "one.jsonl"]).await?;
    ensure!(told.contains("\"source\": \"replay\""), "{told} {errors}");
    let (code, _, errors) = program
        .run(&["call", "ListScenes", r#"{"limit": 7}"#, "--replay", "one.jsonl"])
        .await?;
    ensure!(code == Some(1), "{code:?}");
    for part in [
        "`scenes/list-scenes`",
        "nearest call (line ",
        "page.limit",
        "this call has 7",
        "record again",
    ] {
        ensure!(errors.contains(part), "{part}: {errors}");
    }
    // Neither an earlier recording nor anything else is written over, and a recording is not recorded.
    let (code, _, errors) = program.run(&["call", "list_scenes", "--record", "one.jsonl"]).await?;
    ensure!(code == Some(2) && errors.contains("already"), "{code:?} {errors}");
    ensure!(std::fs::read(&file)? == written, "it was written over");
    let both = ["call", "list_scenes", "--replay", "one.jsonl", "--record", "two.jsonl"];
    let (code, _, _) = program.run(&both).await?;
    ensure!(code == Some(2) && !program.0.path().join("two.jsonl").exists());
    let sets = [
        "call",
        "list_scenes",
        "--replay",
        "one.jsonl",
        "--set",
        "unity.record=two.jsonl",
    ];
    let (code, _, errors) = program.run(&sets).await?;
    ensure!(code == Some(2) && errors.contains("both set"), "{code:?} {errors}");
    // What only looks makes none.
    let (code, _, errors) = program.run(&["list", "--set", "unity.record=two.jsonl"]).await?;
    ensure!(
        code == Some(0) && !program.0.path().join("two.jsonl").exists(),
        "{errors}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_invalid_recordings_with_the_line() -> Result<()> {
    let program = Program::new()?;
    let (code, _, errors) = program.run(&["call", "list_scenes", "--record", "whole.jsonl"]).await?;
    ensure!(code == Some(0), "{errors}");
    let whole = std::fs::read_to_string(program.0.path().join("whole.jsonl"))?;
    let end = whole.trim_end().rfind('\n').context("lines")?;
    let cases = [
        (
            "changed.jsonl",
            whole.replacen("Arena", "Arenas", 1),
            "`sum` does not match",
        ),
        (
            "older.jsonl",
            whole.replacen("\"version\":1", "\"version\":0", 1),
            "`head.version` is 0",
        ),
        (
            "text.jsonl",
            "no recording\n".to_owned(),
            "line 1: not a line of a recording",
        ),
        ("empty.jsonl", String::new(), "the file is empty"),
    ];
    for (name, text, expected) in cases {
        std::fs::write(program.0.path().join(name), text)?;
        let (code, _, errors) = program.run(&["call", "list_scenes", "--replay", name]).await?;
        ensure!(
            code == Some(2) && errors.contains(expected) && errors.contains("line ") && errors.contains(name),
            "{name}: {code:?} {errors}"
        );
    }
    let (code, _, errors) = program.run(&["call", "list_scenes", "--replay", "gone.jsonl"]).await?;
    ensure!(
        code == Some(2) && errors.contains("cannot be read"),
        "{code:?} {errors}"
    );
    // A host that was killed in the middle of a line: all before it is answered, and that is said.
    std::fs::write(program.0.path().join("torn.jsonl"), &whole[..end + 20])?;
    let (code, output, errors) = program.run(&["call", "list_scenes", "--replay", "torn.jsonl"]).await?;
    ensure!(code == Some(0) && output.contains("Arena"), "{code:?} {errors}");
    ensure!(errors.contains("ends before its host did"), "{errors}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_runs_bundle_examples_against_a_recording() -> Result<()> {
    let program = Program::new()?;
    let calls = ["call", "list_scenes", "--record", "run.jsonl"];
    let (code, _, errors) = program.run(&calls).await?;
    ensure!(code == Some(0), "{errors}");
    let bundle = paths::bundle("inspect")?;
    let bundle = bundle.to_str().context("a plain path")?;
    let (code, output, errors) = program.run(&["check", bundle, "--replay", "run.jsonl"]).await?;
    ensure!(code == Some(1), "{code:?} {output} {errors}");
    ensure!(output.contains("a recording answers"), "{output} {errors}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recording_omits_token_data_folder_caller_and_code() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (file, token) = (folder.path().join("run.jsonl"), folder.path().join("token"));
    let options = writing()
        .set("server.token-file", &toml_path(&token))
        .set("policy.enable-console-eval", "true")
        .project(&sample());
    let host = recording(options, &file).start().await?;
    // It made one.
    let token = std::fs::read_to_string(&token)?.trim().to_owned();
    let http = http_client()?;
    let call = async |tool: &str, arguments: serde_json::Value| {
        let body = json!({ "id": 1, "method": "call_tool", "params": { "name": tool, "arguments": arguments } });
        let sent = http.post(host.url("/message")).bearer_auth(&token);
        let answer = sent
            .header("user-agent", "the-caller")
            .body(body.to_string())
            .send()
            .await?;
        anyhow::Ok(answer.text().await?)
    };
    let startup = call("GetStartupScript", json!({})).await?;
    ensure!(startup.contains("data"), "it names a path: {startup}");
    call("list_unitys", json!({})).await?;
    let script = json!({ "path": "a.cs", "content": "Login(\"pass-word\");" });
    let written = call("WriteConsoleScript", script).await?;
    ensure!(!written.contains("error"), "{written}");
    let data = host.data_dir().display().to_string();
    host.terminate().await?;
    let text = std::fs::read_to_string(&file)?;
    ensure!(
        text.contains("console-scripts/get-startup") && text.contains("<data>"),
        "{text}"
    );
    let home = std::env::home_dir().filter(|home| home.components().count() > 2);
    let home = home.map(|home| home.display().to_string());
    let secrets = [
        &token,
        &data,
        &sample().display().to_string(),
        "the-caller",
        "127.0.0.1",
        "pass-word",
    ];
    for secret in secrets.into_iter().chain(home.as_deref()) {
        ensure!(!text.contains(secret), "{secret}: {text}");
    }
    Ok(())
}
