//! The transports of the host's protocols: HTTP, SSE, WebSocket, JSON-RPC. The crate passes requests to dialects, which
//! convert them to calls of a `ToolService`. A dialect is one protocol, such as a version of MCP.
//!
//! The crate contains connections, sessions, streams, pipes, the execution of calls, the memory budget, `/health`,
//! `/ready` and `/metrics`. It does not know dialects, tools, policy, Unity or configuration files, and uses other
//! parts of the host only through `host_api`.

pub mod backlog;
pub mod bare_requests;
pub mod budget;
pub mod calls;
mod capacity;
pub mod catalog_form;
pub mod changes;
mod connections;
mod dialect;
pub mod first_catalog;
mod health;
pub mod http;
pub mod in_flight;
pub mod jsonrpc;
pub mod mailbox;
mod metrics;
pub mod open_questions;
mod options;
pub mod pipe;
pub mod plain_result;
mod port_routes;
mod problems;
mod protocol_errors;
pub mod random_id;
pub mod refusal;
pub mod refused_calls;
mod refused_counts;
pub mod request_ids;
pub mod schema_form;
mod serve;
pub mod sessions;
pub mod single_answer;
pub mod slots;
mod state;
pub mod streams;
mod token;
mod unity_links;
pub mod websocket;

pub use dialect::{Dialect, Gauge, HealthMember, NewDialect};
pub use options::WireOptions;
pub use problems::Problems;
pub use serve::{LAST_WORDS, WireError, serve};
pub use state::Wire;
pub use token::Token;
