//! What `tools.deny` and `disabled-categories` take from a bundle, they take from its resources and prompts too.

use crate::guests;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient, paths};

const DENIED: &str = r#"
[policy]
disabled-categories = ["console"]
[bundles.resources-prompts]
tools = { deny = ["fixture://greeting", "fixture://item/{name}{?size}", "review_scene"] }
"#;

async fn is_refused(client: &McpClient, method: &str, parameters: Value) -> Result<bool> {
    let answer = client.request(method, parameters).await?;
    Ok(answer.message.get("error").is_some())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_denied_resources_and_prompts_and_hides_resources() -> Result<()> {
    let host = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::RESOURCES_PROMPTS)?)
        .config(DENIED)
        .start()
        .await?;
    let client = host.client().await?;
    let listed = client.request("resources/list", json!({})).await?.message.to_string();
    ensure!(
        listed.contains("fixture://bytes"),
        "what is not denied is listed: {listed}"
    );
    ensure!(
        !listed.contains("fixture://greeting") && !listed.contains("unity://console/"),
        "{listed}"
    );
    for (method, parameters) in [
        ("resources/read", json!({ "uri": "fixture://greeting" })),
        ("resources/read", json!({ "uri": "fixture://item/apple" })),
        ("resources/read", json!({ "uri": "unity://console/scripts" })),
        (
            "prompts/get",
            json!({ "name": "review_scene", "arguments": { "scene": "Main" } }),
        ),
    ] {
        ensure!(
            is_refused(&client, method, parameters.clone()).await?,
            "{method} {parameters} was served"
        );
    }
    ensure!(
        !is_refused(&client, "resources/read", json!({ "uri": "fixture://bytes" })).await?,
        "the rest is served"
    );
    Ok(())
}
