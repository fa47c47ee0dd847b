//! Every setting of the wire, already parsed. Where values come from (file, flags, environment) is the server's business.

use crate::problems::Problems;
use crate::token::Token;
use host_api::LinkService;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What MCP clients get beside `structuredContent`: some show their model only the one, some only the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextForm {
    /// The same JSON without white space.
    #[default]
    Compact,
    /// The same JSON on lines of its own.
    Pretty,
    /// Nothing, where the client's version has structured results and the tool gave no text of its own.
    NoneWhenStructured,
}

/// Settings of one running wire. The comment of each field names the configuration key that feeds it, where there is one.
#[derive(Clone, Debug)]
pub struct WireOptions {
    /// Shown to clients as `serverInfo.name`.
    pub server_name: String,
    /// Shown to clients as `serverInfo.version` and in the full `/health`.
    pub server_version: String,
    /// Content of `server.token-file`. `Some` demands `Authorization: Bearer` everywhere but on the short `/health`.
    pub token: Option<Token>,
    /// What the long `/health` and `/ready` show as `problems`; other parts of the host write to it.
    pub problems: Problems,
    /// `server.allowed-origins`: whole origins such as `https://inspector.example`, beside the loopback ones.
    pub allowed_origins: Vec<String>,
    /// `server.allowed-hosts`: host names, with or without a port, beside the loopback ones.
    pub allowed_hosts: Vec<String>,
    /// `server.max-in-flight`: calls that run at once, over all dialects. Streams and parked calls are not counted.
    pub max_in_flight: usize,
    /// `limits.client-share`: percent of `max_in_flight` that one client may have at once, one call at least; over it 429. One
    /// client is a session, or all that comes from one address without a session.
    pub client_share: usize,
    /// `server.max-sessions`: sessions whose client said `initialized`; over it the one unused the longest is ended; if all are
    /// in use, 503. Those that did not say so yet have a quarter as many places of their own, 16 to 1024.
    pub max_sessions: usize,
    /// `server.max-streams`: long-lived streams (GET, `subscriptions/listen`, Explorer's) open at once; over it 503, Explorer's 429.
    pub max_streams: usize,
    /// `server.max-connections`: connections open at once, one address beyond loopback a quarter of them; over it they are
    /// closed with a 503.
    pub max_connections: usize,
    /// `server.memory`: bytes that everything held for clients takes from: bodies, calls, sessions, subscriptions, streams,
    /// backlogs, answers. Over it the oldest finished streams go, then new work is refused with 503.
    pub memory: usize,
    /// `server.head-timeout`: how long a new connection may take until the head of its first request is complete.
    pub head_timeout: Duration,
    /// How long a connection may stay silent between two requests; the head of the next one counts as silence.
    pub idle_timeout: Duration,
    /// How long a client may take nothing of what is written to it.
    pub write_timeout: Duration,
    /// How often an HTTP/2 client is asked whether it is still there.
    pub ping_interval: Duration,
    /// How long it may take to say so.
    pub ping_timeout: Duration,
    /// `server.drain`: how long calls in flight may still run after shutdown was requested. At least as long as the longest
    /// deadline of a call, or calls are cut off that would have ended in time.
    pub drain: Duration,
    /// How long a session may take until its client says `initialized`; then it is ended.
    pub handshake_timeout: Duration,
    /// A session without a call, a stream or a request for this long is ended.
    pub session_idle: Duration,
    /// Folder below `server.data-dir` that keeps handshake sessions over a restart of the host; `None` = they end with it.
    /// One host at a time uses it: a second one says so and keeps nothing.
    pub sessions_dir: Option<PathBuf>,
    /// Largest request body in bytes; over it 413. Must leave room around `limits.arguments`.
    pub max_body: usize,
    /// A body that has not arrived completely after this long is answered with 408.
    pub body_timeout: Duration,
    /// Silence on a stream after which a comment is sent, and silence of a call after which its answer becomes a stream.
    pub keep_alive: Duration,
    /// As above for a call whose stream starts with a priming event (2025-11-25): a connection that breaks before the
    /// client has seen an event id loses the result, so it comes soon. `keep_alive` where that is shorter.
    pub stream_after: Duration,
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
    /// `dialects.mcp.text`.
    pub text: TextForm,
    /// How long a 2026-07-28 client may keep a list before it asks again.
    pub list_ttl: Duration,
    /// How long a call waits for the answers to its questions, outside its deadline; so long a `requestState` holds.
    pub ask_limit: Duration,
    /// Calls that wait for answers at once. They take no place of `max_in_flight`.
    pub max_parked: usize,
    /// Seals the `requestState` of MCP 2026-07-28. Hosts that share it take over each other's retries.
    pub state_key: StateKey,
    /// File below `server.data-dir` that remembers which states were used, over a restart and for all hosts that share it;
    /// `None` = this process alone remembers. Its folder must be there.
    pub used_states_file: Option<PathBuf>,
    /// UnityExplorer.
    pub explorer: ExplorerOptions,
    /// EditorMCP.
    pub editor: EditorOptions,
    /// Commands over a WebSocket.
    pub command: CommandOptions,
    /// The HTTP+SSE transport of 2024-11-05.
    pub sse: SseOptions,
    /// The dialect that tests alone have.
    #[cfg(test)]
    pub(crate) toy: bool,
    /// Whoever takes Unitys that dial in: `unity.live`; `None` = `/bridge` answers 404.
    pub unitys: Option<Arc<dyn LinkService>>,
    /// Nothing but `/bridge` is served: a host behind a pipe has no other clients.
    pub unitys_alone: bool,
    /// The Unity that requests over stdin are for, where they name none.
    pub unity: Option<String>,
    /// Messages of one pipe (`/sse`, stdio) that may wait for its client to read them. Beyond it a stream is ended, and
    /// stdin is read no further.
    pub pipe_events: usize,
    /// Bytes of them; one message is always held.
    pub pipe_bytes: usize,
}

/// Settings of the HTTP+SSE transport of 2024-11-05.
#[derive(Clone, Copy, Debug)]
pub struct SseOptions {
    /// `dialects.sse.enabled`: off, `/sse` and `/messages` answer 404.
    pub enabled: bool,
}

impl Default for SseOptions {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// A secret of 256 bits. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StateKey(pub [u8; 32]);

impl StateKey {
    /// A new one: what it sealed is worthless once this process is gone.
    ///
    /// # Panics
    /// Where the system gives no random numbers.
    pub fn random() -> Self {
        let mut key = [0; 32];
        getrandom::fill(&mut key).expect("every supported system gives random numbers");
        Self(key)
    }
}

impl std::fmt::Debug for StateKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StateKey(..)")
    }
}

/// Settings of EditorMCP.
#[derive(Clone, Copy, Debug)]
pub struct EditorOptions {
    /// `dialects.editor.enabled`: off, `/editor` answers 404.
    pub enabled: bool,
}

impl Default for EditorOptions {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// Settings of UnityExplorer.
#[derive(Clone, Debug)]
pub struct ExplorerOptions {
    /// `dialects.explorer.enabled`: off, its paths answer 404 and its private names are unknown.
    pub enabled: bool,
    /// `dialects.explorer.max-in-flight`: its JSON-RPC requests in flight at once; over it 429. Streams and `GET /read` are
    /// not counted.
    pub max_in_flight: usize,
    /// `dialects.explorer.mirror-beyond-loopback`: the event mirror, which shows every Explorer client's results, is there for
    /// other machines too.
    pub mirror_beyond_loopback: bool,
    /// Messages that the one log behind all its streams holds; a reader further behind skips, and is told.
    pub ring_events: usize,
    /// Bytes that it holds; the newest message is always held.
    pub ring_bytes: usize,
}

/// Settings of commands over a WebSocket.
#[derive(Clone, Debug)]
pub struct CommandOptions {
    /// `dialects.command.enabled`: off, `/ws` and an upgrade of `/` answer 404.
    pub enabled: bool,
    /// WebSocket connections open at once; over it 503.
    pub max_connections: usize,
    /// Commands of one connection that run at once; further ones wait.
    pub max_in_flight: usize,
    /// Commands of one connection that wait; over it they are answered with an error.
    pub max_waiting: usize,
    /// Bytes of waiting commands of one connection; over it as over `max_waiting`.
    pub max_waiting_bytes: usize,
    /// A client that sends nothing for this long, not even an answer to a ping, is taken for gone.
    pub silence: Duration,
    /// A client that does not take a message for this long is taken for gone.
    pub send_timeout: Duration,
}

impl Default for CommandOptions {
    fn default() -> Self {
        Self {
            enabled: true,
            max_connections: 256,
            max_in_flight: 32,
            max_waiting: 1024,
            max_waiting_bytes: 8 << 20,
            silence: Duration::from_secs(120),
            send_timeout: Duration::from_secs(30),
        }
    }
}

impl Default for ExplorerOptions {
    fn default() -> Self {
        Self {
            enabled: true,
            max_in_flight: 32,
            mirror_beyond_loopback: false,
            ring_events: 4096,
            ring_bytes: 8 << 20,
        }
    }
}

impl WireOptions {
    /// Silence of a call after which its answer becomes a stream.
    pub(crate) fn silence(&self, is_primed: bool) -> Duration {
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
            page_size: 200,
            output_schemas: false,
            text: TextForm::default(),
            list_ttl: Duration::from_secs(5),
            ask_limit: Duration::from_secs(10 * 60),
            max_parked: 64,
            state_key: StateKey::random(),
            used_states_file: None,
            explorer: ExplorerOptions::default(),
            editor: EditorOptions::default(),
            command: CommandOptions::default(),
            sse: SseOptions::default(),
            #[cfg(test)]
            toy: true,
            unitys: None,
            unitys_alone: false,
            unity: None,
            pipe_events: 2048,
            pipe_bytes: 8 << 20,
        }
    }
}
