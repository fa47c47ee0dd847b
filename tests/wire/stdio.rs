//! MCP over lines: a client in memory at both ends of `serve_stdio`.

use crate::client::{call, initialize, request, wait_for_count, wait_within};
use crate::fake::Fake;
use crate::options::Options;
use host_dialect_mcp::serve_stdio;
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub(crate) struct Client {
    pub(crate) fake: Arc<Fake>,
    stdin: Option<DuplexStream>,
    stdout: Lines<BufReader<DuplexStream>>,
    shutdown: CancellationToken,
    server: JoinHandle<io::Result<()>>,
}

impl Client {
    pub(crate) fn start(change: impl FnOnce(&mut Options)) -> Self {
        let mut options = Options::default();
        change(&mut options);
        let (stdin, reader) = duplex(4 << 10);
        let (writer, stdout) = duplex(4 << 10);
        let fake = Fake::new();
        let shutdown = CancellationToken::new();
        let (reader, writer) = (Box::new(reader), Box::new(writer));
        let Options { wire, mcp, .. } = options;
        let server = serve_stdio(reader, writer, fake.clone(), wire, mcp, shutdown.clone());
        Self {
            fake,
            stdin: Some(stdin),
            stdout: BufReader::new(stdout).lines(),
            shutdown,
            server: tokio::spawn(server),
        }
    }

    /// A client after the handshake.
    async fn ready(version: &str) -> Self {
        let mut client = Self::start(|_| {});
        client.say(&initialize(version)).await;
        assert_eq!(client.hear().await["result"]["protocolVersion"], version);
        client
            .say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        client
    }

    pub(crate) async fn write(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        wait_within("the host to read", stdin.write_all(text.as_bytes()))
            .await
            .unwrap();
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.write(&format!("{message}\n")).await;
    }

    async fn next(&mut self) -> Option<Value> {
        let line = wait_within("a line", self.stdout.next_line()).await.unwrap()?;
        Some(serde_json::from_str(&line).expect("one JSON text a line"))
    }

    pub(crate) async fn hear(&mut self) -> Value {
        self.next().await.expect("a message")
    }

    pub(crate) async fn ask(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.say(&request(id, method, params)).await;
        let answer = self.hear().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Closes stdin; the host ends.
    pub(crate) async fn end(mut self) {
        self.stdin = None;
        assert_eq!(self.next().await, None);
        wait_within("the end", self.server).await.unwrap().unwrap();
    }
}

pub(crate) fn stateless(id: u64, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "stateless", "version": "2" },
    });
    request(id, method, params)
}

pub(crate) fn cancelled(id: u64) -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } })
}

#[tokio::test]
async fn serves_handshake_client_and_identifies_it_as_local() {
    let mut client = Client::ready("2025-11-25").await;
    assert_eq!(
        client.ask(1, "tools/list", json!({})).await["result"]["tools"][0]["name"],
        "echo"
    );
    client.say(&call(2, "progress")).await;
    assert_eq!(client.hear().await["params"]["message"], "at 0");
    assert_eq!(client.hear().await["params"]["progress"], 50);
    assert_eq!(client.hear().await["method"], "notifications/message");
    client.fake.gate.add_permits(1);
    assert_eq!(client.hear().await["params"]["progress"], 100);
    assert_eq!(client.hear().await["result"]["content"][0]["text"], "done");
    let caller = client.fake.last.lock().unwrap().clone().unwrap().caller;
    assert_eq!((&*caller.address, &*caller.client), ("local", "plain 1"));
    let twice = client
        .ask(3, "initialize", json!({ "protocolVersion": "2025-11-25" }))
        .await;
    assert!(
        twice["error"]["message"]
            .as_str()
            .unwrap()
            .contains("initialized already")
    );
    client.end().await;
}

#[tokio::test]
async fn serves_stateless_requests_without_handshake() {
    let mut client = Client::start(|_| {});
    client.say(&stateless(1, "server/discover", json!({}))).await;
    let found = client.hear().await;
    assert_eq!(found["result"]["supportedVersions"][0], "2026-07-28");
    assert_eq!(found["result"]["resultType"], "complete");
    client
        .say(&stateless(
            2,
            "tools/call",
            json!({ "name": "echo", "arguments": { "a": 1 } }),
        ))
        .await;
    assert_eq!(client.hear().await["result"]["structuredContent"]["a"], 1);
    let caller = client.fake.last.lock().unwrap().clone().unwrap().caller;
    assert_eq!((&*caller.address, &*caller.client), ("local", "stateless 2"));
    assert_eq!(caller.session, None);

    let mut old = stateless(3, "tools/list", json!({}));
    old["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
    client.say(&old).await;
    let refused = client.hear().await;
    assert_eq!(refused["error"]["code"], -32022);
    assert_eq!(refused["error"]["data"]["requested"], "2099-01-01");
    client.say(&request(4, "server/discover", json!({}))).await;
    assert_eq!(client.hear().await["error"]["code"], -32602);
    client.say(&stateless(5, "initialize", json!({}))).await;
    assert_eq!(client.hear().await["error"]["code"], -32601);
    client.say(&request(6, "tools/list", json!({}))).await;
    let early = client.hear().await;
    assert!(
        early["error"]["message"]
            .as_str()
            .unwrap()
            .contains("before `initialize`")
    );
    client.end().await;
}

#[tokio::test]
async fn list_waits_for_first_catalog_without_blocking_other_requests() {
    let mut client = Client::start(|_| {});
    client.fake.unpublish();
    client.say(&stateless(1, "tools/list", json!({}))).await;
    client.say(&stateless(2, "server/discover", json!({}))).await;
    assert_eq!(client.hear().await["id"], 2);
    client.fake.publish(|view| view.tools.push(crate::fake::tool("echo")));
    let list = client.hear().await;
    assert_eq!(
        (&list["id"], &list["result"]["tools"][0]["name"]),
        (&json!(1), &json!("echo"))
    );
    client.end().await;
}

#[tokio::test]
async fn notification_cancels_handshake_and_stateless_calls() {
    let mut client = Client::ready("2025-06-18").await;
    client.say(&call(1, "slow")).await;
    client.say(&stateless(2, "tools/call", json!({ "name": "slow" }))).await;
    wait_for_count(&client.fake.started, 2).await;
    client.say(&stateless(2, "tools/call", json!({ "name": "echo" }))).await;
    let twice = client.hear().await;
    assert!(
        twice["error"]["message"].as_str().unwrap().contains("still in flight"),
        "{twice}"
    );
    client.say(&cancelled(2)).await;
    wait_for_count(&client.fake.cancelled, 1).await;
    client.say(&cancelled(1)).await;
    wait_for_count(&client.fake.cancelled, 2).await;
    assert_eq!(client.ask(3, "ping", json!({})).await["id"], 3);
    client.end().await;
}

#[tokio::test]
async fn subscription_notifies_on_stdout_until_cancelled() {
    let mut client = Client::start(|options| options.max_streams = 1);
    let wish = json!({ "notifications": { "toolsListChanged": true } });
    client.say(&stateless(1, "subscriptions/listen", wish.clone())).await;
    let tie = |message: &Value| message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"].clone();
    let acknowledged = client.hear().await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(tie(&acknowledged), 1);
    client.fake.publish(|view| {
        view.tools.pop();
    });
    let changed = client.hear().await;
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(tie(&changed), 1);
    client.say(&stateless(2, "subscriptions/listen", wish.clone())).await;
    assert!(
        client.hear().await["error"]["message"]
            .as_str()
            .unwrap()
            .contains("server.max-streams")
    );
    client.say(&cancelled(1)).await;
    client.say(&stateless(1, "subscriptions/listen", wish)).await;
    assert_eq!(
        client.hear().await["method"],
        "notifications/subscriptions/acknowledged",
        "its id and its place are free again"
    );
    client.stdin = None;
    let goodbye = client.hear().await;
    assert_eq!(
        (&goodbye["id"], &goodbye["result"]["resultType"]),
        (&json!(1), &json!("complete"))
    );
    client.end().await;
}

#[tokio::test]
async fn answers_batches_only_in_versions_that_support_them() {
    let mut client = Client::ready("2025-03-26").await;
    let notes = json!([{ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" }]);
    client.say(&notes).await;
    client
        .say(&json!([call(1, "slow"), request(2, "ping", json!({})), { "jsonrpc": "2.0" }, call(3, "echo")]))
        .await;
    assert_eq!(client.ask(4, "ping", json!({})).await["id"], 4);
    client.fake.gate.add_permits(1);
    let answers = client.hear().await;
    let answers = answers.as_array().unwrap();
    assert_eq!(answers.len(), 4);
    assert_eq!((&answers[0]["id"], &answers[3]["id"]), (&json!(1), &json!(3)));
    assert_eq!(answers[2]["error"]["code"], -32600);
    client.end().await;
    let mut later = Client::ready("2025-06-18").await;
    later.say(&json!([request(1, "ping", json!({}))])).await;
    assert!(
        later.hear().await["error"]["message"]
            .as_str()
            .unwrap()
            .contains("no batches")
    );
    later.end().await;
}

#[tokio::test]
async fn rejects_invalid_line_and_reads_the_next_one() {
    let mut client = Client::start(|options| options.max_body = 4096);
    client.write("{\"id\":\n\n  \r\n").await;
    let malformed = client.hear().await;
    assert_eq!(
        (&malformed["error"]["code"], malformed.get("id")),
        (&json!(-32700), None)
    );
    let long = request(1, "ping", json!({ "text": "x".repeat(100_000) }));
    client.say(&long).await;
    let skipped = client.hear().await;
    assert_eq!(skipped["error"]["code"], -32600);
    assert_eq!(skipped["error"]["data"], json!({ "kind": "TooLarge", "limit": 4096 }));
    client.write("{\"id\":7,\"method\":\"ping\"}\n").await;
    let wrong = client.hear().await;
    assert_eq!((&wrong["id"], &wrong["error"]["code"]), (&json!(7), &json!(-32600)));
    // The last line may have no line break.
    client.write(&request(8, "ping", json!({})).to_string()).await;
    client.stdin = None;
    assert_eq!(client.hear().await["id"], 8);
    client.end().await;
}

#[tokio::test]
async fn answers_each_concurrent_call_once() {
    let mut client = Client::ready("2025-11-25").await;
    for id in 0..40 {
        client.say(&call(id, "progress")).await;
    }
    client.fake.gate.add_permits(40);
    let mut results = std::collections::BTreeSet::new();
    while results.len() < 40 {
        let message = client.hear().await;
        if let Some(id) = message["id"].as_u64() {
            assert_eq!(message["result"]["content"][0]["text"], "done");
            assert!(results.insert(id), "{id} is answered once");
        }
    }
    client.end().await;
}

#[tokio::test]
async fn end_of_stdin_and_shutdown_wait_for_running_calls() {
    for by_signal in [false, true] {
        let mut client = Client::ready("2025-11-25").await;
        client.say(&call(1, "slow")).await;
        wait_for_count(&client.fake.started, 1).await;
        if by_signal {
            client.shutdown.cancel();
        } else {
            client.stdin = None;
        }
        client.fake.gate.add_permits(1);
        assert_eq!(client.hear().await["result"]["content"][0]["text"], "slept");
        client.end().await;
    }
}

#[tokio::test]
async fn answers_call_with_error_if_drain_time_ends() {
    let mut client = Client::start(|options| options.drain = Duration::from_millis(20));
    client.say(&stateless(1, "tools/call", json!({ "name": "deaf" }))).await;
    wait_for_count(&client.fake.started, 1).await;
    client.stdin = None;
    let cut = client.hear().await;
    assert_eq!(cut["id"], 1);
    assert!(
        cut["error"]["message"].as_str().unwrap().contains("outcome is unknown"),
        "{cut}"
    );
    client.end().await;
}

#[tokio::test]
async fn stops_reading_stdin_of_slow_client_and_loses_no_answers() {
    let mut client = Client::start(|options| {
        options.pipe_events = 4;
        options.pipe_bytes = 8 << 10;
    });
    let mut stdin = client.stdin.take().unwrap();
    const CALLS: u64 = 200;
    let writer = tokio::spawn(async move {
        let text = "x".repeat(2 << 10);
        for id in 0..CALLS {
            let message = stateless(
                id,
                "tools/call",
                json!({ "name": "echo", "arguments": { "text": text } }),
            );
            stdin.write_all(format!("{message}\n").as_bytes()).await.unwrap();
        }
    });
    wait_for_count(&client.fake.started, 2).await;
    // Stdout holds a few of them; the rest waits in the writer.
    tokio::task::yield_now().await;
    assert!(!writer.is_finished());
    let mut answered = 0;
    while let Some(message) = client.next().await {
        assert!(message["result"].is_object(), "{message}");
        answered += 1;
    }
    assert_eq!(answered, CALLS);
    writer.await.unwrap();
    client.end().await;
}

#[tokio::test]
async fn closed_stdout_cancels_calls_and_ends_the_host() {
    let mut client = Client::ready("2025-11-25").await;
    client.say(&call(1, "slow")).await;
    wait_for_count(&client.fake.started, 1).await;
    let Client {
        fake,
        stdin,
        stdout,
        server,
        ..
    } = client;
    drop(stdout);
    // It still holds stdin open, but reads no answers.
    let mut stdin = stdin.unwrap();
    stdin
        .write_all(format!("{}\n", request(2, "ping", json!({}))).as_bytes())
        .await
        .unwrap();
    wait_for_count(&fake.cancelled, 1).await;
    wait_within("the end", server).await.unwrap().unwrap();
}
