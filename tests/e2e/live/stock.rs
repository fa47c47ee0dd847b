//! A real game under clients that others wrote, with the handshake and without.

use super::code::coding;
use super::free;
use crate::clients::driver::{Library, http};
use crate::clients::stories::{StockClient, call};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Looks, changes, waits, runs code and takes a picture.
async fn plays(client: &mut impl StockClient) -> Result<()> {
    let names: Vec<Value> = client.list().await?.iter().map(|tool| tool["name"].clone()).collect();
    for name in ["find_objects", "edit_objects", "step", "run_csharp", "screenshot"] {
        ensure!(names.iter().any(|listed| listed == name), "{name} is not in {names:?}");
    }
    let whole = call(client, "ListObjects", json!({ "limit": 1 })).await?;
    ensure!(whole["structuredContent"]["Total"] == 54, "{whole}");
    let bodies = json!({ "where": [{ "field": "Rigidbody.mass", "op": ">=", "value": 0 }], "limit": 20 });
    let bodies = call(client, "find_objects", bodies).await?;
    let rows = bodies["structuredContent"]["rows"].as_array().map_or(0, Vec::len);
    ensure!(rows == 12, "{bodies}");
    let frozen = call(client, "step", json!({ "frozen": true })).await?;
    ensure!(frozen["structuredContent"]["clock"]["frozen"] == true, "{frozen}");
    let edits = json!([{ "create": { "name": "Ball", "position": [0, 50, 0], "components": ["Rigidbody"] } }]);
    let made = call(client, "edit_objects", json!({ "edits": edits })).await?;
    ensure!(made["isError"] != true, "{made}");
    let found = call(client, "ListObjects", json!({ "name": "Ball", "limit": 1 })).await?;
    let ball = found["structuredContent"]["Items"][0]["Id"]
        .as_str()
        .context("its id")?
        .to_owned();
    let watch = json!([{ "object": ball, "field": "Transform.position.y" }]);
    let fell = call(client, "step", json!({ "physics": 10, "watch": watch })).await?;
    let last = fell["structuredContent"]["values"][9][0]
        .as_f64()
        .with_context(|| fell.to_string())?;
    ensure!(last < 50.0, "{fell}");
    let code = "GameObject.Find(\"Ball\").transform.position.y < 50";
    let ran = call(client, "run_csharp", json!({ "code": code })).await?;
    ensure!(ran["structuredContent"]["value"] == true, "{ran}");
    let shot = call(client, "screenshot", json!({ "width": 32, "height": 16 })).await?;
    let content = shot["content"].as_array().with_context(|| shot.to_string())?;
    ensure!(content.iter().any(|block| block["type"] == "image"), "no picture");
    let gone = json!([{ "destroy": { "object": ball } }]);
    let gone = call(client, "edit_objects", json!({ "edits": gone })).await?;
    ensure!(gone["isError"] != true, "{gone}");
    let wrong = call(client, "GetObject", json!({ "id": ball })).await?;
    ensure!(wrong.to_string().contains(&ball), "{wrong}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stock_clients_control_a_game_with_and_without_handshake() -> Result<()> {
    let Some((host, _player)) = coding("a real game under stock clients", free()).await? else {
        return Ok(());
    };
    for (library, mode) in [(Library::Mcp, "legacy"), (Library::TypeScript2, "2026-07-28")] {
        let Some(mut client) = library.connect(http(host.url("/mcp")), mode).await? else {
            continue;
        };
        plays(&mut client)
            .await
            .with_context(|| format!("{library:?} {mode}"))?;
        client.close().await?;
    }
    Ok(())
}
