//! The only crate that knows HTTP, SSE, stdio and JSON-RPC: it passes requests to a `ToolService` and returns its
//! answers.
//!
//! It contains transports, dialects, sessions, streams, and the output of `/health`, `/ready` and `/metrics`.
//! It does not know tools, policy, Unity or configuration files, and uses the rest of the host only through
//! `host_api::ToolService`.

mod backlog;
mod bare_requests;
mod budget;
mod calls;
mod capacity;
mod changes;
mod connections;
mod dialect;
mod dialects;
mod durable;
mod health;
mod http;
mod in_flight;
mod jsonrpc;
mod mailbox;
mod metrics;
mod one_answer;
mod open_questions;
mod options;
mod per_catalog;
mod pipe;
mod plain_result;
mod problems;
mod protocol_errors;
mod published;
mod random_id;
mod refused;
mod refused_calls;
mod refused_counts;
mod request_ids;
mod ring;
mod schema_form;
mod serve;
mod served;
mod sessions;
mod slots;
mod state;
mod stdio;
mod streams;
mod token;
mod unity_links;
mod websocket;

pub use options::{CommandOptions, EditorOptions, ExplorerOptions, SseOptions, StateKey, TextForm, WireOptions};
pub use problems::Problems;
pub use serve::{WireError, serve};
pub use stdio::{Reader, Writer, serve_stdio};
pub use token::Token;
