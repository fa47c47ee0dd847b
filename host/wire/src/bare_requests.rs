//! Calls and reads for protocols whose requests contain only a name and arguments.

use host_api::{CallRequest, Caller, Dialect, ResourceRequest};
use serde_json::{Map, Value};
use std::net::SocketAddr;
use std::sync::Arc;

/// The caller, for protocols that send no client name.
pub fn caller(dialect: Dialect, peer: SocketAddr) -> Caller {
    Caller {
        dialect,
        client: Arc::default(),
        address: peer.to_string().into(),
        session: None,
        proof: None,
    }
}

/// A call request that names only the tool and its arguments; its deadline is the operator's.
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

/// A resource request of the same kind.
pub fn resource_request(uri: String, caller: Caller) -> ResourceRequest {
    ResourceRequest {
        uri,
        caller,
        deadline: None,
    }
}
