//! All settings of the wire, already parsed. The server reads them (file, flags, environment). Each dialect has its own.

use crate::problems::Problems;
use crate::token::Token;
use host_api::LinkService;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Settings of one running wire. The comment of each field names its configuration key, if there is one.
#[derive(Clone, Debug)]
pub struct WireOptions {
    /// Shown to clients as `serverInfo.name`.
    pub server_name: String,
    /// Shown to clients as `serverInfo.version` and in the full `/health`.
    pub server_version: String,
    /// Content of `server.token-file`. `Some` requires `Authorization: Bearer` everywhere but on the short `/health`.
    pub token: Option<Token>,
    /// The `problems` of the long `/health` and `/ready`; other parts of the host write to it.
    pub problems: Problems,
    /// `server.allowed-origins`: whole origins such as `https://inspector.example`, in addition to the loopback ones.
    pub allowed_origins: Vec<String>,
    /// `server.allowed-hosts`: host names, with or without a port, in addition to the loopback ones.
    pub allowed_hosts: Vec<String>,
    /// `server.max-in-flight`: calls that run at once, over all dialects. Streams and parked calls are not counted.
    pub max_in_flight: usize,
    /// `limits.client-share`: percent of `max_in_flight` that one client may use at once, at least one call (over it
    /// 429). One client is a session, or all requests from one address without a session.
    pub client_share: usize,
    /// `server.max-sessions`: sessions whose client sent `initialized`. Over it the session that was unused the longest
    /// is ended; if all are in use, 503. Sessions that are not initialized have separate slots: a quarter of that
    /// number, 16 to 1024.
    pub max_sessions: usize,
    /// `server.max-streams`: long-lived streams (GET, `subscriptions/listen`, Explorer's) open at once; over it 503,
    /// Explorer's 429.
    pub max_streams: usize,
    /// `server.max-connections`: connections open at once, of which one address outside of loopback may use a quarter;
    /// over it they are closed with a 503.
    pub max_connections: usize,
    /// `server.memory`: bytes for everything held for clients: bodies, calls, sessions, subscriptions, streams,
    /// backlogs, answers. Over it the oldest finished streams are evicted, then new work is rejected with 503.
    pub memory: usize,
    /// `server.head-timeout`: maximum time of a new connection until the head of its first request is complete.
    pub head_timeout: Duration,
    /// Maximum silence of a connection between two requests; the head of the next one counts as silence.
    pub idle_timeout: Duration,
    /// Maximum time for which a client takes no data that is written to it.
    pub write_timeout: Duration,
    /// Interval at which an HTTP/2 client is pinged.
    pub ping_interval: Duration,
    /// Maximum time for the answer to a ping.
    pub ping_timeout: Duration,
    /// `server.drain`: maximum time for which calls in flight may still run after a shutdown request. It should be at
    /// least the longest deadline of a call; otherwise calls are aborted that would have ended in time.
    pub drain: Duration,
    /// Maximum time until the client of a session sends `initialized`; then the session is ended.
    pub handshake_timeout: Duration,
    /// Time after which a session without a call, a stream or a request is ended.
    pub session_idle: Duration,
    /// Folder below `server.data-dir` that stores handshake sessions over a restart of the host; `None` = sessions end
    /// with the host. One host at a time uses the folder: a second one logs this and stores nothing.
    pub sessions_dir: Option<PathBuf>,
    /// Largest request body in bytes; over it 413. It must leave room around `limits.arguments`.
    pub max_body: usize,
    /// Maximum time until the whole body has arrived; over it 408.
    pub body_timeout: Duration,
    /// Silence on a stream after which a comment is sent, and silence of a call after which its answer becomes a
    /// stream.
    pub keep_alive: Duration,
    /// Silence of a call after which its answer becomes a stream, if the stream starts with a priming event
    /// (2025-11-25). A connection that breaks before the client has seen an event id loses the result, so the time is
    /// short. `keep_alive` applies if it is shorter.
    pub stream_after: Duration,
    /// The `retry` value of a primed stream: the time after which a client may reconnect.
    pub retry: Duration,
    /// Maximum events of one call that wait for the transport; more are dropped and counted.
    pub call_events: usize,
    /// Maximum messages that one stream holds for a reader that lags or resumes.
    pub stream_events: usize,
    /// Maximum bytes that one stream holds; the newest message is always held.
    pub stream_bytes: usize,
    /// Time for which a finished stream can still be resumed.
    pub stream_kept: Duration,
    /// Maximum calls that wait for answers at once. They use no slot of `max_in_flight`.
    pub max_parked: usize,
    /// The service for Unity instances that connect: `unity.live`; `None` = `/bridge` answers 404.
    pub targets: Option<Arc<dyn LinkService>>,
    /// True if only `/bridge` is served: a host behind a pipe has no other clients.
    pub links_only: bool,
    /// Maximum messages of one pipe (`/sse`, stdio) that wait for its client to read them. Over it a stream is ended,
    /// and stdin is read no further.
    pub pipe_events: usize,
    /// Maximum bytes of these messages; one message is always held.
    pub pipe_bytes: usize,
}

impl WireOptions {
    /// Returns the silence of a call after which its answer becomes a stream.
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
