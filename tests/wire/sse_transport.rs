//! The HTTP+SSE transport of 2024-11-05: one stream for everything, posts beside it.

use crate::client::{Events, Host, call, initialize, request, wait_for_count, wait_within};
use host_api::HostEvent;
use reqwest::{Method, Response};
use serde_json::{Value, json};

/// One client: its stream, and the address for its posts.
pub(crate) struct Client<'h> {
    host: &'h Host,
    events: Events,
    endpoint: String,
}

impl<'h> Client<'h> {
    pub(crate) async fn open(host: &'h Host) -> Self {
        Self::open_at(host, "/sse").await
    }

    async fn open_at(host: &'h Host, path: &str) -> Self {
        let sent = host.request(Method::GET, path).header("accept", "text/event-stream");
        let mut events = Events::new(sent.send().await.unwrap());
        let first = events.next().await.unwrap();
        assert_eq!((first.kind.as_deref(), &first.id), (Some("endpoint"), &None));
        let endpoint = first.data.unwrap();
        assert!(endpoint.starts_with("/messages?session_id="), "{endpoint}");
        Self { host, events, endpoint }
    }

    /// The address for its posts.
    pub(crate) fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// A client after its handshake.
    async fn ready(host: &'h Host, version: &str) -> Self {
        Self::open(host).await.shaken(version).await
    }

    async fn shaken(mut self, version: &str) -> Self {
        let client = &mut self;
        client.say(&initialize(version)).await;
        let welcome = client.hear().await;
        assert_eq!(welcome["result"]["protocolVersion"], version);
        client
            .say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        self
    }

    async fn post(&self, body: String) -> Response {
        let sent = self.host.request(Method::POST, &self.endpoint);
        let sent = sent.header("content-type", "application/json").body(body);
        wait_within("an answer", sent.send()).await.unwrap()
    }

    pub(crate) async fn say(&self, message: &Value) {
        let answer = self.post(message.to_string()).await;
        assert_eq!(answer.status(), 202, "{message}");
        assert_eq!(answer.text().await.unwrap(), "Accepted");
    }

    pub(crate) async fn hear(&mut self) -> Value {
        let event = self.events.next().await.expect("a message");
        assert_eq!((event.kind.as_deref(), &event.id), (Some("message"), &None));
        event.json()
    }

    pub(crate) async fn ask(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.say(&request(id, method, params)).await;
        let answer = self.hear().await;
        assert_eq!(answer["id"], id);
        answer
    }
}

#[tokio::test]
async fn sends_progress_logs_and_result_on_one_stream() {
    let host = Host::start().await;
    let mut client = Client::ready(&host, "2024-11-05").await;
    assert!(client.ask(1, "ping", json!({})).await["result"].is_object());
    let tools = client.ask(2, "tools/list", json!({})).await;
    assert_eq!(tools["result"]["tools"][0]["name"], "echo");
    client.say(&call("c", "progress")).await;
    assert_eq!(
        client.hear().await["params"],
        json!({ "progressToken": "p", "progress": 0, "total": 100 }),
        "2024-11-05 has no message beside progress"
    );
    assert_eq!(client.hear().await["params"]["progress"], 50);
    assert_eq!(client.hear().await["method"], "notifications/message");
    host.fake.gate.add_permits(1);
    assert_eq!(client.hear().await["params"]["progress"], 100);
    let result = client.hear().await;
    assert_eq!(
        (&result["id"], &result["result"]["content"][0]["text"]),
        (&json!("c"), &json!("done"))
    );
    let caller = host.fake.last.lock().unwrap().clone().unwrap().caller;
    assert_eq!((caller.dialect.as_str(), &*caller.client), ("mcp", "plain 1"));
    assert!(caller.session.is_some() && caller.address.starts_with("127.0.0.1:"));
    assert_eq!(host.metric("in_flight").await, 0);
}

#[tokio::test]
async fn negotiates_version_and_accepts_batches_where_supported() {
    let host = Host::start().await;
    for (asked, spoken) in [
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let mut client = Client::open(&host).await;
        client.say(&initialize(asked)).await;
        assert_eq!(client.hear().await["result"]["protocolVersion"], spoken, "{asked}");
        let batch = client.post(json!([request(1, "ping", json!({}))]).to_string()).await;
        assert_eq!(batch.status(), 400, "{spoken} has no batches");
        assert_eq!(batch.json::<Value>().await.unwrap()["error"]["code"], -32600);
    }
    let mut client = Client::ready(&host, "2025-03-26").await;
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" });
    client
        .say(&json!([
            request(1, "ping", json!({})),
            call(2, "slow"),
            note,
            call(3, "echo")
        ]))
        .await;
    assert_eq!(
        client.ask(4, "ping", json!({})).await["id"],
        4,
        "a batch that waits holds nothing up"
    );
    host.fake.gate.add_permits(1);
    let answers = client.hear().await;
    let ids: Vec<_> = answers.as_array().unwrap().iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [1, 2, 3]);
    client.say(&json!([note])).await;
    assert_eq!(client.ask(5, "ping", json!({})).await["id"], 5);
}

#[tokio::test]
async fn sends_nothing_after_cancel_and_rejects_id_in_flight() {
    let host = Host::start().await;
    let mut client = Client::ready(&host, "2024-11-05").await;
    client.say(&call(7, "slow")).await;
    wait_for_count(&host.fake.started, 1).await;
    let twice = client.ask(7, "tools/call", json!({ "name": "echo" })).await;
    assert!(
        twice["error"]["message"].as_str().unwrap().contains("still in flight"),
        "{twice}"
    );
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 } });
    client.say(&cancel).await;
    wait_for_count(&host.fake.cancelled, 1).await;
    host.until_metric("tasks", 0).await;
    let again = client
        .ask(7, "tools/call", json!({ "name": "echo", "arguments": { "a": 1 } }))
        .await;
    assert_eq!(again["result"]["structuredContent"]["a"], 1);
}

#[tokio::test]
async fn stream_url_selects_profile_for_posted_messages() {
    let host = Host::start().await;
    let mut client = Client::open_at(&host, "/sse?profile=all")
        .await
        .shaken("2025-06-18")
        .await;
    let tools = client.ask(1, "tools/list", json!({})).await;
    assert_eq!(tools["result"]["tools"][0]["name"], "echo");
    let mut client = Client::open_at(&host, "/sse?profile=nobody")
        .await
        .shaken("2025-06-18")
        .await;
    let error = client.ask(1, "tools/list", json!({})).await["error"].take();
    assert_eq!(error["code"], -32602);
    assert!(
        error["message"].as_str().is_some_and(|told| told.contains("`nobody`")),
        "{error}"
    );
    let answer = host.request(Method::GET, "/sse?profile=No!").send().await.unwrap();
    assert_eq!(answer.status(), 400);
    assert!(answer.text().await.unwrap().contains("profile=all"));
}

#[tokio::test]
async fn rejects_invalid_messages_and_stream_requests() {
    let host = Host::start().await;
    let post = async |path: &str, body: &str| {
        let answer = host
            .request(Method::POST, path)
            .body(body.to_owned())
            .send()
            .await
            .unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let (status, text) = post("/messages", "{}").await;
    assert!(status == 400 && text.contains("session_id"), "{status} {text}");
    assert_eq!(post("/messages?session_id=", "{}").await.0, 400);
    let (status, text) = post("/messages?session_id=0123", "{}").await;
    assert!(status == 404 && text.contains("GET /sse"), "{status} {text}");
    let (status, text) = post("/sse", &initialize("2025-11-25").to_string()).await;
    assert!(
        status == 405 && text.contains("GET"),
        "a client that tries /mcp's way first falls back"
    );
    assert_eq!(
        host.request(Method::GET, "/messages").send().await.unwrap().status(),
        405
    );
    let json_only = host.request(Method::GET, "/sse").header("accept", "application/json");
    assert_eq!(json_only.send().await.unwrap().status(), 406);

    let mut client = Client::open(&host).await;
    let answer = client.post("{\"id\":".to_owned()).await;
    assert_eq!(answer.status(), 400);
    let body: Value = answer.json().await.unwrap();
    assert_eq!((&body["error"]["code"], body.get("id")), (&json!(-32700), None));
    client.say(&json!({ "id": 5, "method": "ping" })).await;
    let wrong = client.hear().await;
    assert_eq!((&wrong["id"], &wrong["error"]["code"]), (&json!(5), &json!(-32600)));
    let early = client.ask(6, "tools/list", json!({})).await;
    assert!(
        early["error"]["message"]
            .as_str()
            .unwrap()
            .contains("before `initialize`")
    );
    let foreign = host
        .request(Method::GET, "/sse")
        .header("origin", "https://evil.example");
    assert_eq!(foreign.send().await.unwrap().status(), 403);
    assert_eq!(host.metric("streams").await, 1);
}

#[tokio::test]
async fn sends_announcements_once_and_only_to_affected_clients() {
    let host = Host::start().await;
    host.fake.publish_everything();
    let mut one = Client::ready(&host, "2025-06-18").await;
    let mut two = Client::ready(&host, "2024-11-05").await;
    let mut silent = Client::open(&host).await;
    one.ask(1, "resources/subscribe", json!({ "uri": "fake://text" })).await;
    two.ask(1, "logging/setLevel", json!({ "level": "error" })).await;
    host.fake.announce(HostEvent::ResourceUpdated {
        uri: "fake://text".to_owned(),
    });
    assert_eq!(
        one.hear().await,
        json!({ "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": "fake://text" } })
    );
    host.fake.publish(|view| view.tools.clear());
    for client in [&mut one, &mut two] {
        assert_eq!(client.hear().await["method"], "notifications/tools/list_changed");
    }
    two.say(&call(2, "progress")).await;
    assert_eq!(two.hear().await["params"]["progress"], 0);
    assert_eq!(two.hear().await["params"]["progress"], 50);
    host.fake.gate.add_permits(1);
    assert_eq!(
        two.hear().await["params"]["progress"],
        100,
        "a warning is below the level"
    );
    assert_eq!(
        silent.ask(9, "ping", json!({})).await["id"],
        9,
        "nothing before a handshake"
    );
}

#[tokio::test]
async fn disconnect_ends_session_and_cancels_its_calls() {
    let host = Host::start().await;
    let client = Client::ready(&host, "2024-11-05").await;
    let mut other = Client::ready(&host, "2024-11-05").await;
    client.say(&call(1, "slow")).await;
    other.say(&call(1, "slow")).await;
    wait_for_count(&host.fake.started, 2).await;
    assert_eq!((host.metric("streams").await, host.metric("pipes").await), (2, 2));
    let endpoint = client.endpoint.clone();
    drop(client);
    wait_for_count(&host.fake.cancelled, 1).await;
    host.until_metric("pipes", 1).await;
    host.until_metric("streams", 1).await;
    let gone = host.request(Method::POST, &endpoint).body("{}").send().await.unwrap();
    assert_eq!(gone.status(), 404);
    host.fake.gate.add_permits(1);
    assert_eq!(other.hear().await["result"]["content"][0]["text"], "slept");
    drop(other);
    for gauge in ["pipes", "streams", "tasks", "in_flight"] {
        host.until_metric(gauge, 0).await;
    }
    assert_eq!(host.metric("dropped_events").await, 0);
}

#[tokio::test]
async fn ends_unread_stream_and_counts_and_reports_lost_messages() {
    let host = Host::start_with(|options| {
        options.pipe_bytes = 64 << 10;
    })
    .await;
    let mut client = Client::ready(&host, "2024-11-05").await;
    let big = "x".repeat(256 << 10);
    let mut posted = 0;
    loop {
        let message = request(
            posted,
            "tools/call",
            json!({ "name": "echo", "arguments": { "text": big } }),
        );
        let answer = client.post(message.to_string()).await;
        if answer.status() == 404 {
            break;
        }
        assert_eq!(answer.status(), 202);
        posted += 1;
        host.until_metric("tasks", 0).await;
    }
    assert!(posted > 1, "a backlog within the bounds ends nothing");
    assert!(host.metric("dropped_events").await > 0);
    host.until_metric("streams", 0).await;
    let mut heard = 0;
    loop {
        let event = client.events.next().await.expect("the loss is reported before the end");
        if event.kind.as_deref() == Some("error") {
            assert!(event.data.unwrap().contains("lost"));
            break;
        }
        heard += 1;
    }
    assert!(heard < posted);
    assert_eq!(client.events.next().await, None);
    host.until_metric("pipes", 0).await;
}

#[tokio::test]
async fn limits_streams_sends_keep_alives_and_ends_them_on_shutdown() {
    let host = Host::start_with(|options| {
        options.max_streams = 1;
        options.keep_alive = std::time::Duration::from_millis(20);
    })
    .await;
    let mut client = Client::ready(&host, "2024-11-05").await;
    let full = host.request(Method::GET, "/sse").send().await.unwrap();
    assert_eq!(full.status(), 503);
    assert!(full.text().await.unwrap().contains("server.max-streams"));
    assert!(client.events.next_block().await.unwrap().comment);
    client.say(&call(1, "slow")).await;
    wait_for_count(&host.fake.started, 1).await;
    host.shutdown.cancel();
    host.fake.gate.add_permits(1);
    assert_eq!(client.hear().await["result"]["content"][0]["text"], "slept");
    assert_eq!(client.events.next().await, None);
}

#[tokio::test]
async fn names_its_setting_if_disabled_and_requires_token() {
    let host = Host::start_with(|options| options.mcp.sse = false).await;
    for (method, path) in [(Method::GET, "/sse"), (Method::POST, "/messages?session_id=1")] {
        let answer = host.request(method, path).send().await.unwrap();
        assert_eq!(answer.status(), 404);
        assert!(answer.text().await.unwrap().contains("dialects.sse.enabled"));
    }
    let host = Host::start_with(|options| options.token = Some(host_wire::Token::new("secret"))).await;
    assert_eq!(host.request(Method::GET, "/sse").send().await.unwrap().status(), 401);
    let sent = host
        .request(Method::GET, "/sse")
        .bearer_auth("secret")
        .send()
        .await
        .unwrap();
    let endpoint = Events::new(sent).next().await.unwrap().data.unwrap();
    assert_eq!(
        host.request(Method::POST, &endpoint).send().await.unwrap().status(),
        401
    );
}
