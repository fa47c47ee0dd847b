//! What may be watched: that which is served, and nothing that a client made up.

use super::memory::{post, stateless};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, host::http_client};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_subscriptions_to_resources_that_are_not_served() -> Result<()> {
    let host = HostOptions::new()
        .config("[bundles.selection]\ntools = { deny = [\"unity://selection\"] }\n")
        .start()
        .await?;
    let client = host.client().await?;
    let http = http_client()?;
    for (uri, code, words) in [
        ("unity://scenes", None, ""),
        ("unity://logs/17", None, ""),
        ("unity://logs/tail?count=3", None, ""),
        ("unity://nobody/serves/this", Some(-32002), "unity://nobody/serves/this"),
        ("https://example.com/", Some(-32002), "https://example.com/"),
        // As reading it is answered.
        ("unity://selection", Some(-32603), "`unity://selection` is switched off"),
    ] {
        let answer = client.request("resources/subscribe", json!({ "uri": uri })).await?;
        refused_as(&answer.message["error"], code, uri, words)?;
        let uris = json!(["unity://scenes", uri]);
        let listen = json!({ "notifications": { "resourceSubscriptions": uris } });
        let answer = post(&host, &http, &stateless("subscriptions/listen", listen)).await?;
        let Some(code) = code else {
            ensure!(answer.status().as_u16() == 200, "{}", answer.text().await?);
            continue;
        };
        // 2026-07-28 has no number of its own for what is not found.
        let code = if code == -32002 { -32602 } else { code };
        let answer: Value = serde_json::from_str(&answer.text().await?)?;
        refused_as(&answer["error"], Some(code), uri, words)?;
    }
    Ok(())
}

fn refused_as(error: &Value, code: Option<i32>, uri: &str, words: &str) -> Result<()> {
    let Some(code) = code else {
        ensure!(error.is_null(), "{uri}: {error}");
        return Ok(());
    };
    let message = error["message"].as_str().unwrap_or_default();
    ensure!(
        error["code"] == code && message.contains(words) && error["data"]["uri"] == uri,
        "{uri}: {error}"
    );
    Ok(())
}
