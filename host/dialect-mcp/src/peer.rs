//! The sender of an MCP request: its transport, and the identity of its client.

use host_api::{Audience, CallId, Caller, ClientCapabilities, Dialect, LogLevel, Profile, Proof};
use host_mcp_shapes::versions::Version;
use host_wire::budget::Reservation;
use host_wire::calls::Answer;
use host_wire::http::accept::Accepts;
use host_wire::pipe::Pipe;
use host_wire::sessions::Session;
use std::sync::Arc;

/// The sender of one request, and the possible ways of the answer.
pub(crate) struct Peer {
    pub(crate) call: CallId,
    /// The reserved memory of the request.
    pub(crate) room: Arc<Reservation>,
    pub(crate) address: Arc<str>,
    pub(crate) accepts: Accepts,
    /// The profile that its address names.
    pub(crate) profile: Option<Profile>,
    /// The target that its address or header names.
    pub(crate) unity: Option<String>,
    /// `None` over Streamable HTTP.
    pub(crate) pipe: Option<PipeEnd>,
}

/// The pipe on which a request came and on which all its messages go out.
pub(crate) struct PipeEnd {
    pub(crate) pipe: Arc<Pipe>,
    /// The response is one of a batch: it is returned instead of sent.
    pub(crate) batched: bool,
}

/// A peer with all that is known about its client.
pub(crate) struct Asker {
    pub(crate) version: Version,
    pub(crate) call: CallId,
    /// The reserved memory of the request.
    pub(crate) room: Arc<Reservation>,
    pub(crate) caller: Caller,
    pub(crate) capabilities: ClientCapabilities,
    /// The audience whose lists it gets.
    pub(crate) audience: Audience,
    pub(crate) accepts: Accepts,
    /// The target that its address or header names.
    pub(crate) unity: Option<String>,
    pub(crate) session: Option<Arc<Session>>,
    pub(crate) pipe: Option<PipeEnd>,
    /// 2026-07-28: the level that this request sets; none = no log messages.
    pub(crate) log_level: Option<LogLevel>,
}

/// The data of a 2026-07-28 request about its client: name and version, capabilities, log level.
pub(crate) struct AboutClient {
    pub(crate) client: String,
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) log_level: Option<LogLevel>,
}

impl Peer {
    /// A client of the handshake versions is identified by its session.
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
        }
    }

    /// A client of 2026-07-28 is described by its request. Over a pipe it is the only client; over HTTP its name proves
    /// nothing.
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
        }
    }
}

/// The audience for a selected profile.
pub(crate) fn audience(picked: Option<&Profile>) -> Audience {
    picked.map_or(Audience::Configured, |profile| Audience::Picked(profile.clone()))
}

/// The end of a request.
pub(crate) enum Reply {
    /// A complete response.
    Response(Vec<u8>),
    /// `initialize` succeeded.
    Opened(Vec<u8>, Arc<Session>),
    /// A call ran, or still runs.
    Ran(Answer),
}
