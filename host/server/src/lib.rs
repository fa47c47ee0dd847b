//! The host as a library: command line, configuration, wiring, shutdown.
//!
//! This crate reads the configuration, and opens, connects and ends the parts of the host; other crates implement the
//! parts. Tests start the same host in their process through `start`.

pub mod audit;
mod author_command;
pub mod authors;
mod bridge_state;
mod bundle_folder;
mod bundle_folders;
mod call_command;
mod check_command;
pub mod cli;
mod command_line;
mod compile_command;
mod component_command;
pub mod config;
pub mod core;
mod csharp;
mod dev_command;
mod dialects;
mod discovery;
mod file_limit;
mod folder_concerns;
mod heap;
mod host_file;
mod listen;
mod loading;
mod operator;
mod output;
mod persist;
mod places;
mod process_start;
mod project;
mod reference;
mod reload;
mod sample;
mod served_target;
pub mod shutdown;
pub mod start;
mod start_line;
mod state_key;
mod stdio;
pub mod telemetry;
mod token;
mod token_watch;
mod traffic;
mod unsaved_changes;
mod usage;

pub use config::{Configuration, Sources};
pub use host_catalog::EmbeddedBundle;
pub use host_runtime::EmbeddedComponent;
pub use start::{Running, start};
