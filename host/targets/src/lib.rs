//! The running Unity instances of one host: which may connect, how they are identified, and which one answers a call.
//!
//! This crate contains the table of instances and the selection of one. The crate `bridge-live` implements the protocol
//! of a connection, and `wire` its socket.

mod ambiguous_target;
mod choice;
mod choosing;
mod chosen_target;
mod door;
mod folder;
mod habits;
mod hearing;
mod inner;
mod numbers;
mod roots;
mod switches;
mod table;
mod target;
mod targets;
#[cfg(test)]
mod tests;

pub use folder::Folder;
pub use host_pipeline::PipelineCommands;
pub use targets::Targets;
