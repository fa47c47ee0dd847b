//! Explorer's methods: their successful answers.

use crate::client::{Host, request, wait_within};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn answers_handshake_and_serves_requests_without_it() {
    let host = Host::start().await;
    let (status, tools) = host.explorer(&request("before", "list_tools", json!({}))).await;
    assert_eq!((status, &tools["id"]), (200, &"before".into()));
    let params = json!({ "protocolVersion": "2099-01-01", "clientInfo": { "name": "x" } });
    let (status, welcome) = host.explorer(&request(7, "Initialize", params)).await;
    assert_eq!(status, 200);
    assert_eq!(
        welcome,
        json!({ "jsonrpc": "2.0", "id": 7, "result": {
            "protocolVersion": "2024-11-05",
            "capabilities": {
                "tools": { "listChanged": true },
                "resources": { "listChanged": true },
                "experimental": { "streamEvents": {} },
            },
            "serverInfo": { "name": "unity-tool-host", "version": env!("CARGO_PKG_VERSION") },
            "instructions": "A fake project.",
        } })
    );
    let noted = host
        .request(Method::POST, "/message")
        .header("content-type", "text/plain")
        .body(r#"{"method":"notifications/initialized","id":null}"#);
    let noted = noted.send().await.unwrap();
    assert_eq!(noted.status(), 202);
    assert!(noted.bytes().await.unwrap().is_empty());
    for (body, answer) in [
        (
            json!({ "method": "notifications/initialized", "id": "n" }),
            json!({ "jsonrpc": "2.0", "id": "n", "result": { "ok": true } }),
        ),
        (
            json!({ "jsonrpc": "2.0", "method": "PING", "id": -4.5 }),
            json!({ "jsonrpc": "2.0", "id": -4.5, "result": {} }),
        ),
        (
            json!({ "method": "ping" }),
            json!({ "jsonrpc": "2.0", "id": null, "result": {} }),
        ),
    ] {
        assert_eq!(host.explorer(&body).await, (200, answer), "{body}");
    }
}

#[tokio::test]
async fn lists_tools_with_reduced_schemas_and_resources_by_uri() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    for name in ["list_tools", "tools/list", "TOOLS/List"] {
        let (_, answer) = host.explorer(&request(1, name, json!({}))).await;
        let tools = answer["result"]["tools"].as_array().unwrap();
        let tool = tools.iter().find(|tool| tool["name"] == "SetThing").unwrap();
        assert_eq!(
            *tool,
            json!({
                "name": "SetThing",
                "description": "Does SetThing.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "id": { "type": "string" },
                        "mode": { "type": "string", "enum": ["world", "ui"], "default": "world" },
                    },
                    "required": ["id"],
                    "additionalProperties": false,
                },
            })
        );
    }
    for name in ["list_resources", "resources/list"] {
        let (_, answer) = host.explorer(&request(1, name, json!({}))).await;
        let resources = answer["result"]["resources"].as_array().unwrap();
        let uris: Vec<_> = resources.iter().map(|one| one["uri"].as_str().unwrap()).collect();
        assert_eq!(
            uris,
            [
                "unity://scenes",
                "unity://selection",
                "unity://object/{id}/components",
                "unity://logs/tail",
                "unity://console/script?path={path}",
            ]
        );
        assert_eq!(
            resources[0],
            json!({ "uri": "unity://scenes", "name": "one", "description": "A resource.",
                "mimeType": "application/json" })
        );
    }
}

#[tokio::test]
async fn wraps_call_result_and_ignores_case_of_tool_name() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    for (method, tool) in [("call_tool", "echo"), ("tools/call", "ECHO")] {
        let arguments = json!({ "b": 1, "a": null });
        let params = json!({ "name": tool, "arguments": arguments });
        let (status, answer) = host.explorer(&request(3, method, params)).await;
        assert_eq!(status, 200);
        let content = answer["result"]["content"].as_array().unwrap();
        assert_eq!(content.len(), 1);
        assert_eq!(content[0]["type"], "text");
        assert_eq!(content[0]["mimeType"], "application/json");
        assert_eq!(content[0]["json"], arguments);
        let text: Value = serde_json::from_str(content[0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, arguments);
        let last = host.fake.last.lock().unwrap().clone().unwrap();
        assert_eq!(last.tool, "echo");
        assert!(last.lenient_arguments);
        assert_eq!(last.caller.dialect.as_str(), "explorer");
    }
    let (_, portable) = host.explorer_call("SCENE_DUMP", Value::Null).await;
    assert_eq!(portable["result"]["content"][0]["json"], json!({}));
    assert_eq!(host.fake.last.lock().unwrap().as_ref().unwrap().tool, "scene.dump");
}

#[tokio::test]
async fn returns_diagnostics_text_and_media_besides_json() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    let (_, noted) = host.explorer_call("SelectThing", json!({ "id": "obj:1" })).await;
    let content = &noted["result"]["content"];
    assert_eq!(
        content[0]["json"],
        json!({ "ok": true, "diagnostics": ["changed in this session only"] })
    );
    let (_, noted) = host.explorer_call("noted", json!({})).await;
    let content = &noted["result"]["content"];
    assert_eq!(
        content[0]["json"],
        json!({ "a": 1, "diagnostics": ["two files were skipped"] })
    );
    assert_eq!(
        content[1],
        json!({ "type": "text", "mimeType": "text/plain", "text": "partly" })
    );
    host.fake.gate.add_permits(1);
    let (_, slept) = host.explorer_call("slow", json!({})).await;
    assert_eq!(slept["result"]["content"][0]["json"], json!({ "text": "slept" }));
    let (_, media) = host.explorer_call("media", json!({})).await;
    let kinds: Vec<_> = media["result"]["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block["type"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["text", "image", "audio", "resource_link", "resource"]);
}

#[tokio::test]
async fn reads_resources_by_request_and_by_url() {
    let host = Host::start().await;
    for name in ["read_resource", "resources/read"] {
        let (status, answer) = host
            .explorer(&request(1, name, json!({ "uri": "unity://scenes" })))
            .await;
        assert_eq!(status, 200);
        let contents = answer["result"]["contents"].as_array().unwrap();
        assert_eq!(contents.len(), 1);
        assert_eq!(contents[0]["uri"], "unity://scenes");
        assert_eq!(contents[0]["mimeType"], "application/json");
        let text: Value = serde_json::from_str(contents[0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text["Total"], 1);
    }
    for (uri, total) in [
        ("unity://scenes", 1),
        ("unity%3A%2F%2Fscenes", 1),
        ("unity://search?query=a&limit=2", 0),
        ("unity%3A%2F%2Fsearch%3Fquery%3Da%26limit%3D2", 0),
    ] {
        let read = host.request(Method::GET, &format!("/read?uri={uri}")).send();
        let answer = wait_within("an answer", read).await.unwrap();
        assert_eq!(answer.status(), 200, "{uri}");
        assert_eq!(answer.headers()["content-type"], "application/json");
        assert_eq!(answer.headers()["access-control-allow-origin"], "*");
        let dto: Value = answer.json().await.unwrap();
        assert_eq!(dto["Total"], total, "{uri}");
    }
}

#[tokio::test]
async fn lists_wait_for_the_first_catalog() {
    let host = Host::start().await;
    host.fake.unpublish();
    let ask = |method: &'static str| {
        let body = request(1, method, json!({})).to_string();
        tokio::spawn(host.request(Method::POST, "/message").body(body).send())
    };
    let asked = [ask("initialize"), ask("list_tools"), ask("list_resources")];
    host.until_metric("explorer_in_flight", 3).await;
    host.fake.publish_explorer();
    let mut answers = Vec::new();
    for answer in asked {
        let answer = wait_within("an answer", answer).await.unwrap().unwrap();
        assert_eq!(answer.status(), 200);
        answers.push(answer.json::<Value>().await.unwrap()["result"].clone());
    }
    assert!(answers[1]["tools"].as_array().is_some_and(|tools| !tools.is_empty()));
    assert!(
        answers[2]["resources"]
            .as_array()
            .is_some_and(|resources| !resources.is_empty())
    );
}
