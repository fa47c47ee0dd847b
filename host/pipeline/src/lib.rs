//! A client of the HTTP server that Unity's package `com.unity.pipeline` runs in an open editor: it lists and runs the
//! commands that this server announces.
//!
//! This crate reads the descriptor file of one project folder and sends requests to a port of this machine. It knows no
//! command by name. The crate `targets` decides when a call uses it.

mod announced;
mod commands;
mod connection;
mod descriptor;
mod errors;
mod pipeline;
mod presence;
mod result;
mod server;
mod slot;
#[cfg(test)]
mod tests;

pub use commands::{PREFIX, PipelineCommands};
pub use pipeline::Pipeline;
pub use presence::Presence;
pub use slot::Slot;
