//! Messages of common clients that mean the same in every protocol: an empty list for an empty object, a byte-order
//! mark before the text, `initialize` with the id of another session.

use crate::client::{BOTH, Host, LATEST, call, initialize, request, wait_within};
use crate::command::Link;
use crate::stdio::{Client, stateless};
use reqwest::Method;
use serde_json::{Value, json};

const MARK: &str = "\u{feff}";

/// The status and the JSON answer to `body`, as a client of `path` sends it.
async fn post(host: &Host, path: &str, headers: &[(&str, &str)], body: String) -> (u16, Value) {
    let mut sent = host.request(Method::POST, path).header("accept", BOTH).body(body);
    for (name, value) in headers {
        sent = sent.header(*name, *value);
    }
    let answer = wait_within("an answer", sent.send()).await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// The arguments of the last call of the service.
fn arguments(host: &Host) -> Value {
    Value::Object(host.fake.last.lock().unwrap().take().unwrap().arguments)
}

fn json_content() -> (&'static str, &'static str) {
    ("content-type", "application/json")
}

#[tokio::test]
async fn treats_empty_argument_list_as_empty_object_in_every_protocol() {
    let host = Host::start().await;
    host.fake.publish_editor();
    let session = host.session(LATEST).await;
    let named = ("mcp-session-id", session.id.as_str());
    let echo = json!({ "name": "echo", "arguments": [], "_meta": [] });
    for (path, headers, method, params) in [
        ("/mcp", &[json_content(), named][..], "tools/call", echo.clone()),
        ("/", &[json_content()], "tools/call", echo.clone()),
        ("/message", &[], "call_tool", json!({ "name": "echo", "arguments": [] })),
        (
            "/editor",
            &[json_content()],
            "tools/call",
            json!({ "tool": "echo", "arguments": [] }),
        ),
    ] {
        let (status, answer) = post(&host, path, headers, request(1, method, params).to_string()).await;
        assert_eq!(status, 200, "{path}: {answer}");
        assert!(
            answer["error"].is_null() && answer["result"].is_object(),
            "{path}: {answer}"
        );
        assert_eq!(arguments(&host), json!({}), "{path}");
    }
    let mut link = Link::open(&host, "/ws").await;
    let reply = link.ask("echo", json!([])).await;
    assert_eq!(
        (&reply["status"], arguments(&host)),
        (&json!("success"), json!({})),
        "{reply}"
    );
    // A list with members is still an error, and nothing is called.
    let wrong = json!({ "name": "echo", "arguments": [1] });
    let (_, answer) = post(
        &host,
        "/",
        &[json_content()],
        request(1, "tools/call", wrong).to_string(),
    )
    .await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert!(host.fake.last.lock().unwrap().is_none());
}

#[tokio::test]
async fn treats_empty_params_list_as_empty_object_over_http() {
    let host = Host::start().await;
    host.fake.publish_editor();
    let session = host.session(LATEST).await;
    let named = ("mcp-session-id", session.id.as_str());
    for (path, headers, method) in [
        ("/mcp", &[json_content(), named][..], "tools/list"),
        ("/", &[json_content()], "tools/list"),
        ("/message", &[], "list_tools"),
        ("/editor", &[json_content()], "tools/list"),
        ("/editor", &[json_content()], "server/info"),
    ] {
        let lists = request(1, method, json!([])).to_string();
        let objects = request(1, method, json!({})).to_string();
        let answer = post(&host, path, headers, lists).await;
        assert!(answer.1["result"].is_object(), "{path} {method}: {answer:?}");
        assert_eq!(answer, post(&host, path, headers, objects).await, "{path} {method}");
    }
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/x", "params": [] });
    assert_eq!(session.post(&note).send().await.unwrap().status(), 202);
}

#[tokio::test]
async fn skips_byte_order_mark_before_a_body_in_every_protocol() {
    let host = Host::start().await;
    host.fake.publish_editor();
    let session = host.session(LATEST).await;
    let named = ("mcp-session-id", session.id.as_str());
    let echo = json!({ "name": "echo", "arguments": { "a": MARK } });
    for (path, headers, method, params) in [
        ("/mcp", &[json_content(), named][..], "tools/call", echo.clone()),
        ("/", &[json_content()], "tools/call", echo.clone()),
        ("/message", &[], "call_tool", echo.clone()),
        (
            "/editor",
            &[json_content()],
            "tools/call",
            json!({ "tool": "echo", "arguments": { "a": MARK } }),
        ),
    ] {
        let body = format!("{MARK}{}", request(1, method, params));
        let (status, answer) = post(&host, path, headers, body).await;
        assert_eq!(status, 200, "{path}: {answer}");
        assert_eq!(arguments(&host), json!({ "a": MARK }), "{path}");
        // One byte-order mark is skipped; with a second one the text is not JSON.
        let twice = format!("{MARK}{MARK}{}", request(1, method, json!({})));
        let (_, answer) = post(&host, path, headers, twice).await;
        assert_eq!(answer["error"]["code"], -32700, "{path}: {answer}");
    }
    let mut link = Link::open(&host, "/ws").await;
    let frame = json!({ "id": 1, "command": "echo", "parameters": { "a": 1 } });
    link.say(format!("{MARK}{frame}")).await;
    assert_eq!(link.reply().await["status"], "success");
}

#[tokio::test]
async fn skips_byte_order_mark_only_before_first_line_of_stdin() {
    let mut client = Client::start(|_| {});
    client
        .write(&format!("{MARK}{}\n", stateless(1, "tools/list", json!({}))))
        .await;
    assert_eq!(client.hear().await["result"]["tools"][0]["name"], "echo");
    client
        .write(&format!("{MARK}{}\n", stateless(2, "tools/list", json!({}))))
        .await;
    assert_eq!(
        client.hear().await["error"]["code"],
        -32700,
        "only before the first line"
    );
    client.end().await;
}

#[tokio::test]
async fn initialize_opens_new_session_regardless_of_session_id() {
    let host = Host::start().await;
    let open = host.session(LATEST).await;
    let ended = host.session(LATEST).await;
    let gone = host.request(Method::DELETE, "/mcp").header("mcp-session-id", &ended.id);
    assert_eq!(gone.send().await.unwrap().status(), 204);
    let mut ids = vec![open.id.clone(), ended.id.clone()];
    for carried in [open.id.as_str(), ended.id.as_str(), "made-up", "two words"] {
        let answer = host.post(&initialize(LATEST)).header("mcp-session-id", carried);
        let answer = answer.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{carried}");
        let id = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        assert!(!ids.contains(&id), "{carried}: a new session");
        ids.push(id);
    }
    assert_eq!(
        open.post(&call(1, "echo")).send().await.unwrap().status(),
        200,
        "it stays open"
    );
    assert_eq!(ended.post(&call(1, "echo")).send().await.unwrap().status(), 404);
}
