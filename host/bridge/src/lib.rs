//! The interface between the imports of guests and all kinds of Unity targets: commands, replies and the trait of all
//! bridges.
//!
//! Belongs here: `Command`, `Reply`, `Event`, the `UnityBridge` trait and wrappers that work for every bridge. Does
//! not: connections to Unity (`bridge-*` crates), permissions of guests (`policy`), WIT (`runtime`).

mod alone;
mod around;
pub mod audited;
mod bounds;
pub mod capability;
pub mod command;
pub mod command_key;
pub mod error;
pub mod event;
mod fate;
mod json;
mod lacking;
mod line_chain;
mod log_buffer;
pub mod model;
pub mod naming;
pub mod paging;
mod panics;
mod queue;
mod refused_call;
mod remembered;
pub mod reply;
#[cfg(test)]
mod samples;
mod several;
mod startup;
mod state;
mod unity_bridge;
mod weight;
mod wish;

pub use alone::{
    answer as answer_alone, no_such_target as nobody_called, resolve_single_target as of_call_alone, row_of,
};
pub use around::Around;
pub use audited::AuditedBridge;
pub use capability::Capability;
pub use command::{CheckedCommand, Command, Function};
pub use command_key::{CallKey, CommandKey};
pub use error::{BridgeError, BridgeErrorKind};
pub use event::Event;
pub use fate::{AtLeaving, Fate, failed_inside, withdrawn_error};
pub use json::Unreadable;
pub use lacking::{cannot_do, missing_reason};
pub use line_chain::LineChain;
pub use log_buffer::{LogBuffer, LogTail};
pub use model::*;
pub use naming::ObjectNumbers;
pub use paging::{Cursors, cut, json_len};
pub use panics::{caught, caught_in};
pub use queue::{CommandQueue, MOST_WAITING, busy};
pub use remembered::{Digest, First, Remembered, Turn, key_of_another};
pub use reply::{Payload, Replied, Reply, ReplyKind};
pub use several::Several;
pub use state::{Activity, BridgeId, BridgeState, UnityState};
pub use unity_bridge::{BridgeCall, LoadProgress, Origin, SelectedTarget, UnityBridge, Waits, WaitsFor};
pub use wish::Wish;
