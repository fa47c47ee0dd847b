//! Requests of protocols that say nothing of themselves but what they want.

use host_api::{CallRequest, Caller, Dialect, ResourceRequest};
use serde_json::{Map, Value};
use std::net::SocketAddr;
use std::sync::Arc;

/// Who calls, where the protocol names no client.
pub(crate) fn caller(dialect: Dialect, peer: SocketAddr) -> Caller {
    Caller {
        dialect,
        client: Arc::default(),
        address: peer.to_string().into(),
        session: None,
        proof: None,
    }
}

/// A call as protocols make it that say nothing but which tool; its deadline is the operator's.
pub(crate) fn call_request(tool: String, arguments: Map<String, Value>, caller: Caller) -> CallRequest {
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

/// A reading as above.
pub(crate) fn resource_request(uri: String, caller: Caller) -> ResourceRequest {
    ResourceRequest {
        uri,
        caller,
        deadline: None,
    }
}
