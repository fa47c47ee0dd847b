//! Every setting of the wire, already parsed. Where values come from (file, flags, environment) is the server's business.

use std::time::Duration;

/// Settings of one running wire. The comment of each field names the configuration key that feeds it, where there is one.
#[derive(Clone, Debug)]
pub struct WireOptions {
    /// Shown to clients as `serverInfo.name`.
    pub server_name: String,
    /// Shown to clients as `serverInfo.version` and in the full `/health`.
    pub server_version: String,
    /// Content of `server.token-file`. `Some` demands `Authorization: Bearer` everywhere but on the short `/health`.
    pub token: Option<String>,
    /// `server.allowed-origins`: whole origins such as `https://inspector.example`, beside the loopback ones.
    pub allowed_origins: Vec<String>,
    /// `server.allowed-hosts`: host names, with or without a port, beside the loopback ones.
    pub allowed_hosts: Vec<String>,
    /// `server.max-in-flight`: calls that run at once, over all dialects. Streams and parked calls are not counted.
    pub max_in_flight: usize,
    /// `server.max-sessions`: over it the session unused the longest is ended; if all are in use, 503.
    pub max_sessions: usize,
    /// `server.max-streams`: long-lived streams (GET and `subscriptions/listen`) open at once; over it 503.
    pub max_streams: usize,
    /// `server.drain`: how long calls in flight may still run after shutdown was asked for.
    pub drain: Duration,
    /// A session without a call, a stream or a request for this long is ended.
    pub session_idle: Duration,
    /// Largest request body in bytes; over it 413. Must leave room around `limits.arguments`.
    pub max_body: usize,
    /// A body that has not arrived completely after this long is answered with 408.
    pub body_timeout: Duration,
    /// Silence on a stream after which a comment is sent, and silence of a call after which its answer becomes a stream.
    pub keep_alive: Duration,
    /// The `retry` that a primed stream tells its client.
    pub retry: Duration,
    /// Events of one call that may wait for the transport; more are dropped and counted.
    pub call_events: usize,
    /// Messages that one stream holds for a reader that lags or comes back.
    pub stream_events: usize,
    /// Bytes that one stream holds; the newest message is always held.
    pub stream_bytes: usize,
    /// How long a finished stream can still be resumed.
    pub stream_kept: Duration,
    /// Entries on one page of a list.
    pub page_size: usize,
    /// `dialects.mcp.output-schemas`: show output schemas in `tools/list`.
    pub output_schemas: bool,
    /// How long a 2026-07-28 client may keep a list before it asks again.
    pub list_ttl: Duration,
}

impl Default for WireOptions {
    fn default() -> Self {
        Self {
            server_name: "unity-tool-host".to_owned(),
            server_version: env!("CARGO_PKG_VERSION").to_owned(),
            token: None,
            allowed_origins: Vec::new(),
            allowed_hosts: Vec::new(),
            max_in_flight: 512,
            max_sessions: 10_000,
            max_streams: 1024,
            drain: Duration::from_secs(10),
            session_idle: Duration::from_secs(30 * 60),
            max_body: 4 << 20,
            body_timeout: Duration::from_secs(30),
            keep_alive: Duration::from_secs(15),
            retry: Duration::from_secs(1),
            call_events: 64,
            stream_events: 256,
            stream_bytes: 1 << 20,
            stream_kept: Duration::from_secs(5 * 60),
            page_size: 200,
            output_schemas: false,
            list_ttl: Duration::from_secs(5),
        }
    }
}
