//! The sender of an MCP request: its transport, and the identity of its client.

use host_api::{Audience, CallId, Caller, ClientCapabilities, Dialect, LogLevel, Profile, Proof};
use host_mcp_shapes::versions::Version;
use host_wire::budget::Reservation;
use host_wire::calls::Answer;
use host_wire::http::accept::Accepts;
use host_wire::pipe::Pipe;
use host_wire::sessions::Session;
use std::sync::Arc;

pub(crate) struct Peer {
    pub(crate) call: CallId,
    pub(crate) room: Arc<Reservation>,
    pub(crate) address: Arc<str>,
    pub(crate) accepts: Accepts,
    /// The profile (selection of tools) in the URL of the request; `None` if the URL contains none.
    pub(crate) profile: Option<Profile>,
    /// The Unity project or instance in the URL or in a header of the request; `None` if the request names none.
    pub(crate) unity: Option<String>,
    /// The pipe (`/sse` or stdio) on which the request arrived; `None` for Streamable HTTP.
    pub(crate) pipe: Option<PipeEnd>,
}

/// The pipe (`/sse` or stdio) on which a request arrived, and on which all messages about it are sent.
pub(crate) struct PipeEnd {
    pub(crate) pipe: Arc<Pipe>,
    /// True if the request belongs to a batch: the host adds the response to the batch instead of sending it.
    pub(crate) batched: bool,
}

/// The sender of one request, with the identity and the capabilities of its client.
pub(crate) struct Asker {
    pub(crate) version: Version,
    pub(crate) call: CallId,
    pub(crate) room: Arc<Reservation>,
    pub(crate) caller: Caller,
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) audience: Audience,
    pub(crate) accepts: Accepts,
    pub(crate) unity: Option<String>,
    pub(crate) session: Option<Arc<Session>>,
    pub(crate) pipe: Option<PipeEnd>,
    /// The log level that a request of MCP 2026-07-28 sets; `None` if the client gets no log messages.
    pub(crate) log_level: Option<LogLevel>,
    /// True if the client declares the extension for tasks in this request.
    pub(crate) handles_tasks: bool,
}

/// The data about its client in a request of MCP 2026-07-28: name and version, capabilities, log level.
pub(crate) struct AboutClient {
    pub(crate) client: String,
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) log_level: Option<LogLevel>,
    pub(crate) handles_tasks: bool,
}

impl Peer {
    /// Returns the sender of a request with a session: the session identifies the client.
    pub(crate) fn in_session(self, session: &Arc<Session>) -> Asker {
        let caller = Caller {
            dialect: Dialect::McpHandshake,
            client: Arc::clone(&session.client),
            address: self.address,
            session: Some(Arc::clone(&session.id)),
            proof: None,
        };
        Asker {
            version: Version::of_session(&session.version),
            call: self.call,
            room: self.room,
            caller,
            capabilities: session.capabilities,
            audience: audience(session.profile.as_deref()),
            accepts: self.accepts,
            unity: self.unity,
            session: Some(Arc::clone(session)),
            pipe: self.pipe,
            log_level: None,
            handles_tasks: false,
        }
    }

    /// Returns the sender of a request of MCP 2026-07-28, which has no session but describes its client. A pipe has
    /// only one client, so the pipe proves its identity. Over HTTP, the client's name proves nothing.
    pub(crate) fn by_itself(self, about: AboutClient) -> Asker {
        let caller = Caller {
            dialect: Dialect::McpStateless,
            client: about.client.into(),
            address: self.address,
            session: None,
            proof: self
                .pipe
                .as_ref()
                .map(|end| Proof::Connection(Arc::clone(&end.pipe.id))),
        };
        Asker {
            version: Version::STATELESS,
            call: self.call,
            room: self.room,
            caller,
            capabilities: about.capabilities,
            audience: audience(self.profile.as_ref()),
            accepts: self.accepts,
            unity: self.unity,
            session: None,
            pipe: self.pipe,
            log_level: about.log_level,
            handles_tasks: about.handles_tasks,
        }
    }
}

pub(crate) fn audience(picked: Option<&Profile>) -> Audience {
    picked.map_or(Audience::Configured, |profile| Audience::Picked(profile.clone()))
}

pub(crate) enum Reply {
    Response(Vec<u8>),
    /// The response to a successful `initialize`, and the new session.
    Opened(Vec<u8>, Arc<Session>),
    /// A call was started: the value is the start of its answer. The call may still be running.
    Ran(Answer),
}
