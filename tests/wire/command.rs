//! Commands over a WebSocket: frames in, replies out, and the host's counters of them.

mod ending;
pub(crate) mod parts;

use crate::client::{Host, wait_for_count, wait_within};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

/// A client with the limit of the command protocol: it accepts no frame over 1 MiB.
pub(crate) struct Link(WebSocketStream<TcpStream>);

impl Link {
    pub(crate) async fn open(host: &Host, path: &str) -> Self {
        Self::knock(host, path, &[]).await.expect("a WebSocket")
    }

    /// A connection, or the status of the refusal and its message.
    async fn knock(host: &Host, path: &str, headers: &[(&'static str, &str)]) -> Result<Self, (u16, String)> {
        let mut request = format!("ws://{}{path}", host.address).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(host.address).await.unwrap();
        let limits =
            tokio_tungstenite::tungstenite::protocol::WebSocketConfig::default().max_message_size(Some(1 << 20));
        let shaken = tokio_tungstenite::client_async_with_config(request, stream, Some(limits));
        match wait_within("a handshake", shaken).await {
            Ok((socket, response)) => {
                assert_eq!(response.status(), 101);
                Ok(Self(socket))
            }
            Err(Error::Http(response)) => {
                let words = String::from_utf8_lossy(response.body().as_deref().unwrap_or_default()).into_owned();
                Err((response.status().as_u16(), words))
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) async fn say(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        wait_within("sending", self.0.send(Message::text(text))).await.unwrap();
    }

    pub(crate) async fn command(&mut self, id: impl Into<Value>, command: &str, parameters: Value) {
        let frame = json!({ "id": id.into(), "command": command, "parameters": parameters, "client_timestamp": 17 });
        self.say(frame.to_string()).await;
    }

    /// The next reply.
    pub(crate) async fn reply(&mut self) -> Value {
        loop {
            match wait_within("a reply", self.0.next())
                .await
                .expect("an open link")
                .unwrap()
            {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) async fn ask(&mut self, command: &str, parameters: Value) -> Value {
        self.command("one", command, parameters).await;
        let reply = self.reply().await;
        assert_eq!(reply["id"], "one");
        reply
    }

    /// Reads to the end; returns the close code, if there was one.
    async fn end(mut self) -> Option<CloseCode> {
        let mut code = None;
        while let Some(Ok(message)) = wait_within("the end of a link", self.0.next()).await {
            if let Message::Close(Some(frame)) = message {
                code = Some(frame.code);
            }
        }
        code
    }
}

async fn totals(host: &Host) -> Value {
    let answer = host.request(Method::GET, "/health").send().await.unwrap();
    answer.json::<Value>().await.unwrap()["command"].clone()
}

#[tokio::test]
async fn answers_command_on_both_paths_with_its_id_and_timestamps() {
    let host = Host::start().await;
    for path in ["/ws", "/"] {
        let mut link = Link::open(&host, path).await;
        for id in [json!("req_101"), json!(7), json!(-1.5), json!("")] {
            link.command(id.clone(), "echo", json!({ "a": [1, "é"] })).await;
            let mut reply = link.reply().await;
            let now = reply["server_timestamp"].take();
            assert!(now.as_u64().is_some_and(|now| now > 1_700_000_000_000), "{now}");
            assert_eq!(
                reply,
                json!({ "id": id, "type": "response", "status": "success", "result": { "a": [1, "é"] },
                    "server_timestamp": null, "client_timestamp": 17 })
            );
        }
        let request = host.fake.last.lock().unwrap().clone().unwrap();
        assert_eq!(
            (request.caller.dialect.as_str(), request.lenient_arguments),
            ("command", false)
        );
        assert_eq!(
            link.ask("scene_dump", json!({})).await["status"],
            "success",
            "portable names"
        );
        assert_eq!(host.metric("command_connections").await, 1);
        drop(link);
        host.until_metric("command_connections", 0).await;
    }
}

#[tokio::test]
async fn returns_error_text_with_hint_and_keeps_link_open() {
    let host = Host::start().await;
    let mut link = Link::open(&host, "/ws").await;
    let failed = link.ask("fail", json!({})).await;
    assert_eq!(
        (&failed["status"], &failed["error_kind"]),
        (&"error".into(), &"InvalidArgument".into())
    );
    assert_eq!(failed["error"], "it failed\nHint: set `policy.allow-writes`");
    assert_eq!(
        (&failed["details"], &failed["client_timestamp"]),
        (&json!({ "wanted": "x" }), &17.into())
    );
    let unknown = link.ask("no_such", json!({})).await;
    assert_eq!(
        unknown["error"],
        "Unknown command: `no_such`\nHint: get_schema lists the commands"
    );
    let broken = link.ask("panic", json!({})).await;
    assert_eq!(
        (&broken["status"], &broken["error_kind"]),
        (&"error".into(), &"Internal".into())
    );
    let noted = link.ask("noted", json!({})).await;
    assert_eq!(noted["result"]["diagnostics"], json!(["two files were skipped"]));
    assert_eq!(noted["result"]["a"], 1);
    let own = link.ask("noted", json!({ "broken": true })).await;
    assert_eq!(
        (&own["error"], &own["diagnostics"][0]),
        (&"partly".into(), &"two files were skipped".into())
    );
    for (frame, words) in [
        ("{", "not JSON"),
        ("[1]", "not a list"),
        (r#"{"command":"echo"}"#, "`id` is missing"),
        (r#"{"id":{},"command":"echo"}"#, "`id` must be"),
    ] {
        link.say(frame).await;
        let reply = link.reply().await;
        assert_eq!(
            (&reply["id"], &reply["status"]),
            (&Value::Null, &"error".into()),
            "{frame}"
        );
        assert!(reply["error"].as_str().unwrap().contains(words), "{reply}");
    }
    wait_within("sending", link.0.send(Message::binary(vec![0, 255])))
        .await
        .unwrap();
    assert!(link.reply().await["error"].as_str().unwrap().contains("binary"));
    assert_eq!(link.ask("echo", json!({})).await["status"], "success");
}

#[tokio::test]
async fn runs_commands_concurrently_and_queues_those_over_the_limit() {
    let host = Host::start_with(|options| options.command.max_in_flight = 2).await;
    let mut link = Link::open(&host, "/ws").await;
    link.command("first", "slow", json!({})).await;
    wait_for_count(&host.fake.started, 1).await;
    link.command("second", "echo", json!({})).await;
    assert_eq!(link.reply().await["id"], "second", "a slow command holds up nothing");
    for n in 0..10 {
        link.command(n, "slow", json!({})).await;
    }
    wait_for_count(&host.fake.started, 3).await;
    assert_eq!(host.metric("in_flight").await, 2, "no more than may");
    host.fake.gate.add_permits(11);
    let mut ids = Vec::new();
    for _ in 0..11 {
        ids.push(link.reply().await["id"].to_string());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 11);
}

#[tokio::test]
async fn answers_a_hundred_concurrent_commands() {
    let host = Host::start().await;
    let mut link = Link::open(&host, "/").await;
    for n in 0..100 {
        link.command(n, "echo", json!({ "n": n })).await;
    }
    let mut seen = [false; 100];
    for _ in 0..100 {
        let reply = link.reply().await;
        let id = usize::try_from(reply["id"].as_u64().unwrap()).unwrap();
        assert_eq!(reply["result"], json!({ "n": id }));
        assert!(!std::mem::replace(&mut seen[id], true), "{id} twice");
    }
}

#[tokio::test]
async fn rejects_command_over_the_waiting_limit_with_its_id() {
    let host = Host::start_with(|options| {
        options.command.max_in_flight = 1;
        options.command.max_waiting = 1;
    })
    .await;
    let mut link = Link::open(&host, "/ws").await;
    for id in ["runs", "waits", "refused"] {
        link.command(id, "slow", json!({})).await;
    }
    let reply = link.reply().await;
    assert_eq!(
        (&reply["id"], &reply["error_kind"]),
        (&"refused".into(), &"RateLimited".into())
    );
    host.fake.gate.add_permits(2);
    assert_eq!(link.reply().await["id"], "runs");
    assert_eq!(link.reply().await["id"], "waits");
}

#[tokio::test]
async fn replaces_oversized_reply_with_error_that_names_the_limit() {
    let host = Host::start().await;
    let mut link = Link::open(&host, "/ws").await;
    let reply = link.ask("echo", json!({ "text": "x".repeat(1 << 20) })).await;
    assert_eq!(
        (&reply["status"], &reply["error_kind"]),
        (&"error".into(), &"TooLarge".into())
    );
    let words = reply["error"].as_str().unwrap();
    assert!(
        words.contains("`echo`") && words.contains("1048576") && words.contains("/mcp"),
        "{words}"
    );
    let most = link.ask("echo", json!({ "text": "x".repeat((1 << 20) - 200) })).await;
    assert_eq!(most["status"], "success");
}

#[tokio::test]
async fn lists_tools_and_resources_in_schema_and_reads_resources() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    let mut link = Link::open(&host, "/ws").await;
    let schema = link.ask("get_schema", json!({})).await["result"].clone();
    let tools = schema["tools"].as_array().unwrap();
    let tool = tools.iter().find(|tool| tool["name"] == "SetThing").unwrap();
    assert_eq!(
        tool["inputSchema"]["properties"]["id"],
        json!({ "type": "string", "description": "Which.", "required": true })
    );
    assert_eq!(tool["inputSchema"]["properties"]["mode"]["required"], false);
    assert_eq!(tool["inputSchema"]["required"], json!(["id"]));
    assert!(tools.iter().any(|tool| tool["name"] == "get_schema"));
    assert_eq!(schema["resources"][0]["urlPattern"], "unity://scenes");
    let read = link.ask("read_resource", json!({ "uri": "unity://scenes" })).await;
    assert_eq!(read["result"]["Items"][0]["Id"], "scn:0");
    let text = link.ask("read_resource", json!({ "uri": "fake://text" })).await;
    assert_eq!(text["result"]["contents"][0]["text"], "hello");
    assert_eq!(
        link.ask("read_resource", json!({ "uri": "fake://x" })).await["error_kind"],
        "NotFound"
    );
    assert!(
        link.ask("read_resource", json!({})).await["error"]
            .as_str()
            .unwrap()
            .contains("`uri`")
    );
    let hint = link.ask("one", json!({})).await;
    assert!(hint["error"].as_str().unwrap().contains("read_resource"), "{hint}");
    let media = link.ask("media", json!({})).await;
    assert_eq!(
        media["result"]["content"][0],
        json!({ "type": "image", "mimeType": "image/png", "base64": "AQID" })
    );
    host.fake
        .publish(|view| view.tools.push(crate::fake::tool("get_schema")));
    let theirs = link.ask("get_schema", json!({})).await;
    assert_eq!(
        theirs["error_kind"], "UnknownName",
        "the fake runs no such tool, but it was asked"
    );
}

#[tokio::test]
async fn rejects_upgrades_with_invalid_token_origin_host_or_headers() {
    let host = Host::start_with(|options| options.token = Some(host_wire::Token::new("secret"))).await;
    let token = ("authorization", "Bearer secret");
    for (headers, status, words) in [
        (&[][..], 401, "server.token-file"),
        (&[("authorization", "Bearer wrong")], 401, "server.token-file"),
        (
            &[token, ("origin", "https://evil.example")],
            403,
            "server.allowed-origins",
        ),
        (&[token, ("host", "evil.example")], 403, "server.allowed-hosts"),
        (&[token, ("sec-websocket-version", "8")], 426, "Sec-WebSocket-Version"),
        (&[token, ("sec-websocket-key", "short")], 400, "Sec-WebSocket-Key"),
    ] {
        for path in ["/ws", "/"] {
            let (got, said) = Link::knock(&host, path, headers).await.err().expect("a refusal");
            assert_eq!(got, status, "{headers:?} {said}");
            assert!(said.is_empty() || said.contains(words), "{said}");
        }
    }
    let mut link = Link::knock(&host, "/ws", &[token, ("origin", "http://localhost:3000")])
        .await
        .ok()
        .unwrap();
    assert_eq!(link.ask("echo", json!({})).await["status"], "success");
    let page = host
        .request(Method::GET, "/ws")
        .header("authorization", "Bearer secret");
    let answer = page.send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["upgrade"]),
        (426, &"websocket".parse().unwrap())
    );
}

#[tokio::test]
async fn rejects_connections_over_limit_or_with_protocol_disabled() {
    let host = Host::start_with(|options| options.command.max_connections = 1).await;
    let link = Link::open(&host, "/ws").await;
    assert_eq!(Link::knock(&host, "/", &[]).await.err().unwrap().0, 503);
    drop(link);
    host.until_metric("command_connections", 0).await;
    assert!(Link::knock(&host, "/", &[]).await.is_ok());
    let off = Host::start_with(|options| options.command.enabled = false).await;
    for path in ["/ws", "/"] {
        let (status, _) = Link::knock(&off, path, &[]).await.err().unwrap();
        assert_eq!(status, 404);
    }
    assert_eq!(off.request(Method::GET, "/ws").send().await.unwrap().status(), 404);
    assert_eq!(off.request(Method::GET, "/").send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn counts_messages_replies_errors_and_bytes_of_a_connection() {
    let host = Host::start().await;
    let mut link = Link::open(&host, "/ws").await;
    assert_eq!(link.ask("echo", json!({})).await["status"], "success");
    link.say("{").await;
    link.reply().await;
    let told = totals(&host).await;
    for (name, count) in [
        ("connections", 1),
        ("connections_total", 1),
        ("messages", 2),
        ("replies", 2),
        ("errors", 1),
    ] {
        assert_eq!(told[name], count, "{name}: {told}");
    }
    for name in ["bytes_in", "bytes_out"] {
        assert!(told[name].as_u64().unwrap() > 50, "{told}");
    }
    assert!(told["worst_reply_ms"].as_f64().unwrap() > 0.0, "{told}");
}
