//! All settings of the HTTP server, already parsed. The crate `server` reads them. Each dialect has its own settings.

use crate::problems::Problems;
use crate::token::Token;
use host_api::LinkService;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The settings of one running server. The comment of each field contains its configuration key, if it has one.
#[derive(Clone, Debug)]
pub struct WireOptions {
    /// The name of the host that clients receive as `serverInfo.name`.
    pub server_name: String,
    /// The version of the host that clients receive as `serverInfo.version`. The full `/health` shows it too.
    pub server_version: String,
    /// Content of `server.token-file`. If `Some`, all but the short `/health` needs `Authorization: Bearer`.
    pub token: Option<Token>,
    /// The list `problems` of the full `/health` and `/ready`. Other parts of the host write to it.
    pub problems: Problems,
    /// `server.allowed-origins`: whole origins such as `https://inspector.example`, in addition to loopback origins.
    pub allowed_origins: Vec<String>,
    /// `server.allowed-hosts`: host names, with or without a port, in addition to loopback names.
    pub allowed_hosts: Vec<String>,
    /// `server.max-in-flight`: maximum concurrent calls of all protocols, except streams and calls that wait for
    /// answers.
    pub max_in_flight: usize,
    /// `limits.client-share`: percent of `max_in_flight` that one client may use, at least one call; over it, status
    /// 429. A client is a session, or all requests without a session from one address.
    pub client_share: usize,
    /// `server.max-sessions`: maximum sessions whose client sent `initialized`. Over it, the session that was unused
    /// for the longest time ends; if all are in use, status 503. Other sessions have a separate limit: a quarter of
    /// this number, but at least 16 and at most 1024.
    pub max_sessions: usize,
    /// `server.max-streams`: maximum open long-lived streams. Over it, status 503; 429 for Explorer.
    pub max_streams: usize,
    /// `server.max-connections`: maximum open connections. One address outside of loopback may use a quarter of them.
    /// Further connections get status 503 and are closed.
    pub max_connections: usize,
    /// `server.memory`: maximum bytes for all data held for clients, from request bodies to answers. Over it, the
    /// oldest finished streams are evicted first, then new work is rejected with status 503.
    pub memory: usize,
    /// `server.head-timeout`: maximum time of a new connection until the head of its first request; then it is closed.
    pub head_timeout: Duration,
    /// Maximum time of a connection between the end of a request and the head of the next one; then it is closed.
    pub idle_timeout: Duration,
    /// Maximum time during which a client reads none of the data that is sent to it; then its connection is closed.
    pub write_timeout: Duration,
    /// Interval at which the host pings a client over HTTP/2, to detect a lost connection.
    pub ping_interval: Duration,
    /// Maximum time until a client answers an HTTP/2 ping; then its connection is closed.
    pub ping_timeout: Duration,
    /// `server.drain`: maximum time for running calls to end at shutdown; should exceed the longest deadline of a call.
    pub drain: Duration,
    /// Time after which a session ends that has no running call, no open stream, and sends no request.
    pub handshake_timeout: Duration,
    /// Time after which a session without a call, a stream or a request ends.
    pub session_idle: Duration,
    /// Folder below `server.data-dir` that stores sessions over a restart of the host; `None` if sessions end with the
    /// process. Only one host at a time uses the folder: a second one logs this and stores nothing.
    pub sessions_dir: Option<PathBuf>,
    /// Maximum bytes of a request body; over it, status 413. It must be larger than `limits.arguments`.
    pub max_body: usize,
    /// Maximum time until the whole request body has arrived; after it, status 408.
    pub body_timeout: Duration,
    /// Time without messages after which a stream gets a comment line, and after which the answer of a call becomes a
    /// stream.
    pub keep_alive: Duration,
    /// Like `keep_alive`, for an answer whose stream starts with an event id for resuming (MCP 2025-11-25). The time is
    /// short: if a connection breaks before the client has an event id, the result is lost.
    pub stream_after: Duration,
    /// The SSE field `retry` of a stream that can be resumed: the time after which a client may reconnect.
    pub retry: Duration,
    /// Maximum events of one call that wait to be encoded and sent; further events are dropped and counted.
    pub call_events: usize,
    /// Maximum messages that one stream stores for a slow or resuming reader; beyond it, the oldest are dropped.
    pub stream_events: usize,
    /// Maximum bytes that one stream stores, handled like `stream_events`; the newest message is always stored.
    pub stream_bytes: usize,
    /// Time after its end for which the messages of a stream are kept, so that a client can resume it.
    pub stream_kept: Duration,
    /// Maximum number of calls that wait for their client to answer a question. They use no slot of `max_in_flight`.
    pub max_parked: usize,
    /// The service that handles connecting Unity instances (`unity.live`); `None` if `/bridge` answers 404.
    pub targets: Option<Arc<dyn LinkService>>,
    /// True if only `/bridge` is served: a host with one client on stdio has no HTTP clients.
    pub links_only: bool,
    /// Maximum unread messages of one pipe (`/sse` or stdio). Over it, an `/sse` stream ends, and a host on stdio stops
    /// reading stdin.
    pub pipe_events: usize,
    /// Maximum bytes of the unread messages of one pipe, with the same effect as `pipe_events`; one is always stored.
    pub pipe_bytes: usize,
}

impl WireOptions {
    /// Returns the time after which a silent call's answer becomes a stream: a shorter one if the stream can be
    /// resumed.
    pub fn silence(&self, is_primed: bool) -> Duration {
        match is_primed {
            true => self.stream_after.min(self.keep_alive),
            false => self.keep_alive,
        }
    }
}

impl Default for WireOptions {
    fn default() -> Self {
        Self {
            server_name: "unity-tool-host".to_owned(),
            server_version: env!("CARGO_PKG_VERSION").to_owned(),
            token: None,
            problems: Problems::default(),
            allowed_origins: Vec::new(),
            allowed_hosts: Vec::new(),
            max_in_flight: 512,
            client_share: 50,
            max_sessions: 10_000,
            max_streams: 1024,
            max_connections: 4096,
            memory: 256 << 20,
            head_timeout: Duration::from_secs(20),
            idle_timeout: Duration::from_secs(120),
            write_timeout: Duration::from_secs(60),
            ping_interval: Duration::from_secs(30),
            ping_timeout: Duration::from_secs(20),
            drain: Duration::from_secs(35),
            handshake_timeout: Duration::from_secs(60),
            session_idle: Duration::from_secs(30 * 60),
            sessions_dir: None,
            max_body: 4 << 20,
            body_timeout: Duration::from_secs(30),
            keep_alive: Duration::from_secs(15),
            stream_after: Duration::from_secs(1),
            retry: Duration::from_secs(1),
            call_events: 64,
            stream_events: 256,
            stream_bytes: 1 << 20,
            stream_kept: Duration::from_secs(5 * 60),
            max_parked: 64,
            targets: None,
            links_only: false,
            pipe_events: 2048,
            pipe_bytes: 8 << 20,
        }
    }
}
