//! One call, as every dialect passes it to the core.

use crate::access::Effect;
use crate::identity::{Identity, Proof};
use serde_json::{Map, Value};
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The call id in log, errors and audit. Unique within a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallId(u64);

static NEXT_CALL: AtomicU64 = AtomicU64::new(1);

impl CallId {
    /// Returns the next unused id.
    pub fn next() -> Self {
        Self(NEXT_CALL.fetch_add(1, Ordering::Relaxed))
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call-{}", self.0)
    }
}

/// The protocol family of a request. Audit and policy record it; only the wire branches on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// MCP with an `initialize` handshake (2024-11-05 to 2025-11-25).
    McpHandshake,
    /// MCP 2026-07-28, without sessions.
    McpStateless,
    /// The protocol of UnityExplorer.
    Explorer,
    /// The protocol of EditorMCP.
    Editor,
    /// JSON-RPC without a session.
    Sessionless,
    /// Commands over a WebSocket, each as one message.
    Command,
    /// The commands `call` and `list` of the program.
    CommandLine,
}

impl Dialect {
    /// Returns the name of the dialect in audit lines and metrics.
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

/// The caller of a call. It is cheap to clone, because each step of a call has a copy.
#[derive(Clone, Debug)]
pub struct Caller {
    pub dialect: Dialect,
    /// Client name and version as the client sent them, e.g. `claude-code 2.1`; empty if it sent none.
    pub client: Arc<str>,
    /// Peer address, or `local` for the command line and stdio.
    pub address: Arc<str>,
    /// Session id, if the dialect has sessions.
    pub session: Option<Arc<str>>,
    /// Another proof of the client's identity than the session.
    pub proof: Option<Proof>,
}

impl Caller {
    /// Returns the client's identity, as far as the host can check it. It owns entries of the edit journal and
    /// idempotency keys.
    pub fn identity(&self) -> Identity {
        Identity::new(self.proof.as_ref(), self.session.as_ref(), &self.address, &self.client)
    }

    /// Returns the key for fair scheduling: callers with the same key share one turn. Without a session the key is the
    /// address without the port, because otherwise each connection would get a separate turn.
    pub fn fairness_key(&self) -> &str {
        self.session.as_deref().unwrap_or_else(|| without_port(&self.address))
    }
}

/// Removes the port from an address such as `192.0.2.1:4000` or `[2001:db8::1]:4000`; other texts stay unchanged.
fn without_port(address: &str) -> &str {
    match address.rsplit_once(':') {
        Some((host, _)) if address.parse::<SocketAddr>().is_ok() => host,
        _ => address,
    }
}

/// A request to run one tool. The arguments are still as the client sent them: with `confirm`, and without defaults.
#[derive(Clone, Debug)]
pub struct CallRequest {
    /// Tool name, in its original or portable spelling (`scene.hierarchy.dump` or `scene_hierarchy_dump`).
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub caller: Caller,
    /// The target (editor, player or folder), if several are available; `None` = the default one.
    pub target: Option<String>,
    /// The idempotency key from the client. A repeated call with the same identity, tool and key gets the first result.
    /// Needs a caller with a proven identity.
    pub idempotency_key: Option<String>,
    /// Total wall time that the client allows; the operator's limit still applies. `None` = the operator's default.
    pub deadline: Option<Duration>,
    /// Explorer drops unknown arguments and reads null as absent; the other protocols reject such arguments if the
    /// schema does.
    pub lenient_arguments: bool,
}

/// The purpose of a read permit that is not for a tool call: reading a resource, rendering a prompt, a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadPurpose {
    Resource,
    Prompt,
    Completion,
}

impl ReadPurpose {
    /// Returns `Effect::Read`, because each of these purposes runs with a read permit.
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
