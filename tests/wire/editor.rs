//! EditorMCP at `/editor`: the answers of its four methods, and the path itself.

use crate::client::{Host, request, wait_for_count, wait_within};
use host_api::Dialect;
use reqwest::Method;
use serde_json::{Value, json};

async fn start() -> Host {
    let host = Host::start().await;
    host.fake.publish_editor();
    host
}

async fn ask(host: &Host, method: &str, params: Value) -> Value {
    let sent = host.request(Method::POST, "/editor");
    let sent = sent.body(request("req-001", method, params).to_string()).send();
    let answer = wait_within("an answer", sent).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "application/json");
    let answer: Value = answer.json().await.unwrap();
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!("req-001")));
    answer
}

#[tokio::test]
async fn lists_tools_by_category_and_tier() {
    let host = start().await;
    let answer = ask(&host, "tools/list", json!({ "category": "scene", "tier": "core" })).await;
    assert_eq!(
        answer["result"]["tools"][0],
        json!({
            "id": "scene.hierarchy.dump",
            "name": "Dump a hierarchy",
            "description": "Does scene.hierarchy.dump.",
            "category": "scene",
            "safetyLevel": "read-only",
            "tier": "core",
        })
    );
    for (filter, ids) in [
        (
            json!({}),
            &["scene.hierarchy.dump", "project.wipe", "code.run", "scene.select"][..],
        ),
        (
            json!({ "category": "scene" }),
            &["scene.hierarchy.dump", "scene.select"],
        ),
        (json!({ "tier": "pro" }), &["project.wipe"]),
        (json!({ "category": "code", "tier": null }), &["code.run"]),
        (json!({ "category": "scene", "tier": "pro" }), &[]),
        (json!({ "category": "Scene" }), &[]),
    ] {
        let answer = ask(&host, "tools/list", filter.clone()).await;
        let tools = answer["result"]["tools"].as_array().unwrap();
        let listed: Vec<_> = tools.iter().map(|tool| tool["id"].as_str().unwrap()).collect();
        assert_eq!(listed, ids, "{filter}");
    }
    let answer = ask(&host, "tools/list", Value::Null).await;
    let tools = answer["result"]["tools"].as_array().unwrap();
    let levels: Vec<_> = tools.iter().map(|tool| tool["safetyLevel"].as_str().unwrap()).collect();
    assert_eq!(levels, ["read-only", "destructive", "code", "write"]);
    assert_eq!(
        tools[2]["name"], "code.run",
        "a tool without a title has its id for a name"
    );
}

#[tokio::test]
async fn a_list_waits_for_the_first_catalog() {
    let host = Host::start().await;
    host.fake.unpublish();
    let publish = async { host.fake.publish_editor() };
    let (answer, ()) = tokio::join!(ask(&host, "tools/list", json!({})), publish);
    assert_eq!(answer["result"]["tools"].as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn describes_tool_by_dotted_or_portable_name() {
    let host = start().await;
    for name in ["scene.hierarchy.dump", "scene_hierarchy_dump"] {
        let answer = ask(&host, "tools/describe", json!({ "tool": name })).await;
        let tool = &answer["result"]["tool"];
        assert_eq!(tool["id"], "scene.hierarchy.dump");
        assert_eq!(
            (&tool["tier"], &tool["safetyLevel"]),
            (&json!("core"), &json!("read-only"))
        );
        assert_eq!(tool["inputs"]["required"], json!(["scenePath"]));
        assert_eq!(tool["outputs"], json!({ "type": "object" }));
        assert_eq!(tool["notes"], "Large scenes are cut.");
        assert_eq!(tool["examples"][0], r#"{"scenePath":"Assets/Scenes/Main.unity"}"#);
    }
    let answer = ask(&host, "tools/describe", json!({ "tool": "code.run" })).await;
    let tool = &answer["result"]["tool"];
    assert_eq!(tool["outputs"], json!({}));
    assert!(tool["notes"].as_str().unwrap().contains("NotReady"), "{tool}");
}

#[tokio::test]
async fn server_info_returns_versions_categories_and_tier() {
    let host = start().await;
    for params in [json!({}), Value::Null] {
        let answer = ask(&host, "server/info", params).await;
        assert_eq!(
            answer["result"],
            json!({
                "serverVersion": env!("CARGO_PKG_VERSION"),
                "unityVersion": "2022.3.1f1",
                "platform": "Offline",
                "enabledToolCategories": ["code", "project", "scene"],
                "tier": "core",
            })
        );
    }
}

#[tokio::test]
async fn call_returns_output_content_and_diagnostics() {
    let host = start().await;
    let call = |arguments: Value| json!({ "tool": "scene.hierarchy.dump", "arguments": arguments });
    for (arguments, result) in [
        (
            json!({ "scenePath": "A" }),
            json!({ "tool": "scene.hierarchy.dump", "output": { "scenePath": "A", "rootObjects": [] } }),
        ),
        (
            json!({ "scenePath": "A", "partial": true }),
            json!({
                "tool": "scene.hierarchy.dump",
                "output": { "scenePath": "A", "rootObjects": [] },
                "diagnostics": ["Processed 50 of 200 items."],
            }),
        ),
        (
            json!({ "scenePath": "A", "fail": "text" }),
            json!({
                "tool": "scene.hierarchy.dump",
                "output": { "text": "words" },
                "content": [{ "type": "image", "data": "AQ==", "mimeType": "image/png" }],
            }),
        ),
        (
            json!({ "scenePath": "A", "fail": "list" }),
            json!({ "tool": "scene.hierarchy.dump", "output": { "value": [1, 2] } }),
        ),
    ] {
        let answer = ask(&host, "tools/call", call(arguments)).await;
        assert_eq!(answer["result"], result);
    }
    let portable = json!({ "tool": "scene_hierarchy_dump", "arguments": { "scenePath": "A" } });
    let answer = ask(&host, "tools/call", portable).await;
    assert_eq!(answer["result"]["tool"], "scene.hierarchy.dump");
    let seen = host.fake.last.lock().unwrap().take().unwrap();
    assert_eq!((seen.caller.dialect, seen.lenient_arguments), (Dialect::Editor, false));
    assert_eq!((seen.caller.session, seen.deadline), (None, None));
}

#[tokio::test]
async fn a_lost_connection_cancels_the_call() {
    let host = Host::start().await;
    let call = request(1, "tools/call", json!({ "tool": "slow", "arguments": {} }));
    let sent = host.request(Method::POST, "/editor").body(call.to_string()).send();
    let sent = tokio::spawn(sent);
    wait_for_count(&host.fake.started, 1).await;
    sent.abort();
    wait_for_count(&host.fake.cancelled, 1).await;
}

#[tokio::test]
async fn path_accepts_only_post_and_can_be_disabled() {
    let host = start().await;
    let body = request(1, "server/info", json!({})).to_string();
    let slash = host.request(Method::POST, "/editor/").body(body.clone()).send();
    assert_eq!(slash.await.unwrap().status(), 200);
    let get = host.request(Method::GET, "/editor").send().await.unwrap();
    assert_eq!(
        (get.status().as_u16(), &get.headers()["allow"]),
        (405, &"POST, OPTIONS".parse().unwrap())
    );

    let host = Host::start_with(|options| options.editor.enabled = false).await;
    for method in [Method::POST, Method::GET] {
        let off = host.request(method, "/editor").body(body.clone()).send().await.unwrap();
        assert_eq!(off.status(), 404);
        assert!(off.text().await.unwrap().contains("dialects.editor.enabled"));
    }
}
