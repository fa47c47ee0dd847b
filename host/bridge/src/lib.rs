//! The typed interface between the imports of guest tools and all kinds of Unity targets: commands, replies, and the
//! trait `UnityBridge`.
//!
//! Belongs here: `Command`, `Reply`, `Event`, the `UnityBridge` trait and wrappers that work for every bridge. Does
//! not: connections to Unity (`bridge-*` crates), permissions of guests (`policy`), WIT (`runtime`).

pub mod audited_bridge;
mod bounds;
pub mod capability;
pub mod command;
pub mod command_key;
pub mod error;
pub mod event;
mod fate;
mod json;
mod line_chain;
mod log_buffer;
mod missing_capability;
pub mod model;
pub mod naming;
pub mod paging;
mod panics;
mod queue;
mod refused_call;
mod remembered_results;
pub mod reply;
#[cfg(test)]
mod samples;
mod single_target;
mod startup;
mod state;
mod syntax_refusal;
mod target_set;
mod unity_bridge;
pub mod value_order;
mod weight;
mod wish;
mod wrapper;

pub use audited_bridge::AuditedBridge;
pub use capability::Capability;
pub use command::{CheckedCommand, Command, FileUse, Function};
pub use command_key::{CallKey, CommandKey, CommandKind, CommandNumbers};
pub use error::{BridgeError, BridgeErrorKind};
pub use event::Event;
pub use fate::{AtLeaving, Fate, failed_inside, withdrawn_error};
pub use json::Unreadable;
pub use line_chain::LineChain;
pub use log_buffer::{LogBuffer, LogTail};
pub use missing_capability::{cannot_do, missing_reason};
pub use model::*;
pub use naming::ObjectNumbers;
pub use paging::{Cursors, cut, json_len};
pub use panics::{caught, caught_in};
pub use queue::{CommandQueue, MOST_WAITING, busy};
pub use remembered_results::{Digest, First, Remembered, Turn, key_of_another};
pub use reply::{Payload, Replied, Reply, ReplyKind};
pub use single_target::{
    answer as answer_alone, no_such_target as nobody_called, resolve_single_target as of_call_alone, row_of,
};
pub use state::{Activity, BridgeId, BridgeState, UnityState};
pub use syntax_refusal::refuse_syntax;
pub use target_set::Several;
pub use unity_bridge::{BridgeCall, LoadProgress, Origin, SelectedTarget, UnityBridge, Waits, WaitsFor};
pub use wish::Wish;
pub use wrapper::Around;
