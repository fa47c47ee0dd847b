//! Keys of calls that come again: whose they are, and what is remembered under them.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Era, HostOptions, McpClient, TestHost, ToolAnswer};
use tokio::net::{TcpListener, TcpStream};

const KEY: &str = "the-key";

async fn session(host: &TestHost) -> Result<McpClient> {
    McpClient::connect(&host.url("/mcp"), Era::Handshake("2025-11-25")).await
}

async fn keyed(client: &McpClient, tool: &str, arguments: Value) -> Result<ToolAnswer> {
    keyed_by(client, None, tool, arguments).await
}

/// The same with a secret that says whose key it is.
async fn keyed_by(client: &McpClient, secret: Option<&str>, tool: &str, arguments: Value) -> Result<ToolAnswer> {
    let mut meta = json!({ "unity-tools/idempotencyKey": KEY });
    if let Some(secret) = secret {
        meta["unity-tools/clientSecret"] = secret.into();
    }
    let parameters = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    Ok(ToolAnswer(client.request("tools/call", parameters).await?))
}

async fn writes(client: &McpClient) -> Result<u64> {
    let status = client.ask("GetStatus", json!({})).await?;
    status["SessionEdits"].as_u64().context("a count of writes")
}

#[tokio::test]
async fn scopes_keys_to_client_and_tool_and_records_completed_calls() -> Result<()> {
    const SECRET: Option<&str> = Some("0c9f4a4e-secret-of-one-client");
    let host = HostOptions::new().writing().start().await?;
    let first = session(&host).await?;
    // The first object of a scene that is not loaded yet.
    let off = json!({ "objectId": "obj:1000001", "active": false });
    let refused = keyed_by(&first, SECRET, "SetActive", off.clone())
        .await?
        .expect_failure()?;
    ensure!(refused.contains("obj:1000001"), "{refused}");
    first.ask("ListObjects", json!({ "sceneId": "scn:1" })).await?;
    // Nothing was done before, so that this is the first time.
    keyed_by(&first, SECRET, "SetActive", off.clone()).await?.structured()?;
    ensure!(writes(&first).await? == 1);
    first.end().await?;
    let second = session(&host).await?;
    keyed_by(&second, SECRET, "SetActive", off).await?.structured()?;
    ensure!(writes(&second).await? == 1, "it was done again");
    let on = json!({ "objectId": "obj:1000001", "active": true });
    let conflict = keyed_by(&second, SECRET, "SetActive", on).await?.expect_failure()?;
    ensure!(conflict.contains("idempotency key"), "{conflict}");
    keyed_by(&second, SECRET, "SetTimeScale", json!({ "value": 0.5 }))
        .await?
        .structured()?;
    ensure!(writes(&second).await? == 2);
    // The same client without any session.
    let stateless = McpClient::stateless(&host.url("/mcp"))?;
    keyed_by(&stateless, SECRET, "SetTimeScale", json!({ "value": 0.5 }))
        .await?
        .structured()?;
    ensure!(writes(&second).await? == 2, "it was done again");
    Ok(())
}

/// A reverse proxy: all its clients reach the host from one address.
async fn proxy(host: &TestHost) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let (address, behind) = (listener.local_addr()?, host.url("").replace("http://", ""));
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let behind = behind.clone();
            tokio::spawn(async move {
                if let Ok(mut upstream) = TcpStream::connect(behind.trim_end_matches('/')).await {
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut upstream).await;
                }
            });
        }
    });
    Ok(format!("http://{address}/mcp"))
}

/// Alice and Bob are called alike, and come by the same proxy with the same key.
#[tokio::test]
async fn separates_equally_named_clients_behind_one_proxy() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let url = proxy(&host).await?;
    let era = || Era::Handshake("2025-11-25");
    let create = |name: &str| json!({ "edits": [{ "create": { "name": name } }] });
    for (alice, bob, whose) in [
        (
            McpClient::connect(&url, era()).await?,
            McpClient::connect(&url, era()).await?,
            "sessions",
        ),
        (
            McpClient::stateless(&url)?,
            McpClient::stateless(&url)?,
            "requests without a session",
        ),
    ] {
        let secrets = match whose {
            "sessions" => [None, None],
            _ => [Some("the secret that alice drew"), Some("the secret that bob drew..")],
        };
        let before = writes(&alice).await?;
        let hers = keyed_by(&alice, secrets[0], "edit_objects", create(whose))
            .await?
            .structured()?;
        let his = keyed_by(&bob, secrets[1], "edit_objects", create(whose))
            .await?
            .structured()?;
        ensure!(his["entry"] != hers["entry"], "{whose}: bob got alice's answer: {his}");
        ensure!(writes(&alice).await? == before + 2, "{whose}");
        let again = keyed_by(&alice, secrets[0], "edit_objects", create(whose))
            .await?
            .structured()?;
        ensure!(again == hers, "{whose}: {again}");
    }
    // Neither has a session or a secret here: nothing belongs to them, and nothing is cancelled for both.
    let (alice, bob) = (McpClient::stateless(&url)?, McpClient::stateless(&url)?);
    let made = alice.ask("edit_objects", create("Alice's")).await?;
    for client in [&alice, &bob] {
        let listed = client.ask("list_edits", json!({})).await?;
        ensure!(
            listed["rows"][0]["entry"] == made["entry"] && listed["rows"][0]["mine"] == false,
            "{listed}"
        );
        let all = client.ask("undo_edits", json!({ "all": true })).await?;
        ensure!(all["undone"] == json!([]), "{all}");
    }
    let named = bob.ask("undo_edits", json!({ "entries": [made["entry"]] })).await?;
    ensure!(
        named["undone"] == json!([made["entry"]]),
        "by its number anybody undoes it: {named}"
    );
    Ok(())
}

/// A call that was refused has read before: what it read does not hold for the next try, which would change what is not there any
/// more, or be refused for good.
#[tokio::test]
async fn retry_repeats_reads_but_not_completed_writes() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let client = session(&host).await?;
    let create = |name: &str| json!({ "edits": [{ "create": { "name": name } }] });
    let mut dry = create("Lamp");
    dry["dry_run"] = true.into();
    keyed(&client, "edit_objects", dry).await?.structured()?;
    client.ask("edit_objects", create("Another")).await?;
    let first = keyed(&client, "edit_objects", create("Lamp")).await?.structured()?;
    client.ask("edit_objects", create("A third")).await?;
    ensure!(writes(&client).await? == 3);
    let again = keyed(&client, "edit_objects", create("Lamp")).await?.structured()?;
    ensure!(again == first, "{again} is not {first}");
    ensure!(writes(&client).await? == 3, "it was done again");
    Ok(())
}
