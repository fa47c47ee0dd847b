//! The trait that every bridge implements.

use crate::capability::Capability;
use crate::command::Command;
use crate::command_key::{CallKey, CommandKey};
use crate::error::BridgeError;
use crate::event::Event;
use crate::model::ProjectInfo;
use crate::reply::Replied;
use host_api::{BoxFuture, CallId, Caller, Effect};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Reports how far the opening has come: scenes done, scenes in all.
pub type LoadProgress = Arc<dyn Fn(u32, u32) + Send + Sync>;

/// Whose call a command belongs to: what the audit wrapper writes beside it.
#[derive(Clone, Debug)]
pub struct Origin {
    pub caller: Caller,
    pub bundle: String,
    /// Hex SHA-256 of the component.
    pub digest: String,
    pub tool: String,
    pub effect: Effect,
    /// Arguments as JSON text.
    pub arguments: String,
}

/// What a bridge gets to know about the call that a command belongs to.
#[derive(Clone)]
pub struct BridgeCall {
    pub id: CallId,
    /// `None` for the host's own commands.
    pub origin: Option<Arc<Origin>>,
    pub cancel: CancellationToken,
    /// A command whose key came before is not done again: it gets the first one's result, or `Conflict` where it is
    /// another command. Only what was done, or may have been, is remembered.
    pub key: CommandKey,
    /// Told while the call waits for the project to be loaded.
    pub progress: Option<LoadProgress>,
}

impl BridgeCall {
    /// For the host's own commands, which nobody cancels.
    pub fn internal() -> Self {
        let id = CallId::next();
        Self {
            id,
            origin: None,
            cancel: CancellationToken::new(),
            key: CommandKey {
                call: Arc::new(CallKey::of_host(id)),
                number: 1,
            },
            progress: None,
        }
    }
}

/// Whether the bridge can serve now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BridgeState {
    /// Loading: scenes done, scenes in all. Calls wait.
    Loading {
        done: u32,
        total: u32,
    },
    Ready,
    /// Will not serve: why, and what to do.
    Failed {
        reason: String,
        remedy: String,
    },
}

/// One Unity: a project folder played headless, or a running editor or player.
///
/// Writes are done one at a time in arrival order; each read sees one consistent state.
pub trait UnityBridge: Send + Sync + 'static {
    /// `project` or `live`.
    fn name(&self) -> &'static str;

    fn capabilities(&self) -> BTreeSet<Capability>;

    fn state(&self) -> BridgeState;

    /// What is known now, without waiting; empty fields while loading.
    fn project(&self) -> ProjectInfo;

    /// Commands waiting for the main thread.
    fn queue_depth(&self) -> usize;

    fn events(&self) -> broadcast::Receiver<Event>;

    /// Runs one command. Waits until the bridge is ready (the caller's deadline cuts the wait), never answers from half
    /// of a project. A write that was queued is carried out even where the caller stops waiting.
    fn execute(&self, command: Command, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>>;
}
