//! The wire and all dialects with real sockets: a running server on port 0, a fake of the catalog, plain HTTP.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "functions beside tests are not recognised as tests by the lint"
)]

mod asking_declared;
mod asking_fake;
mod asking_handshake;
mod asking_pipes;
mod asking_stateless;
mod asking_taken_over;
mod client;
mod command;
mod content_types;
mod editor;
mod editor_errors;
mod editor_fake;
mod explorer;
mod explorer_errors;
mod explorer_floods;
mod explorer_paths;
mod explorer_streams;
mod face;
mod fake;
mod fake_explorer;
mod foreign_streams;
mod forgiving;
mod handshake;
mod identity;
mod idle_connections;
mod limits;
mod memory;
mod methods;
mod operating;
mod options;
mod quiet;
mod refused_calls;
mod remote_access;
mod restore;
mod sessionless;
mod sse_transport;
mod stdio;
mod streams;
mod switches;
mod tasks;
mod unity_links;
mod v2026_07_28;
