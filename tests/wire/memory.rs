//! The budget of bytes: refusals in each protocol's own form, evictions, and gauges that return to zero.

use crate::client::{BOTH, Events, Host, LATEST, Session, call, initialize, request, wait_for_count, wait_within};
use crate::options::Options;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

const SHARES: [&str; 12] = [
    "requests",
    "bodies",
    "calls",
    "parked",
    "answers",
    "sessions",
    "subscriptions",
    "streams",
    "finished",
    "pipes",
    "mirror",
    "commands",
];
const MEMORY: usize = 1 << 20;
/// Bytes of a connection, and of a body besides its content.
const CONNECTION: usize = (40 << 10) + 512;
/// Additional bytes of a body while it arrives, if it is announced as longer than the initial buffer.
const WAY: usize = 24 << 10;
const FIRST: usize = 8 << 10;
/// The free rest after filling: a small body finds room, its call does not, so that the refusal has its id.
const LEFT: usize = 1000;
/// The part that new work may use.
const FOR_WORK: usize = MEMORY - MEMORY / 8;

fn small(options: &mut Options) {
    options.memory = MEMORY;
}

async fn share(host: &Host, share: &str) -> u64 {
    host.metric(&format!("memory_bytes{{share=\"{share}\"}}")).await
}

async fn until_empty(host: &Host) {
    for name in SHARES {
        // The answer with the gauges is itself under way.
        let most = if name == "answers" { 64 << 10 } else { 0 };
        wait_within(name, async { while share(host, name).await > most {} }).await;
    }
}

/// A body of which this number of bytes arrived, and no more will.
async fn slow_body(host: &Host, bytes: usize) -> TcpStream {
    let before = share(host, "bodies").await;
    let mut stream = TcpStream::connect(host.address).await.unwrap();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n",
        bytes + 1
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&vec![b' '; bytes]).await.unwrap();
    let wanted = before + (bytes + if bytes < FIRST { 0 } else { WAY }) as u64;
    // It holds more than that while it grows.
    let whole = wanted..=wanted + 1024;
    wait_within("the body", async {
        while !whole.contains(&share(host, "bodies").await) {}
    })
    .await;
    stream
}

/// A body of which one byte arrived, so that it can take a piece of an exact number of further bytes.
struct Filler(TcpStream);

impl Filler {
    /// A larger piece arrives in several parts, and both the old and the new block are held while it moves.
    const PIECE: usize = 8 << 10;

    async fn open(host: &Host) -> Self {
        let before = share(host, "bodies").await;
        let mut stream = TcpStream::connect(host.address).await.unwrap();
        stream
            .write_all(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n ")
            .await
            .unwrap();
        wait_within("a filler", async { while share(host, "bodies").await <= before {} }).await;
        Self(stream)
    }

    async fn take(&mut self, host: &Host, piece: usize) {
        let wanted = share(host, "bodies").await + piece as u64;
        self.0.write_all(&vec![b' '; piece]).await.unwrap();
        wait_within("a piece", async { while share(host, "bodies").await != wanted {} }).await;
    }
}

async fn room(host: &Host) -> usize {
    let taken = usize::try_from(host.metric("memory_taken_bytes").await).unwrap();
    FOR_WORK.saturating_sub(taken)
}

/// Enough bodies that new work has almost no room.
async fn fill(host: &Host) -> Vec<TcpStream> {
    // Connections for requests in the meantime; there is no room for another one later.
    let asked = || host.metric("memory_taken_bytes");
    tokio::join!(asked(), asked(), asked(), asked());
    let mut fillers = Vec::new();
    for _ in 0..8 {
        fillers.push(Filler::open(host).await);
    }
    let mut held = Vec::new();
    loop {
        let room = room(host).await;
        // A body that grows takes up to twice its bytes for a moment.
        let bytes = room.saturating_sub(CONNECTION + WAY + 2048) / 2;
        if bytes < 4096 {
            break;
        }
        held.push(slow_body(host, bytes).await);
    }
    for mut filler in fillers {
        let piece = room(host).await.saturating_sub(LEFT).min(Filler::PIECE);
        if piece > 0 {
            filler.take(host, piece).await;
        }
        held.push(filler.0);
    }
    assert!(room(host).await <= LEFT);
    held
}

async fn status_and_json(answer: Response) -> (u16, Value) {
    let status = answer.status().as_u16();
    (status, answer.json().await.unwrap())
}

#[tokio::test]
async fn each_protocol_rejects_requests_without_memory_and_recovers() {
    let host = Host::start_with(small).await;
    let session = host.session(LATEST).await;
    let sse = crate::sse_transport::Client::open(&host).await;
    let mut link = crate::command::Link::open(&host, "/ws").await;
    let held = fill(&host).await;

    let stateless = crate::stdio::stateless(7, "tools/call", json!({ "name": "echo", "arguments": {} }));
    let requests = [
        ("/mcp", initialize(LATEST), json!(0)),
        ("/mcp", stateless, json!(7)),
        ("/message", request(7, "call_tool", json!({ "name": "echo" })), json!(7)),
        (
            "/editor",
            request(7, "tools/call", json!({ "tool": "echo", "arguments": {} })),
            json!(7),
        ),
        ("/", request(7, "tools/call", json!({ "name": "echo" })), json!(7)),
        ("/", request(7, "list_tools", json!({})), json!(7)),
        (sse.endpoint(), request(7, "ping", json!({})), json!(7)),
    ];
    for (path, body, id) in &requests {
        let sent = host
            .request(Method::POST, path)
            .header("accept", BOTH)
            .body(body.to_string());
        let (status, told) = status_and_json(wait_within(path, sent.send()).await.unwrap()).await;
        let about = format!("{path} {body}: {told}");
        assert_eq!((status, &told["id"]), (503, id), "{about}");
        assert!(
            told["error"]["message"].as_str().unwrap().contains("`server.memory`"),
            "{about}"
        );
        assert_eq!(told["error"]["data"]["kind"], "RateLimited", "{about}");
    }
    for (path, accept) in [
        ("/read?uri=fake://text", "*/*"),
        ("/sse", "text/event-stream"),
        ("/", "text/event-stream"),
    ] {
        let sent = host.request(Method::GET, path).header("accept", accept);
        let (status, told) = status_and_json(wait_within(path, sent.send()).await.unwrap()).await;
        assert_eq!(status, 503, "{path}: {told}");
        assert!(told.to_string().contains("`server.memory`"), "{path}: {told}");
    }
    let reply = link.ask("echo", json!({ "text": "x" })).await;
    assert_eq!(
        (&reply["status"], &reply["error_kind"]),
        (&json!("error"), &json!("RateLimited")),
        "{reply}"
    );
    assert!(reply["error"].as_str().unwrap().contains("`server.memory`"), "{reply}");

    assert!(host.metric("memory_refused_total").await > 10);
    assert!(host.metric("memory_taken_bytes").await <= MEMORY as u64);
    drop(held);
    wait_within("room", async { while share(&host, "bodies").await > 0 {} }).await;
    assert!(session.call("echo", json!({ "text": "x" })).await["result"].is_object());
    assert_eq!(link.ask("echo", json!({ "text": "x" })).await["status"], "success");
    drop((sse, link));
    let ended = host
        .request(Method::DELETE, "/mcp")
        .header("mcp-session-id", &session.id);
    assert_eq!(ended.send().await.unwrap().status(), 204);
    until_empty(&host).await;
}

/// One finished stream of a call with a result of about `bytes`; returns the event id from which it can be resumed at
/// its beginning.
async fn finish_stream(session: &Session<'_>, id: u64, bytes: usize) -> String {
    let body = request(
        id,
        "tools/call",
        json!({ "name": "echo", "arguments": { "text": "x".repeat(bytes) } }),
    );
    let sent = session.host.raw(body.to_string()).header("accept", "text/event-stream");
    let mut events = Events::new(sent.header("mcp-session-id", &session.id).send().await.unwrap());
    let first = events.next().await.unwrap();
    while events.next().await.is_some() {}
    first.id.unwrap()
}

#[tokio::test]
async fn evicts_oldest_finished_streams_and_reports_it_on_resume() {
    let host = Host::start_with(small).await;
    let session = host.session(LATEST).await;
    let mut streams = Vec::new();
    for id in 0..8 {
        streams.push(finish_stream(&session, id, 25_000).await);
    }
    assert!(share(&host, "finished").await > 8 * 50_000);
    assert_eq!(host.metric("memory_evicted_total").await, 0);
    let _held = slow_body(&host, 500_000).await;
    let evicted = host.metric("memory_evicted_total").await;
    assert!((1..8).contains(&evicted), "{evicted}");
    let resume = async |id: &String| Events::new(session.get().header("last-event-id", id).send().await.unwrap());
    let mut oldest = resume(&streams[0]).await;
    let told = oldest.next().await.unwrap();
    assert_eq!(told.kind.as_deref(), Some("error"));
    assert!(told.data.unwrap().contains("no longer held"));
    assert_eq!(oldest.next().await, None);
    let newest = resume(&streams[7]).await.next_json().await;
    assert_eq!(newest["id"], 7);
}

#[tokio::test]
async fn returns_error_if_answer_exceeds_available_memory() {
    let host = Host::start_with(small).await;
    let session = host.session(LATEST).await;
    let pending = tokio::spawn(session.post(&call(1, "slow")).send());
    wait_for_count(&host.fake.started, 1).await;
    let held = fill(&host).await;
    host.fake.gate.add_permits(1);
    let answer: Value = pending.await.unwrap().unwrap().json().await.unwrap();
    assert!(
        answer["result"].is_object(),
        "what is under way has room of its own: {answer}"
    );
    drop(held);
    wait_within("room", async { while share(&host, "bodies").await > 0 {} }).await;
    // A request of 300 000 bytes, and an answer of twice that size: as text and as data.
    let text = "x".repeat(300_000);
    let body = request(
        2,
        "tools/call",
        json!({ "name": "echo", "arguments": { "text": text } }),
    );
    let answer: Value = session.post(&body).send().await.unwrap().json().await.unwrap();
    assert_eq!(answer["id"], 2);
    let words = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(
        words.contains("its answer is lost") && words.contains("`server.memory`"),
        "{words}"
    );
}

#[tokio::test]
async fn limits_and_releases_memory_of_subscriptions() {
    let host = Host::start_with(small).await;
    let session = host.session(LATEST).await;
    for number in 0..20 {
        let uri = format!("fake://{number}/{}", "x".repeat(1000));
        let answer = session.ask("resources/subscribe", json!({ "uri": uri })).await;
        assert!(answer["result"].is_object(), "{answer}");
    }
    let watched = share(&host, "subscriptions").await;
    assert!((20_000..24_000).contains(&watched), "{watched}");
    let uri = format!("fake://0/{}", "x".repeat(1000));
    session.ask("resources/unsubscribe", json!({ "uri": uri })).await;
    assert!(share(&host, "subscriptions").await < watched);
    let all: Vec<_> = (0..600)
        .map(|number| format!("fake://{number}/{}", "x".repeat(500)))
        .collect();
    let listen = json!({ "notifications": { "resourceSubscriptions": all } });
    let body = crate::stdio::stateless(1, "subscriptions/listen", listen);
    let (status, told) = status_and_json(
        host.post(&body)
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "subscriptions/listen")
            .send()
            .await
            .unwrap(),
    )
    .await;
    assert_eq!(status, 200, "{told}");
    assert!(
        told["error"]["message"].as_str().unwrap().contains("at most 262144"),
        "{told}"
    );
}

#[tokio::test]
async fn rejects_overlong_ids_and_progress_tokens() {
    let host = Host::start_with(|_| {}).await;
    let session = host.session(LATEST).await;
    let long = "x".repeat(1100);
    for (path, body) in [
        ("/mcp", request(long.clone(), "ping", json!({}))),
        ("/mcp", crate::stdio::stateless(1, "server/discover", json!({}))),
        ("/message", request(long.clone(), "ping", json!({}))),
        ("/editor", request(long.clone(), "server/info", json!({}))),
        ("/", request(long.clone(), "ping", json!({}))),
        ("/", request(long.clone(), "list_tools", json!({}))),
    ] {
        let mut body = body;
        body["id"] = json!(long);
        let sent = host
            .request(Method::POST, path)
            .header("accept", BOTH)
            .body(body.to_string());
        let (status, told) = status_and_json(sent.send().await.unwrap()).await;
        assert_eq!(status, 400, "{path}: {told}");
        let words = told["error"]["message"].as_str().unwrap_or_default();
        assert!(
            words.contains("`id` has 1102 bytes") && words.contains("at most 1024"),
            "{path}: {told}"
        );
    }
    let call = json!({ "name": "echo", "arguments": {}, "_meta": { "progressToken": long } });
    let told = session.ask("tools/call", call).await;
    let words = told["error"]["message"].as_str().unwrap_or_default();
    assert!(words.contains("`_meta.progressToken` has 1102 bytes"), "{told}");
    let mut link = crate::command::Link::open(&host, "/ws").await;
    link.command(long, "get_schema", json!({})).await;
    let reply = link.reply().await;
    assert!(
        reply["error"].as_str().unwrap().contains("`id` has 1102 bytes"),
        "{reply}"
    );
}
