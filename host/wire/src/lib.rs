//! The only crate that knows HTTP, SSE and JSON-RPC: it carries requests to a `ToolService` and its answers back.
//!
//! Belongs here: transports, dialects, sessions, streams, what `/health`, `/ready` and `/metrics` print.
//! Does not: tools, policy, Unity, configuration files. The rest of the host is met only through `host_api::ToolService`.

mod calls;
mod connections;
mod dialects;
mod health;
mod http;
mod jsonrpc;
mod metrics;
mod options;
mod ring;
mod serve;
mod sessions;
mod slots;
mod state;
mod streams;
mod websocket;

pub use options::{CommandOptions, EditorOptions, ExplorerOptions, WireOptions};
pub use serve::{WireError, serve};
