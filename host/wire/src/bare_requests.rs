//! Constructors of tool calls and resource reads for protocols whose requests contain only a name and arguments.

use host_api::{CallRequest, Caller, Dialect, ResourceRequest};
use serde_json::{Map, Value};
use std::net::SocketAddr;
use std::sync::Arc;

/// Creates the identity of the client of a request, for a protocol that has no client name and no session.
pub fn caller(dialect: Dialect, peer: SocketAddr) -> Caller {
    Caller {
        dialect,
        client: Arc::default(),
        address: peer.to_string().into(),
        session: None,
        proof: None,
    }
}

/// Creates a call request from the name of a tool and its arguments; the operator's settings determine its deadline.
pub fn call_request(tool: String, arguments: Map<String, Value>, caller: Caller) -> CallRequest {
    CallRequest {
        tool,
        arguments,
        caller,
        target: None,
        idempotency_key: None,
        deadline: None,
        lenient_arguments: false,
    }
}

/// Creates a resource request from a URI; the operator's settings determine its deadline.
pub fn resource_request(uri: String, caller: Caller) -> ResourceRequest {
    ResourceRequest {
        uri,
        caller,
        deadline: None,
    }
}
