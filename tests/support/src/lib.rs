//! What tests and benches share: the real program as a child, a small MCP client, fixture projects, waiting.
//!
//! Belongs here: how a test reaches the host and its inputs. Does not: what a test asserts, and nothing that the host
//! itself uses.

pub mod client;
pub mod component;
pub mod editor;
pub mod environment;
pub mod explorer;
pub mod host;
mod http;
pub mod metrics;
pub mod mono;
pub mod options;
pub mod paths;
pub mod player;
pub mod projects;
pub mod readme;
pub mod resident;
pub mod sse;
pub mod tree;
pub mod unity_versions;
pub mod wait;

pub use client::{Answer, Era, EventStream, McpClient, ToolAnswer};
pub use explorer::{Explorer, JsonLines};
pub use host::TestHost;
pub use metrics::Metrics;
pub use options::HostOptions;
pub use wait::{PATIENCE, wait_for};
