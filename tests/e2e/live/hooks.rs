//! Hooks whose code an agent gives, in a real game with a stand-in for Harmony among its assemblies: the host compiles it, the game puts it
//! around the method, and switches it with the hook.

use super::free;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::player::Player;
use tests_support::{HostOptions, McpClient, TestHost};

const PULL: &str = "System.Void Game.Door::Pull(System.Int32,System.String)";

fn options() -> HostOptions {
    free().set("policy.hook-allowlist-signatures", r#"["Game.Door"]"#)
}

/// What is logged while a door is pulled.
async fn pulled(client: &McpClient) -> Result<Value> {
    let code = "new GameObject(\"door\").AddComponent<Game.Door>().Pull(3, \"me\");";
    let ran = client.ask("run_csharp", json!({ "code": code })).await?;
    Ok(ran.get("logs").cloned().unwrap_or_else(|| json!([])))
}

async fn set(client: &McpClient, source: &str) -> Result<Result<(), String>> {
    let arguments = json!({ "signature": PULL, "source": source });
    let answer = client.call("HookSetSource", arguments).await?;
    Ok(answer.failure().map_or(Ok(()), Err))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compiles_hook_source_and_runs_it_around_its_method() -> Result<()> {
    let host = options().start().await?;
    let Some(player) = Player::with_harmony_and_code("sources of hooks in a real game", &host.data_dir())? else {
        return Ok(());
    };
    host.wait_until_ready().await.with_context(|| player.log())?;
    let client = host.client().await?;
    let added = client
        .ask("HookAdd", json!({ "type": "Game.Door", "method": "Pull" }))
        .await?;
    ensure!(added.to_string().contains(PULL), "{added}");
    let template = client.ask("HookGetSource", json!({ "signature": PULL })).await?;
    let template = template["source"].as_str().context("a template")?.to_owned();
    ensure!(template.contains("static void Prefix"), "{template}");
    ensure!(pulled(&client).await? == json!([]), "nothing of it yet");
    ensure!(set(&client, &template).await? == Ok(()), "a template compiles");

    let source = "using System.Reflection;\nstatic int times;\n\
                  static void Prefix(MethodBase __originalMethod, object[] __args) { Debug.Log(__originalMethod.Name + \" \" + __args[0] + \" \" + ++times); }\n\
                  static void Postfix() { Debug.Log(\"pulled\"); }";
    ensure!(set(&client, source).await? == Ok(()), "it compiles");
    let told = client.ask("HookGetSource", json!({ "signature": PULL })).await?;
    ensure!(told["source"] == source, "{told}");
    ensure!(pulled(&client).await? == json!(["Pull 3 1", "pulled"]), "both run");

    // What is wrong leaves it as it is.
    for (source, why) in [
        ("static void Prefix() {\n  nothing(); }", "line 2, column 3: CS0103"),
        ("static void Before() { }", "no static method called Prefix"),
        ("static void Prefix(int by) { }", "Parameter \"by\" not found"),
        ("static void Prefix() { } } class Other {", "closes nothing"),
        ("#load \"/etc/passwd\"\nstatic void Prefix() { }", "directives"),
    ] {
        let refused = set(&client, source).await?.err().with_context(|| source.to_owned())?;
        ensure!(refused.contains(why), "{source}: {refused}");
    }
    ensure!(pulled(&client).await? == json!(["Pull 3 2", "pulled"]), "as it was");

    let switch = |enabled: bool| json!({ "signature": PULL, "enabled": enabled });
    client.ask("HookSetEnabled", switch(false)).await?;
    ensure!(pulled(&client).await? == json!([]), "off is off");
    let other = "static void Prefix() { Debug.Log(\"other\"); }";
    ensure!(set(&client, other).await? == Ok(()), "while it is off");
    ensure!(pulled(&client).await? == json!([]), "setting does not switch");
    client.ask("HookSetEnabled", switch(true)).await?;
    ensure!(pulled(&client).await? == json!(["other"]), "the other one alone");
    client.ask("HookRemove", json!({ "signature": PULL })).await?;
    ensure!(pulled(&client).await? == json!([]), "it is gone");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hook_source_requires_code_permission_of_policy_and_game() -> Result<()> {
    async fn refusal(host: &TestHost, player: &Player) -> Result<String> {
        host.wait_until_ready().await.with_context(|| player.log())?;
        let client = host.client().await?;
        client
            .ask("HookAdd", json!({ "type": "Game.Door", "method": "Pull" }))
            .await?;
        set(&client, "static void Prefix() { }")
            .await?
            .err()
            .context("it was set")
    }
    let host = options().start().await?;
    let Some(closed) = Player::with_harmony("a real game that takes no code", &host.data_dir())? else {
        return Ok(());
    };
    let why = refusal(&host, &closed).await?;
    ensure!(why.contains("its own switch is off"), "{why}");
    let host = options().set("policy.enable-console-eval", "false").start().await?;
    let Some(open) = Player::with_harmony_and_code("a host that runs no code", &host.data_dir())? else {
        return Ok(());
    };
    let why = refusal(&host, &open).await?;
    ensure!(why.contains("ConsoleEval disabled"), "{why}");
    Ok(())
}
