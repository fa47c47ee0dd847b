//! The owner of each path: Explorer, standard MCP, or none.

use crate::client::{Events, Host, LATEST, initialize, request};
use reqwest::Method;
use serde_json::{Value, json};

async fn post(host: &Host, path: &str, body: &Value) -> (u16, Value) {
    let sent = host
        .request(Method::POST, path)
        .header("accept", "application/json, text/event-stream");
    let answer = sent.body(body.to_string()).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap_or_default())
}

#[tokio::test]
async fn serves_explorer_methods_on_shared_paths_without_a_session() {
    let host = Host::start().await;
    for path in ["/message", "/mcp", "/mcp/", "/"] {
        let (status, answer) = post(&host, path, &json!({ "id": 1, "method": "List_Tools" })).await;
        assert_eq!(status, 200, "{path}");
        assert!(
            answer["result"]["tools"][0]["inputSchema"].is_object(),
            "{path}: {answer}"
        );
        let (status, answer) = post(&host, path, &request(1, "call_tool", json!({ "name": "echo" }))).await;
        assert_eq!(
            (status, &answer["result"]["content"][0]["json"]),
            (200, &json!({})),
            "{path}"
        );
    }
    let session = host.session(LATEST).await;
    let answer = session.ask("list_tools", json!({})).await;
    assert_eq!(answer["error"]["code"], -32601, "a session speaks standard MCP alone");
    let with_version = host
        .request(Method::POST, "/mcp")
        .header("mcp-protocol-version", LATEST)
        .body(request(1, "list_tools", json!({})).to_string());
    let answer = with_version.send().await.unwrap();
    assert_eq!(answer.status(), 400);
    assert!(answer.text().await.unwrap().contains("Mcp-Session-Id"));
}

#[tokio::test]
async fn initialize_opens_mcp_session_on_mcp_path_only() {
    let host = Host::start().await;
    for (path, version, has_session) in [
        ("/mcp", LATEST, true),
        ("/", "2024-11-05", false),
        ("/message", "2024-11-05", false),
    ] {
        let sent = host.request(Method::POST, path).header("accept", "application/json");
        let answer = sent.body(initialize(LATEST).to_string()).send().await.unwrap();
        assert_eq!(answer.headers().contains_key("mcp-session-id"), has_session, "{path}");
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(answer["result"]["protocolVersion"], version, "{path}");
    }
    let (status, answer) = post(&host, "/", &request(3, "prompts/list", json!({}))).await;
    assert_eq!(
        (status, &answer["error"]["code"], &answer["id"]),
        (404, &(-32601).into(), &3.into()),
        "not one of the sessionless methods"
    );
    let (status, answer) = post(&host, "/mcp", &request(3, "tools/list", json!({}))).await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (400, &(-32600).into()),
        "no session, no standard MCP"
    );
}

#[tokio::test]
async fn headers_select_the_protocol_of_an_event_stream() {
    let host = Host::start().await;
    for path in ["/", "/?any=thing", "/mcp", "/mcp?x", "/mcp/"] {
        let mirror = host.request(Method::GET, path).header("accept", "text/event-stream");
        let mirror = mirror.send().await.unwrap();
        assert_eq!(mirror.headers()["access-control-allow-origin"], "*");
        assert!(!mirror.headers().contains_key("transfer-encoding"), "{path}");
        let mut mirror = Events::new(mirror);
        host.explorer(&request("seen", "ping", json!({}))).await;
        assert_eq!(mirror.next_json().await["id"], "seen", "{path}");
    }
    let get = |path: &'static str| host.request(Method::GET, path).header("accept", "text/event-stream");
    let versioned = get("/mcp").header("mcp-protocol-version", LATEST).send().await.unwrap();
    assert_eq!(versioned.status(), 400);
    let stateless = get("/mcp/")
        .header("mcp-protocol-version", "2026-07-28")
        .send()
        .await
        .unwrap();
    assert_eq!(stateless.status(), 405);
    assert_eq!(stateless.headers()["allow"], "POST, OPTIONS");
    let told = stateless.text().await.unwrap();
    assert!(told.contains("GET is not served on /mcp/: use POST, OPTIONS"), "{told}");
    let unknown = get("/mcp").header("mcp-session-id", "abc").send().await.unwrap();
    assert_eq!(unknown.status(), 404);
    assert_eq!(get("/message").send().await.unwrap().status(), 405);
    let bare = host.request(Method::GET, "/mcp").send().await.unwrap();
    assert_eq!(bare.status(), 405);
    let told = bare.text().await.unwrap();
    assert!(
        told.contains("`Accept: text/event-stream` is missing") && !told.contains("not served"),
        "the header that is missing is named: {told}"
    );
    let page = host
        .request(Method::GET, "/")
        .header("accept", "text/html, */*")
        .send()
        .await
        .unwrap();
    assert!(page.text().await.unwrap().contains("/read?uri="));
    let upgrade = get("/").header("connection", "upgrade").header("upgrade", "websocket");
    let refused = upgrade.send().await.unwrap();
    assert_eq!(
        refused.status(),
        400,
        "an upgrade is the command protocol's, and this one has no key"
    );
}

#[tokio::test]
async fn failed_read_by_url_returns_json_error() {
    let host = Host::start().await;
    for (path, status, code) in [
        ("/read", 400, -32602),
        ("/read?uri=", 400, -32602),
        ("/read?uri=%zz", 400, -32602),
        ("/read?uri=scenes", 400, -32602),
        ("/read?uri=unity://nope", 404, -32004),
    ] {
        let answer = host.request(Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["content-type"], "application/json");
        let body: Value = answer.json().await.unwrap();
        assert_eq!(
            (&body["error"]["code"], &body["id"]),
            (&code.into(), &Value::Null),
            "{path}"
        );
        assert!(body["error"]["data"]["kind"].is_string(), "{path}");
    }
}

#[tokio::test]
async fn disabled_explorer_serves_no_methods_reads_or_streams() {
    let host = Host::start_with(|options| options.explorer.enabled = false).await;
    for path in ["/message", "/mcp", "/"] {
        let (status, answer) = post(&host, path, &request(1, "list_tools", json!({}))).await;
        assert!(status >= 400 && answer["result"].is_null(), "{path}: {answer}");
    }
    let answer = host
        .request(Method::GET, "/read?uri=unity://scenes")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 404);
    assert!(answer.text().await.unwrap().contains("dialects.explorer.enabled"));
    let get = |path: &'static str| host.request(Method::GET, path).header("accept", "text/event-stream");
    let alone = get("/mcp").send().await.unwrap();
    assert_eq!(
        alone.status(),
        400,
        "as with a version: MCP's stream belongs to a session"
    );
    let told = alone.text().await.unwrap();
    assert!(told.contains("Mcp-Session-Id is missing"), "{told}");
    let page = get("/").send().await.unwrap().text().await.unwrap();
    assert!(!page.contains("/message"), "{page}");
}

#[tokio::test]
async fn rejects_oversized_body_in_the_dialect_format() {
    let host = Host::start_with(|options| options.max_body = 1000).await;
    let (status, answer) = post(&host, "/message", &request(1, "ping", json!({ "x": "y".repeat(2000) }))).await;
    assert_eq!((status, &answer["error"]["data"]["kind"]), (413, &"TooLarge".into()));
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("limits.arguments")
    );
}

#[tokio::test]
async fn serves_active_guest_content_as_sandboxed_plain_text() {
    let host = Host::start().await;
    for (declared, served) in [
        ("text/html", "text/plain; charset=utf-8"),
        ("text/html;charset=utf-7", "text/plain; charset=utf-8"),
        ("image/svg+xml", "text/plain; charset=utf-8"),
        ("text/javascript", "text/plain; charset=utf-8"),
        ("application/json", "application/json"),
    ] {
        let read = host.request(Method::GET, &format!("/read?uri=fake://typed/{declared}"));
        let answer = read.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{declared}");
        assert_eq!(answer.headers()["content-type"], served, "{declared}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers()["content-security-policy"], "sandbox");
    }
    let answer = host
        .explorer(&request(1, "read_resource", json!({ "uri": "fake://typed/text/html" })))
        .await;
    assert_eq!(
        answer.1["result"]["contents"][0]["mimeType"], "text/html",
        "the type is reported to the client"
    );
}
