//! What a client asks first.

use super::has_keys;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests_support::{Explorer, HostOptions};

/// Every tool of the protocol, those that it only plans included.
pub(super) const TOOLS: [&str; 41] = [
    "AddComponent",
    "CallMethod",
    "ConsoleEval",
    "DeleteConsoleScript",
    "DestroyObject",
    "DestroyTestUi",
    "GetCameraInfo",
    "GetComponents",
    "GetConfig",
    "GetObject",
    "GetSelection",
    "GetStartupScript",
    "GetStatus",
    "GetTimeScale",
    "GetVersion",
    "HookAdd",
    "HookGetSource",
    "HookListAllowedTypes",
    "HookListMethods",
    "HookRemove",
    "HookSetEnabled",
    "HookSetSource",
    "ListObjects",
    "ListScenes",
    "MousePick",
    "ReadConsoleScript",
    "RemoveComponent",
    "Reparent",
    "RunConsoleScript",
    "RunStartupScript",
    "SearchObjects",
    "SelectObject",
    "SetActive",
    "SetConfig",
    "SetMember",
    "SetStartupScriptEnabled",
    "SetTimeScale",
    "SpawnTestUi",
    "TailLogs",
    "WriteConsoleScript",
    "WriteStartupScript",
];

const RESOURCES: [&str; 12] = [
    "unity://camera/active",
    "unity://console/script?path={path}",
    "unity://console/scripts",
    "unity://hooks",
    "unity://logs/tail",
    "unity://object/{id}",
    "unity://object/{id}/components",
    "unity://scene/{sceneId}/objects",
    "unity://scenes",
    "unity://search",
    "unity://selection",
    "unity://status",
];

/// Other ways to the same, listed behind the protocol's own.
const MORE_RESOURCES: [&str; 7] = [
    "unity://info",
    "unity://logs",
    "unity://logs/{max_logs}",
    "unity://project/assets",
    "unity://project/info",
    "unity://scene/active",
    "unity://scene/{scene_name}",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn initialize_and_lists_describe_tools_and_resources() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let (status, answer) = explorer
        .rpc(
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": {} }),
        )
        .await?;
    let result = &answer["result"];
    ensure!(status == 200 && result["protocolVersion"] == "2024-11-05", "{answer}");
    let capabilities = json!({
        "tools": { "listChanged": true },
        "resources": { "listChanged": true },
        "experimental": { "streamEvents": {} }
    });
    ensure!(result["capabilities"] == capabilities, "{answer}");
    has_keys(&result["serverInfo"], &["name", "version"])?;
    let instructions = result["instructions"].as_str().context("instructions")?;
    ensure!(instructions.contains("2022.3.45f1"), "{instructions}");

    let (status, answer) = explorer.rpc("ping", json!({})).await?;
    ensure!(status == 200 && answer["result"] == json!({}), "{answer}");
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    ensure!(explorer.send("/message", note.to_string()).await? == (202, Value::Null));
    let (status, answer) = explorer.rpc("notifications/initialized", json!({})).await?;
    ensure!(status == 200 && answer["result"] == json!({ "ok": true }), "{answer}");

    for method in ["list_tools", "tools/list", "LIST_TOOLS"] {
        let (status, answer) = explorer.rpc(method, json!({})).await?;
        ensure!(status == 200, "{method}: {answer}");
        let tools = answer["result"]["tools"].as_array().context("tools")?;
        let names: BTreeSet<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
        for name in TOOLS {
            ensure!(names.contains(name), "{method} lacks {name}");
        }
        for tool in tools {
            has_keys(tool, &["name", "description", "inputSchema"])?;
            ensure!(tool["inputSchema"]["type"] == "object", "{tool}");
        }
        let pick = tools
            .iter()
            .find(|tool| tool["name"] == "MousePick")
            .context("MousePick")?;
        ensure!(
            pick["inputSchema"]["properties"]["mode"]["enum"] == json!(["world", "ui"]),
            "{pick}"
        );
    }

    for method in ["list_resources", "resources/list"] {
        let (_, answer) = explorer.rpc(method, json!({})).await?;
        let resources = answer["result"]["resources"].as_array().context("resources")?;
        let uris: Vec<&str> = resources.iter().filter_map(|item| item["uri"].as_str()).collect();
        let (first, more) = uris.split_at_checked(RESOURCES.len()).context("too few resources")?;
        for (listed, expected) in [(first, &RESOURCES[..]), (more, &MORE_RESOURCES[..])] {
            let mut sorted = listed.to_vec();
            sorted.sort_unstable();
            ensure!(sorted == expected, "{method}: {uris:?}");
        }
        for item in resources {
            has_keys(item, &["uri", "name", "description", "mimeType"])?;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_response_allows_cross_origin_reads() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let http = tests_support::host::http_client()?;
    let mut answers = Vec::new();
    for path in ["/message", "/mcp", "/", "/read?uri=unity://status", "/nowhere"] {
        let preflight = http.request(reqwest::Method::OPTIONS, host.url(path)).send().await?;
        ensure!(preflight.status() == 204, "OPTIONS {path}: {}", preflight.status());
        answers.push((format!("OPTIONS {path}"), preflight));
    }
    for path in ["/read?uri=unity://status", "/read?uri=unity://nothing", "/nowhere", "/"] {
        answers.push((format!("GET {path}"), explorer.open(path, "*/*").await?));
    }
    for body in ["{}", "no json", r#"{"method":"ping","id":1}"#] {
        let sent = http.post(host.url("/message")).body(body);
        answers.push((format!("POST {body}"), sent.send().await?));
    }
    answers.push(("mirror".to_owned(), explorer.open("/", "text/event-stream").await?));
    answers.push(("stream".to_owned(), explorer.stream_events().await?));
    for (what, answer) in answers {
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok());
        ensure!(
            header("access-control-allow-origin") == Some("*")
                && header("access-control-allow-headers").is_some_and(|value| value.contains("Content-Type"))
                && header("access-control-allow-methods").is_some_and(|value| value.contains("POST")),
            "{what}: {:?}",
            answer.headers()
        );
    }
    Ok(())
}
