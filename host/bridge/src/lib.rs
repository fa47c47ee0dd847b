//! The Unity bridge capability: one narrow waist between the imports and whatever stands for Unity.
//!
//! Belongs here: `Command`, `Reply`, `Event`, the `UnityBridge` trait and wrappers that work for every bridge.
//! Does not: how a Unity is reached (`bridge-*` crates), what a guest may do (`policy`), WIT (`runtime`).

mod alone;
pub mod audited;
pub mod capability;
pub mod command;
pub mod command_key;
pub mod error;
pub mod event;
mod fate;
mod json;
mod log_buffer;
pub mod model;
pub mod naming;
mod one_unity;
pub mod paging;
mod queue;
mod remembered;
pub mod reply;
#[cfg(test)]
mod samples;
mod startup;
mod state;
mod unity_bridge;
mod weight;

pub use alone::{answer as answer_alone, nobody as nobody_called};
pub use audited::AuditedBridge;
pub use capability::{ALSO_NEEDS_UNITY, Capability};
pub use command::{CheckedCommand, Command, Function};
pub use command_key::{CallKey, CommandKey};
pub use error::{BridgeError, BridgeErrorKind};
pub use event::Event;
pub use fate::{AtLeaving, Fate};
pub use json::Unreadable;
pub use log_buffer::{LogBuffer, LogTail};
pub use model::*;
pub use naming::ObjectNumbers;
pub use one_unity::{OneUnity, Wish};
pub use paging::{Cursors, cut, json_len};
pub use queue::CommandQueue;
pub use remembered::{Digest, Remembered};
pub use reply::{Payload, Replied, Reply, ReplyKind};
pub use state::{Activity, BridgeId, BridgeState, UnityState};
pub use unity_bridge::{BridgeCall, LoadProgress, Origin, UnityBridge, Waits, WaitsFor};
