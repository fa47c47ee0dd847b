//! A call as every dialect hands it to the core.

use crate::access::Effect;
use crate::identity::{Identity, Proof};
use serde_json::{Map, Value};
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// One id through log, error and audit. Unique within a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallId(u64);

static NEXT_CALL: AtomicU64 = AtomicU64::new(1);

impl CallId {
    /// The next unused id.
    pub fn next() -> Self {
        Self(NEXT_CALL.fetch_add(1, Ordering::Relaxed))
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call-{}", self.0)
    }
}

/// Which family of protocol a request came by. Audit and policy name it; nothing branches on it but the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// MCP with an `initialize` handshake (2024-11-05 to 2025-11-25).
    McpHandshake,
    /// MCP 2026-07-28, one request at a time.
    McpStateless,
    /// UnityExplorer.
    Explorer,
    /// EditorMCP.
    Editor,
    /// JSON-RPC without a session.
    Sessionless,
    /// Commands over a WebSocket.
    Command,
    /// The program's own `call` and `list`.
    CommandLine,
}

impl Dialect {
    /// The word used in audit lines and metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::McpHandshake => "mcp",
            Self::McpStateless => "mcp-stateless",
            Self::Explorer => "explorer",
            Self::Editor => "editor",
            Self::Sessionless => "sessionless",
            Self::Command => "command",
            Self::CommandLine => "command-line",
        }
    }
}

/// Who asks. Cheap to copy: each step of a call knows it.
#[derive(Clone, Debug)]
pub struct Caller {
    pub dialect: Dialect,
    /// Client name and version as it gave them, e.g. `claude-code 2.1`; empty where it said nothing.
    pub client: Arc<str>,
    /// Peer address, or `local` for the command line and stdio.
    pub address: Arc<str>,
    /// Session id where the dialect has sessions.
    pub session: Option<Arc<str>>,
    /// What else than a session shows which client this is.
    pub proof: Option<Proof>,
}

impl Caller {
    /// Which client this is, as far as the host can check it; `mine` and idempotency keys belong to it.
    pub fn identity(&self) -> Identity {
        Identity::new(
            self.proof.as_ref(),
            self.session.as_ref(),
            (&self.address, &self.client),
        )
    }

    /// The key of fair waiting: callers with the same key share one turn. Of an address without a session the port is left
    /// out, or each connection would get a turn of its own.
    pub fn fairness_key(&self) -> &str {
        self.session.as_deref().unwrap_or_else(|| without_port(&self.address))
    }
}

/// `192.0.2.1:4000` and `[2001:db8::1]:4000` without what stands behind the last colon.
fn without_port(address: &str) -> &str {
    match address.rsplit_once(':') {
        Some((host, _)) if address.parse::<SocketAddr>().is_ok() => host,
        _ => address,
    }
}

/// A request to run one tool. Arguments are still as the client sent them: `confirm` is inside, defaults are not filled in.
#[derive(Clone, Debug)]
pub struct CallRequest {
    /// Tool name, in the tool's own or in portable spelling (`scene.hierarchy.dump` or `scene_hierarchy_dump`).
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub caller: Caller,
    /// Which Unity (editor or player) is meant, where several are attached; `None` = the default one.
    pub target: Option<String>,
    /// Of the client's choice. A call of the same identity, tool and key is answered with what the first one did. Needs a
    /// caller whose identity is proven.
    pub idempotency_key: Option<String>,
    /// Total wall time the client grants; the operator's limit still holds. `None` = the operator's default.
    pub deadline: Option<Duration>,
    /// Explorer drops unknown arguments and reads null as absent; the others refuse them where the schema does.
    pub lenient_arguments: bool,
}

/// What a permit is asked for, when it is not a tool call: reading a resource, a prompt, a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadPurpose {
    Resource,
    Prompt,
    Completion,
}

impl ReadPurpose {
    /// All of these run on a read permit.
    pub fn effect(self) -> Effect {
        Effect::Read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connection_of_one_address_waits_in_one_turn() {
        let key = |address: &str, session: Option<&str>| {
            let caller = Caller {
                dialect: Dialect::Editor,
                client: Arc::default(),
                address: address.into(),
                session: session.map(Arc::from),
                proof: None,
            };
            caller.fairness_key().to_owned()
        };
        assert_eq!(key("192.0.2.1:4000", None), key("192.0.2.1:4001", None));
        assert_eq!(key("[2001:db8::1]:4000", None), key("[2001:db8::1]:4001", None));
        assert_ne!(key("192.0.2.1:4000", None), key("192.0.2.2:4000", None));
        assert_eq!(key("2001:db8::1", None), "2001:db8::1");
        assert_eq!(key("local", None), "local");
        assert_eq!(key("192.0.2.1:4000", Some("abc")), "abc");
    }
}
