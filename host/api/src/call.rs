//! A tool call and its caller, in the form in which every protocol (dialect) passes them to the core.

use crate::access::Effect;
use crate::identity::{Identity, Proof};
use serde_json::{Map, Value};
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The id of a call in logs, errors and audit lines. It is unique within a process.
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

/// The protocol of a request. Audit lines and policy contain it; only the crate `wire` behaves differently for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// MCP with an `initialize` handshake, protocol versions 2024-11-05 to 2025-11-25.
    McpHandshake,
    /// MCP of protocol version 2026-07-28, which has no sessions.
    McpStateless,
    /// The protocol of the Unity mod UnityExplorer.
    Explorer,
    /// The protocol of EditorMCP, an MCP server for the Unity editor.
    Editor,
    /// JSON-RPC without a session.
    Sessionless,
    /// Commands over a WebSocket, one command in each message.
    Command,
    /// The subcommands `call` and `list` of the host program.
    CommandLine,
}

impl Dialect {
    /// Returns the name of the protocol in audit lines and metrics.
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

/// The client that makes a call. Clones are cheap, because each step of a call has one.
#[derive(Clone, Debug)]
pub struct Caller {
    pub dialect: Dialect,
    /// Client name and version as the client sent them, e.g. `claude-code 2.1`; empty if it sent none.
    pub client: Arc<str>,
    /// Address of the client's end of the connection, or `local` for the command line and stdio.
    pub address: Arc<str>,
    /// Session id; `None` if the protocol has no sessions.
    pub session: Option<Arc<str>>,
    /// A proof of the client's identity besides the session: a secret or a private connection. `None` without one.
    pub proof: Option<Proof>,
}

impl Caller {
    /// Returns the client's identity, as far as the host can check it. Edits and idempotency keys belong to it.
    pub fn identity(&self) -> Identity {
        Identity::new(self.proof.as_ref(), self.session.as_ref(), &self.address, &self.client)
    }

    /// Returns the key for fair scheduling: callers with the same key share one turn. It is the session id or, without
    /// a session, the address without its port, because each connection has another port.
    pub fn fairness_key(&self) -> &str {
        self.session.as_deref().unwrap_or_else(|| without_port(&self.address))
    }
}

/// Removes the port from an address such as `192.0.2.1:4000` or `[2001:db8::1]:4000`; returns other texts unchanged.
fn without_port(address: &str) -> &str {
    match address.rsplit_once(':') {
        Some((host, _)) if address.parse::<SocketAddr>().is_ok() => host,
        _ => address,
    }
}

/// A request to run one tool. The arguments are as the client sent them: with `confirm`, and without default values.
#[derive(Clone, Debug)]
pub struct CallRequest {
    /// Tool name, as declared (`scene.hierarchy.dump`) or in its portable spelling (`scene_hierarchy_dump`).
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub caller: Caller,
    /// The id of the target (editor, player or project folder); `None` for the default target.
    pub target: Option<String>,
    /// The idempotency key from the client. A repeated call with the same identity, tool and key gets the first result.
    /// Needs a caller with a proven identity. `None` if the client sent no key.
    pub idempotency_key: Option<String>,
    /// Total wall time that the client allows, at most the operator's limit. `None` means the operator's default.
    pub deadline: Option<Duration>,
    /// True if the host drops unknown arguments and treats `null` as a missing argument, as UnityExplorer's protocol
    /// requires. If false, the host rejects both, unless the tool's schema allows them.
    pub lenient_arguments: bool,
}

/// The purpose of a guest call with read permission that is not a tool call: a resource, a prompt or a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadPurpose {
    Resource,
    Prompt,
    Completion,
}

impl ReadPurpose {
    /// Returns `Effect::Read`, because every such call has only read permission.
    pub fn effect(self) -> Effect {
        Effect::Read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_of_one_address_share_a_fairness_key() {
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
