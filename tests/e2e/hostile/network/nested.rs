//! JSON inside of JSON: texts that one library reads with a depth of its own for each, until its stack overflows.

use super::memory::small;
use anyhow::{Context, Result, ensure};
use tests_support::host::http_client;

/// How many texts lie in each other; with the arrays around each, some 5,000 levels.
const TEXTS: usize = 250;
const ARRAYS: usize = 20;

fn nested_json() -> String {
    let escaped = |text: &str| text.replace('\\', "\\u005c").replace('"', "\\u0022");
    (0..TEXTS).fold("1".to_owned(), |inner, _| {
        let (open, close) = ("[".repeat(ARRAYS), "]".repeat(ARRAYS));
        let inner = escaped(&inner);
        format!("{open}{{\"$serde_json::private::RawValue\":\"{inner}\"}}{close}")
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn survives_deeply_nested_json_strings() -> Result<()> {
    let host = small().start().await?;
    let http = http_client()?;
    let value = nested_json();
    let modern = |method: &str, rest: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{rest}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientInfo":{value},"io.modelcontextprotocol/clientCapabilities":{{"x":{value}}}}}}}}}"#
        )
    };
    let client = r#""clientInfo":{"name":"n","version":"1"}"#;
    for (path, body) in [
        (
            "/mcp",
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{value},{client}}}}}"#
            ),
        ),
        ("/mcp", modern("tools/list", "")),
        (
            "/mcp",
            modern(
                "tools/call",
                &format!(r#""name":"ListScenes","arguments":{{"limit":{value}}},"#),
            ),
        ),
        (
            "/",
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"ListScenes","arguments":{{"limit":{value}}}}}}}"#
            ),
        ),
        ("/", value.clone()),
    ] {
        let sent = http.post(host.url(path)).header("content-type", "application/json");
        let answer = sent
            .body(body)
            .send()
            .await
            .with_context(|| format!("{path}: no answer"))?;
        ensure!(!answer.status().is_server_error(), "{path}: {}", answer.status());
        answer.bytes().await?;
    }
    ensure!(host.health().await?["status"].is_string(), "it is alive");
    Ok(())
}
