//! `cargo xtask player`: a host, and a real Unity player that dials it, for a user to try or as a check.
//!
//! Belongs here: starting both and what to ask first. Does not: how the package comes into the player, or into one assembly
//! (`tests-support`).
#![expect(clippy::print_stdout, reason = "a command line program talks through stdout")]

mod check;

use anyhow::{Context, Result, bail};
use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;
use tests_support::player::{Player, one_library};
use tests_support::{HostOptions, TestHost};

/// Starts a real Unity player with the package in it, and a host that it dials.
#[derive(Parser)]
#[command(bin_name = "cargo xtask player")]
struct Arguments {
    /// Ask 20 things, and fail where one is answered wrongly.
    #[arg(long)]
    check: bool,
    /// Compile the package as one assembly into this file instead.
    #[arg(long, requires = "managed")]
    dll: Option<PathBuf>,
    /// The assemblies of the game that it is for.
    #[arg(long)]
    managed: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    if let (Some(dll), Some(managed)) = (&arguments.dll, &arguments.managed) {
        let parts = one_library(managed, dll)?;
        println!("{}: {}", dll.display(), parts.join(", "));
        println!("On the main thread call UnityTools.Bridge.UnityToolsBridge.Begin().");
        return Ok(ExitCode::SUCCESS);
    }
    let host = options().start().await?;
    let Some(player) = Player::start("the live demo", &host.data_dir())? else {
        bail!("there is no Unity player here; `cargo xtask player` fetches one");
    };
    let ready = host.wait_until_ready().await;
    ready.with_context(|| format!("the player did not link itself; its log:\n{}", player.log()))?;
    if arguments.check {
        return check::run(&host).await;
    }
    show(&host);
    tokio::signal::ctrl_c().await.context("no signal can be waited for")?;
    drop(player);
    host.terminate().await?;
    Ok(ExitCode::SUCCESS)
}

/// All that a user may want to try in a game that is only an example.
fn options() -> HostOptions {
    HostOptions::new()
        .set("unity.live", "true")
        .writing()
        .set("policy.component-allowlist", r#"["*"]"#)
        .set("policy.reflection-allowlist-members", r#"["*"]"#)
        .without_ready()
}

fn show(host: &TestHost) {
    let url = host.url("/mcp");
    println!(
        "A Unity 2017.2 player runs the scene of ML-Agents' example \"3DBall\", without a window, and is linked to a host:\n"
    );
    println!("  {url}");
    println!("  claude mcp add --transport http unity-player {url}\n");
    println!(
        "Ask an agent: \"Which game runs here, and which of its objects fall?\", \"Stop its time\", \"Switch the camera off\"."
    );
    println!("Or by hand:\n");
    for (tool, arguments) in [
        ("GetStatus", "{}"),
        ("ListObjects", r#"{"componentType": "Rigidbody", "limit": 3}"#),
        ("SetTimeScale", r#"{"value": 0}"#),
    ] {
        let call =
            format!(r#"{{"id": 1, "method": "call_tool", "params": {{"name": "{tool}", "arguments": {arguments}}}}}"#);
        println!("  curl -s {} -d '{call}'", host.url("/message"));
    }
    println!("\nCtrl-C ends both.");
}
