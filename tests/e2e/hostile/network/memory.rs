//! Clients that make the host hold bytes for them, each in its own way: the budget holds, and all of it comes back.

use crate::guests;
use anyhow::{Context, Result, ensure};
use futures_util::stream::{FuturesUnordered, StreamExt};
use reqwest::Response;
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::net::SocketAddr;
use tests_support::client::STATELESS;
use tests_support::resident::Resident;
use tests_support::{HostOptions, PATIENCE, TestHost, host::http_client, paths, wait_for};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The least that the setting takes.
pub(super) const MEMORY: usize = 16 << 20;
const SOCKETS: usize = 100;
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
/// Code, stacks and what the allocator keeps, beyond what is counted.
pub(super) const UNCOUNTED: usize = 64 << 20;

pub(super) fn small() -> HostOptions {
    HostOptions::new().set("server.memory", "16MiB")
}

/// Nothing but a bundle with a resource for each of many URIs.
pub(super) fn watchable(options: HostOptions) -> HostOptions {
    options.no_bundled().tools(&paths::components().join("logs"))
}

/// The URI of a resource that is served: its template takes any text.
pub(super) fn long_uri(number: usize, bytes: usize) -> String {
    format!("unity://logs/{number}{}", "x".repeat(bytes))
}

pub(super) async fn share(host: &TestHost, share: &str) -> Result<f64> {
    let name = format!("memory_bytes{{share=\"{share}\"}}");
    host.metrics().await?.gauge(&name).context(name)
}

/// The budget holds at the next moment that can be looked at.
pub(super) async fn within_budget(host: &TestHost) -> Result<()> {
    // While the budget is full, the answer that would tell has no room either.
    let taken = wait_for("room for the metrics", async || {
        host.metrics().await.ok()?.gauge("memory_taken_bytes")
    })
    .await?;
    ensure!(taken <= MEMORY as f64, "{taken} bytes of {MEMORY} are taken");
    Ok(())
}

/// Every gauge goes back to nothing; the answer that reports them counts itself.
pub(super) async fn until_empty(host: &TestHost) -> Result<()> {
    for name in SHARES {
        let most = if name == "answers" { 64.0 * 1024.0 } else { 0.0 };
        wait_for(&format!("the share {name} to be given back"), async || {
            (share(host, name).await.ok()? <= most).then_some(())
        })
        .await?;
    }
    within_budget(host).await
}

/// A refusal of the budget: 503, and why.
async fn ensure_refused(answer: Response) -> Result<()> {
    let status = answer.status().as_u16();
    let text = answer.text().await?;
    ensure!(status == 503 && text.contains("`server.memory`"), "{status} {text}");
    Ok(())
}

pub(super) fn stateless(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
        "io.modelcontextprotocol/clientInfo": { "name": "greedy", "version": "1" },
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// Asks to listen for a thousand resources with long URIs.
pub(super) fn listening() -> Value {
    let uris: Vec<String> = (0..1000).map(|number| long_uri(number, 240)).collect();
    let params = json!({ "notifications": { "resourceSubscriptions": uris } });
    stateless("subscriptions/listen", params)
}

pub(super) async fn post(host: &TestHost, http: &reqwest::Client, body: &Value) -> Result<Response> {
    let mut request = http
        .post(host.url("/mcp"))
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", STATELESS)
        .header("mcp-method", body["method"].as_str().unwrap_or_default());
    if let Some(name) = body["params"]["name"].as_str() {
        request = request.header("mcp-name", name);
    }
    Ok(request.body(body.to_string()).send().await?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn listeners_with_many_long_uris_stay_within_the_budget() -> Result<()> {
    let host = watchable(small()).start().await?;
    let before = Resident::read(host.pid()?);
    let http = http_client()?;
    let body = listening();
    let mut streams = Vec::new();
    for _ in 0..SOCKETS {
        let answer = post(&host, &http, &body).await?;
        if answer.status().as_u16() == 200 {
            streams.push(answer);
        } else {
            ensure_refused(answer).await?;
        }
        within_budget(&host).await?;
    }
    ensure!((5..60).contains(&streams.len()), "{} were let in", streams.len());
    ensure!(share(&host, "subscriptions").await? > 1e6);
    if let (Some(before), Some(after)) = (before, Resident::read(host.pid()?)) {
        let grown = after.most.saturating_sub(before.now);
        ensure!(grown <= MEMORY + UNCOUNTED, "the process grew by {grown} bytes");
    }
    drop(streams);
    until_empty(&host).await?;
    ensure!(
        post(&host, &http, &body).await?.status().as_u16() == 200,
        "there is room again"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_bodies_stay_within_the_budget() -> Result<()> {
    const SENT: usize = 1 << 20;
    let host = small().no_bundled().start().await?;
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        3 * SENT
    );
    let mut listening = Vec::new();
    for _ in 0..SOCKETS {
        let (mut from, mut to) = TcpStream::connect(address).await?.into_split();
        // It listens while it sends: a host that refuses at the first bytes waits only so long for the last.
        let heard = tokio::spawn(async move {
            let mut answer = Vec::new();
            let ended = from.read_to_end(&mut answer).await;
            (String::from_utf8_lossy(&answer).into_owned(), ended)
        });
        to.write_all(head.as_bytes()).await?;
        match to.write_all(&vec![b' '; SENT]).await {
            Err(error) if !matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => {
                return Err(error.into());
            }
            // Its half stays open, as that of a client that has more to send.
            _ => listening.push((heard, to)),
        }
    }
    wait_for("most bodies to be refused", async || {
        let metrics = host.metrics().await.ok()?;
        (metrics.gauge("memory_refused_total")? >= (SOCKETS - 16) as f64).then_some(())
    })
    .await?;
    within_budget(&host).await?;
    // Those that were let in wait for the rest of them; all others get the reason, though they sent no more.
    let mut answers: FuturesUnordered<_> = listening
        .into_iter()
        .map(|(heard, to)| async move { (heard.await, to).0 })
        .collect();
    let (mut refused, mut others) = (0, Vec::new());
    while refused < SOCKETS - 16 {
        let heard = tokio::time::timeout(PATIENCE, answers.next()).await;
        let heard = heard.with_context(|| format!("{refused} were refused, and no other answer came"))?;
        let told = heard.with_context(|| format!("{refused} were refused, and the others: {others:?}"))??;
        match told.0.starts_with("HTTP/1.1 503") && told.0.contains("`server.memory`") {
            true => refused += 1,
            false => others.push(told),
        }
    }
    drop(answers);
    until_empty(&host).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_bodies_on_many_connections_stay_within_the_budget() -> Result<()> {
    const MANY: usize = 700;
    const SENT: usize = 256 << 10;
    let host = small().no_bundled().start().await?;
    let before = Resident::read(host.pid()?);
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    let head = format!("POST / HTTP/1.1\r\nhost: {address}\r\ncontent-length: 1000000\r\n\r\n");
    let mut sockets = Vec::new();
    for _ in 0..MANY {
        let mut socket = TcpStream::connect(address).await?;
        // One that finds no room is closed, in the middle of this or before.
        let _ = socket.write_all(head.as_bytes()).await;
        let _ = tokio::time::timeout(PATIENCE, socket.write_all(&vec![b'x'; SENT])).await;
        sockets.push(socket);
    }
    if let (Some(before), Some(after)) = (before, Resident::read(host.pid()?)) {
        let grown = after.most.saturating_sub(before.now);
        ensure!(grown <= MEMORY + UNCOUNTED / 2, "the process grew by {grown} bytes");
    }
    drop(sockets);
    until_empty(&host).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parked_calls_with_large_arguments_stay_within_the_budget() -> Result<()> {
    const SCRIPT: usize = 400_000;
    let host = small()
        .set("policy.allow-writes", "true")
        .set("policy.enable-console-eval", "true")
        .set("policy.confirm-by", "person")
        .set("server.answer-limit", "15s")
        .start()
        .await?;
    let http = http_client()?;
    let mut parked = 0;
    let mut refused = 0;
    while refused < 3 {
        ensure!(parked < 64, "{parked} calls wait with {SCRIPT} bytes each");
        let arguments = json!({ "path": format!("greedy{parked}.txt"), "content": "x".repeat(SCRIPT) });
        let body = stateless(
            "tools/call",
            json!({ "name": "WriteConsoleScript", "arguments": arguments }),
        );
        let answer = post(&host, &http, &body).await?;
        if answer.status().as_u16() == 200 {
            let text = answer.text().await?;
            ensure!(text.contains("input_required"), "{text}");
            parked += 1;
        } else {
            ensure_refused(answer).await?;
            refused += 1;
        }
        within_budget(&host).await?;
    }
    ensure!(parked > 5 && share(&host, "parked").await? > (parked * SCRIPT / 2) as f64);
    // Without an answer they end by themselves.
    until_empty(&host).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evicts_finished_streams_for_newer_ones() -> Result<()> {
    const SESSIONS: usize = 6;
    const RESULT: usize = 900_000;
    let host = small()
        .no_bundled()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .start()
        .await?;
    let http = http_client()?;
    let mut first = None;
    let mut clients = Vec::new();
    for _ in 0..SESSIONS {
        let client = host.client().await?;
        let session = client.session().context("a session")?.to_owned();
        for id in 0..4 {
            let params = json!({ "name": "big", "arguments": { "bytes": RESULT } });
            let body = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
            let request = http
                .post(host.url("/mcp"))
                .header("content-type", "application/json")
                .header("accept", "text/event-stream")
                .header("mcp-session-id", &session);
            let text = request.body(body.to_string()).send().await?.text().await?;
            ensure!(
                text.contains("\"result\"") && text.len() > RESULT,
                "no result: {}",
                text.len()
            );
            let event = text.lines().find_map(|line| line.strip_prefix("id: "));
            let event = event.context("an event id")?.to_owned();
            first.get_or_insert((session.clone(), event));
            within_budget(&host).await?;
        }
        clients.push(client);
    }
    let evicted = host
        .metrics()
        .await?
        .gauge("memory_evicted_total")
        .context("no counter")?;
    ensure!(evicted >= 5.0, "{evicted} were let go of");
    let (session, event) = first.context("a stream")?;
    let request = http
        .get(host.url("/mcp"))
        .header("accept", "text/event-stream")
        .header("mcp-session-id", session)
        .header("last-event-id", event);
    let told = request.send().await?.text().await?;
    ensure!(
        told.contains("event: error") && told.contains("no longer held"),
        "{told}"
    );
    for client in clients {
        ensure!(client.end().await? == 204);
    }
    until_empty(&host).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_with_maximum_subscriptions_stay_within_the_budget() -> Result<()> {
    const VERSION: &str = "2025-03-26";
    let host = watchable(small()).start().await?;
    let http = http_client()?;
    let send = async |session: Option<&str>, body: &Value| {
        let mut request = http
            .post(host.url("/mcp"))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        anyhow::Ok(request.body(body.to_string()).send().await?)
    };
    let watch: Value = (0..32)
        .map(|number| {
            let uri = long_uri(number, 1000);
            json!({ "jsonrpc": "2.0", "id": number, "method": "resources/subscribe", "params": { "uri": uri } })
        })
        .collect();
    let hello =
        json!({ "protocolVersion": VERSION, "capabilities": {}, "clientInfo": { "name": "greedy", "version": "1" } });
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello });
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let mut sessions = Vec::new();
    let mut refused = 0;
    while refused < 5 {
        ensure!(sessions.len() < 2000, "{} sessions watch 32 KiB each", sessions.len());
        let answer = send(None, &hello).await?;
        if answer.status().as_u16() != 200 {
            ensure_refused(answer).await?;
            refused += 1;
            continue;
        }
        let id = answer.headers().get("mcp-session-id").context("a session id")?;
        let id = id.to_str()?.to_owned();
        for message in [&ready, &watch] {
            let answer = send(Some(&id), message).await?;
            let status = answer.status().as_u16();
            let text = answer.text().await?;
            if status == 503 || text.contains("error") {
                ensure!(text.contains("`server.memory`"), "{status} {text}");
                refused += 1;
            }
        }
        sessions.push(id);
        within_budget(&host).await?;
    }
    ensure!(share(&host, "subscriptions").await? > 8e6);
    for id in sessions {
        let ended = http
            .delete(host.url("/mcp"))
            .header("mcp-session-id", id)
            .send()
            .await?;
        ensure!(ended.status().as_u16() == 204);
    }
    until_empty(&host).await
}
