//! Commands whose reader is gone, as `| head` leaves them: each ends, quietly, and a server serves on.
//!
//! Belongs here: pipes without a reader. Does not: what is printed.

use super::Cli;
use crate::guests;
use anyhow::{Context, Result, ensure};
use std::process::Stdio;
use tests_support::{PATIENCE, paths};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::Command;

/// As shells tell it of what SIGPIPE ended.
const UNREAD: i32 = 141;

fn closed_pipe() -> Result<Stdio> {
    let (reader, writer) = std::io::pipe()?;
    drop(reader);
    Ok(writer.into())
}

/// The program with its folders; no toolchain is found.
fn program(cli: &Cli, words: &[&str]) -> Result<Command> {
    let mut command = Command::new(paths::binary()?);
    command
        .args(words)
        .current_dir(cli.path())
        .env("PATH", cli.path().join("nothing"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    Ok(command)
}

#[tokio::test]
async fn commands_end_if_their_output_pipe_is_closed() -> Result<()> {
    let cli = Cli::new()?;
    let folders = cli.folders()?;
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let echo = paths::fixture_bundle(guests::ECHO)?;
    let echo = echo.to_str().context("a plain path")?;
    let made = cli.path().join("made");
    let said = program(&cli, &["new", "made", "--language", "js"])?.output().await?;
    ensure!(said.status.success() && made.is_dir(), "{said:?}");
    let say = ["call", "say", r#"{"text":"the bridge is out"}"#, "--tools", echo];
    let list = ["list"];
    let informed = ["list", "--log", "info"];
    for (words, takes_folders, is_output) in [
        (&list[..], true, true),
        (&informed[..], true, false),
        (&["call", "ListScenes", "--sample"], true, true),
        // Its first line comes from another thread, while the one that prints waits for the answer.
        (&say, true, false),
        (&["check", echo], false, true),
        (&["build", "made"], false, false),
        (&["test", "made"], false, false),
        (&["dev", "made", "--listen", "127.0.0.1:0"], true, false),
        (&["new", "other"], false, true),
    ] {
        let all = [words, if takes_folders { &folders } else { &[] }].concat();
        let mut command = program(&cli, &all)?;
        match is_output {
            true => command.stdout(closed_pipe()?),
            false => command.stderr(closed_pipe()?),
        };
        let ended = tokio::time::timeout(PATIENCE, command.spawn()?.wait_with_output()).await;
        let said = ended.with_context(|| format!("{words:?} did not end"))??;
        ensure!(
            said.status.code() == Some(UNREAD) && said.stderr.is_empty(),
            "{words:?}: {said:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn server_keeps_serving_if_its_log_pipe_is_closed() -> Result<()> {
    let cli = Cli::new()?;
    let folders = cli.folders()?;
    let words = ["serve", "--listen", "127.0.0.1:0", "--log", "info"];
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let mut child = program(&cli, &[&words, folders.as_slice()].concat())?
        .stderr(closed_pipe()?)
        .spawn()?;
    let mut lines = BufReader::new(child.stdout.take().context("stdout is piped")?).lines();
    let line = tokio::time::timeout(PATIENCE, lines.next_line()).await??;
    let url = line
        .as_deref()
        .and_then(|line| line.strip_prefix("listening on http://"));
    let address = url.with_context(|| format!("it said {line:?}"))?;
    let mut asked = tokio::net::TcpStream::connect(address).await?;
    tokio::io::AsyncWriteExt::write_all(
        &mut asked,
        format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes(),
    )
    .await?;
    let mut answer = String::new();
    tokio::time::timeout(PATIENCE, asked.read_to_string(&mut answer)).await??;
    ensure!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    Ok(())
}
