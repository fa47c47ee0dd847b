//! Resources: Explorer's twelve and the seven others: the same as the matching tool, by `read_resource`, by `GET /read` and by standard MCP.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions, host::http_client, paths};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resource_reads_equal_tool_results() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let explorer = Explorer::new(&host)?;
    explorer
        .write(
            "WriteConsoleScript",
            json!({ "path": "mcp-test.cs", "content": "return 123;" }),
        )
        .await?;
    let object = explorer.object("/Main Camera").await?;
    let pairs = [
        ("unity://status".to_owned(), "GetStatus", json!({})),
        ("unity://scenes".to_owned(), "ListScenes", json!({})),
        (
            "unity://scene/scn:0/objects?limit=2".to_owned(),
            "ListObjects",
            json!({ "sceneId": "scn:0", "limit": 2 }),
        ),
        (
            "unity://scene/scn:0/objects?limit=2&offset=3".to_owned(),
            "ListObjects",
            json!({ "sceneId": "scn:0", "limit": 2, "offset": 3 }),
        ),
        (format!("unity://object/{object}"), "GetObject", json!({ "id": object })),
        (
            format!("unity://object/{object}/components"),
            "GetComponents",
            json!({ "objectId": object }),
        ),
        (
            "unity://search?query=&name=crate&type=&path=&activeOnly=true&limit=5&offset=1".to_owned(),
            "SearchObjects",
            json!({ "name": "crate", "activeOnly": true, "limit": 5, "offset": 1 }),
        ),
        ("unity://selection".to_owned(), "GetSelection", json!({})),
        ("unity://camera/active".to_owned(), "GetCameraInfo", json!({})),
        (
            "unity://logs/tail?count=3".to_owned(),
            "TailLogs",
            json!({ "count": 3 }),
        ),
        (
            "unity://console/script?path=mcp-test.cs".to_owned(),
            "ReadConsoleScript",
            json!({ "path": "mcp-test.cs" }),
        ),
    ];
    let client = host.client().await?;
    for (uri, tool, arguments) in pairs {
        let by_tool = explorer.json(tool, arguments).await?;
        let by_read = explorer.read(&uri).await?;
        ensure!(
            without_notes(&by_read) == without_notes(&by_tool),
            "{uri}: {by_read}\n{tool}: {by_tool}"
        );
        let plain = explorer.open(&format!("/read?uri={uri}"), "*/*").await?;
        let encoded: String = uri
            .bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => char::from(byte).to_string(),
                other => format!("%{other:02X}"),
            })
            .collect();
        let quoted = explorer.open(&format!("/read?uri={encoded}"), "*/*").await?;
        for answer in [plain, quoted] {
            let (status, value) = tests_support::explorer::parts(answer).await?;
            ensure!(
                status == 200 && without_notes(&value) == without_notes(&by_read),
                "GET {uri}: {status} {value}"
            );
        }
        let answer = client.request("resources/read", json!({ "uri": uri })).await?;
        let text = answer.message["result"]["contents"][0]["text"]
            .as_str()
            .map(str::to_owned);
        let text = text.with_context(|| answer.message.to_string())?;
        let value: Value = serde_json::from_str(&text)?;
        ensure!(without_notes(&value) == without_notes(&by_read), "MCP {uri}: {value}");
    }
    let scripts = explorer.read("unity://console/scripts").await?;
    ensure!(
        scripts["Total"] == 1 && scripts["Items"][0]["Name"] == "mcp-test.cs",
        "{scripts}"
    );
    ensure!(
        scripts["Items"][0]["Path"]
            .as_str()
            .is_some_and(|path| path.ends_with("mcp-test.cs")),
        "{scripts}"
    );
    let names = [
        ("unity://scene/active", "Path", json!("Assets/Scenes/Main.unity")),
        ("unity://scene/scn:1", "Name", json!("Arena")),
        ("unity://scene/Arena", "Id", json!("scn:1")),
        ("unity://object/Main%20Camera", "Id", json!(object)),
        ("unity://project/info", "unityVersion", json!("2022.3.45f1")),
        ("unity://info", "platform", json!("Offline")),
    ];
    for (uri, field, expected) in names {
        let value = explorer.read(uri).await?;
        ensure!(value[field] == expected, "{uri}: {value}");
    }
    let assets = explorer.read("unity://project/assets?folder=Assets/Scenes").await?;
    ensure!(assets["totalAssets"] == 2, "{assets}");
    for uri in ["unity://logs", "unity://logs/5"] {
        let logs = explorer.read(uri).await?;
        ensure!(logs["Items"].is_array(), "{uri}: {logs}");
    }
    let hooks = explorer.read("unity://hooks").await?;
    ensure!(hooks["Total"] == 0 && hooks["Items"] == json!([]), "{hooks}");

    let listed = client.request("resources/list", json!({})).await?;
    let templates = client.request("resources/templates/list", json!({})).await?;
    let count = |value: &Value| value.as_array().map(Vec::len);
    ensure!(
        count(&listed.message["result"]["resources"]) == Some(12),
        "{}",
        listed.message
    );
    ensure!(
        count(&templates.message["result"]["resourceTemplates"]) == Some(7),
        "{}",
        templates.message
    );
    Ok(())
}

/// Notes stand beside what a tool gives and have no place in a resource; the newest log lines grow.
fn without_notes(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(map) = value.as_object_mut() {
        map.remove("diagnostics");
    }
    value
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notifies_subscriber_of_the_changed_resource() -> Result<()> {
    let host = HostOptions::new().set("policy.allow-writes", "true").start().await?;
    let explorer = Explorer::new(&host)?;
    let client = host.client().await?;
    for uri in ["unity://selection", "unity://scenes"] {
        let answer = client.request("resources/subscribe", json!({ "uri": uri })).await?;
        ensure!(answer.message.get("result").is_some(), "{}", answer.message);
    }
    let mut stream = client.listen().await?;
    let camera = explorer.object("/Main Camera").await?;
    explorer.write("SelectObject", json!({ "objectId": camera })).await?;
    let note = stream.wait_for_method("notifications/resources/updated").await?;
    ensure!(note["params"]["uri"] == "unity://selection", "{note}");
    explorer
        .json("ListObjects", json!({ "sceneId": "scn:1", "limit": 1 }))
        .await?;
    let note = stream.wait_for_method("notifications/resources/updated").await?;
    ensure!(note["params"]["uri"] == "unity://scenes", "{note}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn edit_notifies_every_subscribed_resource_of_its_scene() -> Result<()> {
    let host = super::open_host().await?;
    let explorer = Explorer::new(&host)?;
    let client = host.client().await?;
    let camera = explorer.object("/Main Camera").await?;
    let mut awaited: std::collections::BTreeSet<String> = [
        "unity://status",
        "unity://scene/active",
        "unity://scene/scn:0",
        "unity://scene/scn:0/objects",
    ]
    .map(str::to_owned)
    .into();
    for uri in &awaited {
        client.request("resources/subscribe", json!({ "uri": uri })).await?;
    }
    let mut stream = client.listen().await?;
    let hide = json!({ "objectId": camera, "active": false });
    explorer.write("SetActive", hide).await?;
    while !awaited.is_empty() {
        let note = stream.wait_for_method("notifications/resources/updated").await?;
        awaited.remove(note["params"]["uri"].as_str().unwrap_or_default());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_scene_error_lists_existing_scenes() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for uri in [
        "unity://scene/scn:99/objects",
        "unity://scene/scn:99/objects?limit=3",
        "unity://scene/scn:99",
    ] {
        let answer = client.request("resources/read", json!({ "uri": uri })).await?;
        let error = &answer.message["error"];
        ensure!(
            error["code"] == -32002 && error["data"]["uri"] == uri,
            "{uri}: {}",
            answer.message
        );
        ensure!(error["message"] == "there is no scene scn:99", "{error}");
        let hint = error["data"]["hint"].as_str().unwrap_or_default();
        ensure!(
            hint.contains("scn:0 (Assets/Scenes/Main.unity), scn:1 (Assets/Scenes/Arena.unity)"),
            "{error}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn declares_completion_only_if_a_bundle_completes() -> Result<()> {
    let of = async |options: HostOptions| -> Result<bool> {
        let host = options.start().await?;
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "a", "version": "1" } });
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello });
        let sent = http_client()?
            .post(host.url("/mcp"))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(hello.to_string());
        let told: Value = serde_json::from_str(&sent.send().await?.text().await?)?;
        let capabilities = &told["result"]["capabilities"];
        ensure!(capabilities["tools"].is_object(), "{told}");
        Ok(capabilities.get("completions").is_some())
    };
    let echo = paths::fixture_bundle(guests::ECHO)?;
    ensure!(
        !of(HostOptions::new().no_bundled().tools(&echo)).await?,
        "this bundle completes nothing"
    );
    let completing = paths::fixture_bundle(guests::RESOURCES_PROMPTS)?;
    ensure!(
        of(HostOptions::new().no_bundled().tools(&completing)).await?,
        "this one does"
    );
    Ok(())
}
