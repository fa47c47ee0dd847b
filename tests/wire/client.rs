//! A running host, and a plain HTTP client for it.

use crate::fake::Fake;
use crate::options::Options;
use host_wire::{WireError, serve};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub(crate) const BOTH: &str = "application/json, text/event-stream";
pub(crate) const LATEST: &str = "2025-11-25";
/// An upper limit that no test should reach.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    pub(crate) fake: Arc<Fake>,
    pub(crate) http: reqwest::Client,
    pub(crate) shutdown: CancellationToken,
    pub(crate) server: JoinHandle<Result<(), WireError>>,
}

impl Host {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut Options)) -> Self {
        Self::start_on(IpAddr::V4(Ipv4Addr::LOCALHOST), change).await
    }

    pub(crate) async fn start_on(ip: IpAddr, change: impl FnOnce(&mut Options)) -> Self {
        let mut options = Options::default();
        change(&mut options);
        let listener = TcpListener::bind((ip, 0)).await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let fake = Fake::new();
        let shutdown = CancellationToken::new();
        let server = serve(
            vec![listener],
            fake.clone(),
            options.wire.clone(),
            options.dialects(),
            shutdown.clone(),
        );
        Self {
            address,
            fake,
            http: reqwest::Client::builder().no_proxy().build().expect("a client"),
            shutdown,
            server: tokio::spawn(server),
        }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("http://{}{path}", self.address))
    }

    /// A POST of the unchanged `body` to `/mcp`.
    pub(crate) fn raw(&self, body: impl Into<String>) -> RequestBuilder {
        self.request(Method::POST, "/mcp")
            .header(CONTENT_TYPE, "application/json")
            .body(body.into())
    }

    pub(crate) fn post(&self, body: &Value) -> RequestBuilder {
        self.raw(body.to_string()).header("accept", BOTH)
    }

    /// A session that is initialized.
    pub(crate) async fn session(&self, version: &str) -> Session<'_> {
        let session = self.half_open(version).await;
        let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(session.post(&note).send().await.unwrap().status(), 202);
        session
    }

    /// A session that has not sent `initialized` yet.
    pub(crate) async fn half_open(&self, version: &str) -> Session<'_> {
        let answer = self.post(&initialize(version)).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let id = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        Session { host: self, id }
    }

    /// A request to `/message` and its answer.
    pub(crate) async fn explorer(&self, body: &Value) -> (u16, Value) {
        let sent = self.request(Method::POST, "/message").body(body.to_string());
        let answer = wait_within("an answer", sent.send()).await.unwrap();
        assert_eq!(answer.headers()["content-type"], "application/json");
        assert_eq!(answer.headers()["access-control-allow-origin"], "*");
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// `call_tool`, answered.
    pub(crate) async fn explorer_call(&self, tool: &str, arguments: Value) -> (u16, Value) {
        let params = json!({ "name": tool, "arguments": arguments });
        self.explorer(&request(1, "call_tool", params)).await
    }

    /// `stream_events`, opened.
    pub(crate) async fn explorer_stream(&self) -> Lines {
        let opened = self
            .request(Method::POST, "/message")
            .body(r#"{"method":"stream_events"}"#)
            .send();
        Lines::new(wait_within("a stream", opened).await.unwrap())
    }

    /// One gauge of `/metrics`.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let text = self
            .request(Method::GET, "/metrics")
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap();
        let name = format!("unity_tool_host_{name} ");
        let line = text.lines().find_map(|line| line.strip_prefix(&name));
        line.unwrap_or_else(|| panic!("{name}is in {text}")).parse().unwrap()
    }

    pub(crate) async fn until_metric(&self, name: &str, wanted: u64) {
        let reached = async { while self.metric(name).await != wanted {} };
        wait_within(&format!("{name} = {wanted}"), reached).await;
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.shutdown.cancel();
        self.server.abort();
    }
}

pub(crate) struct Session<'h> {
    pub(crate) host: &'h Host,
    pub(crate) id: String,
}

impl Session<'_> {
    pub(crate) fn post(&self, body: &Value) -> RequestBuilder {
        self.host.post(body).header("mcp-session-id", &self.id)
    }

    pub(crate) fn get(&self) -> RequestBuilder {
        let request = self
            .host
            .request(Method::GET, "/mcp")
            .header("accept", "text/event-stream");
        request.header("mcp-session-id", &self.id)
    }

    /// The JSON answer to a request.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Value {
        let sent = self
            .host
            .raw(request(1, method, params).to_string())
            .header("accept", "application/json");
        let answer = sent.header("mcp-session-id", &self.id).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))
            .await
    }

    pub(crate) async fn notify(&self, method: &str, params: Value) {
        let note = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        assert_eq!(self.post(&note).send().await.unwrap().status(), 202);
    }
}

pub(crate) fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

pub(crate) fn initialize(version: &str) -> Value {
    let client = json!({ "name": "plain", "version": "1" });
    request(
        0,
        "initialize",
        json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client }),
    )
}

pub(crate) fn call(id: impl Into<Value>, tool: &str) -> Value {
    request(
        id,
        "tools/call",
        json!({ "name": tool, "arguments": {}, "_meta": { "progressToken": "p" } }),
    )
}

/// Waits for an event, and fails with its name if it does not occur.
pub(crate) async fn wait_within<T>(what: &str, wait: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, wait).await {
        Ok(value) => value,
        Err(_) => panic!("waited too long for: {what}"),
    }
}

pub(crate) async fn wait_for_count(count: &watch::Sender<usize>, wanted: usize) {
    let mut count = count.subscribe();
    wait_within("a count of the fake", count.wait_for(|count| *count >= wanted))
        .await
        .expect("the fake lives");
}

/// One event of a stream.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) retry: Option<String>,
    pub(crate) data: Option<String>,
    pub(crate) comment: bool,
}

impl Event {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(self.data.as_deref().expect("an event with data")).expect("JSON")
    }
}

pub(crate) struct Events {
    response: Response,
    text: String,
}

impl Events {
    pub(crate) fn new(response: Response) -> Self {
        assert_eq!(response.status(), 200);
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        assert_eq!(header("content-type"), Some("text/event-stream"));
        assert_eq!(header("x-accel-buffering"), Some("no"));
        assert!(header("cache-control").is_some_and(|value| value.contains("no-cache")));
        Self {
            response,
            text: String::new(),
        }
    }

    /// The next block, comments too; `None` at the end of the stream.
    pub(crate) async fn next_block(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let block: String = self.text.drain(..end + 2).collect();
                return Some(parse(&block));
            }
            let chunk = wait_within("the next chunk", self.response.chunk())
                .await
                .expect("an unbroken stream")?;
            self.text.push_str(std::str::from_utf8(&chunk).expect("UTF-8"));
        }
    }

    /// The next event; comments are skipped.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            match self.next_block().await {
                Some(event) if event.comment => {}
                other => return other,
            }
        }
    }

    pub(crate) async fn next_json(&mut self) -> Value {
        self.next().await.expect("an event").json()
    }
}

/// A stream of JSON texts, one a line.
pub(crate) struct Lines {
    response: Response,
    text: String,
}

impl Lines {
    pub(crate) fn new(response: Response) -> Self {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["transfer-encoding"], "chunked");
        assert_eq!(response.headers()["access-control-allow-origin"], "*");
        Self {
            response,
            text: String::new(),
        }
    }

    /// The next line; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find('\n') {
                let line: String = self.text.drain(..=end).collect();
                return Some(serde_json::from_str(&line).expect("one JSON text a line"));
            }
            let chunk = wait_within("the next chunk", self.response.chunk())
                .await
                .expect("an unbroken stream")?;
            self.text.push_str(std::str::from_utf8(&chunk).expect("UTF-8"));
        }
    }

    /// The next message, which must exist.
    pub(crate) async fn message(&mut self) -> Value {
        self.next().await.expect("a message")
    }
}

fn parse(block: &str) -> Event {
    let mut event = Event {
        comment: true,
        ..Event::default()
    };
    for line in block.trim_end().lines() {
        let (name, value) = line.split_once(':').expect("a field");
        let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
        event.comment &= name.is_empty();
        match name {
            "id" => event.id = Some(value),
            "event" => event.kind = Some(value),
            "retry" => event.retry = Some(value),
            "data" => match &mut event.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(&value);
                }
                data => *data = Some(value),
            },
            _ => {}
        }
    }
    event
}
