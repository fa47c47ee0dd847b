//! Wrappers around a bridge: each method that a wrapper does not change is forwarded to the inner bridge.
//!
//! Belongs here: the forwarding. Does not: the effect of a wrapper on commands (such as `audited_bridge`).

use crate::capability::Capability;
use crate::command::{CheckedCommand, Command, Function};
use crate::command_key::CallKey;
use crate::error::BridgeError;
use crate::event::Event;
use crate::log_buffer::LogBuffer;
use crate::model::ProjectInfo;
use crate::reply::Replied;
use crate::state::{BridgeId, BridgeState};
use crate::target_set::Several;
use crate::unity_bridge::{BridgeCall, SelectedTarget, UnityBridge};
use crate::wish::Wish;
use host_api::{Access, Announced, BoxFuture};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::broadcast;

/// The part of a bridge wrapper that differs from other wrappers. All other methods of `UnityBridge` are forwarded to
/// the inner bridge.
pub trait Around: Send + Sync + 'static {
    fn inner(&self) -> &Arc<dyn UnityBridge>;

    /// Notifies the wrapper which target the inner bridge selected for a call that requested `wish`, or of the error.
    fn on_target_resolved(&self, wish: &Wish, found: &Result<Option<SelectedTarget>, BridgeError>);

    /// Creates the same wrapper around the one target of a call, so that its commands go through the wrapper, too.
    fn wrap(&self, one: Arc<dyn UnityBridge>) -> Arc<dyn UnityBridge>;

    /// Executes a command in place of the inner bridge, with the contract of `UnityBridge::execute`.
    fn carry_out(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>>;
}

impl<W: Around> UnityBridge for W {
    fn name(&self) -> &'static str {
        self.inner().name()
    }

    fn capabilities(&self) -> BTreeSet<Capability> {
        self.inner().capabilities()
    }

    fn state(&self) -> BridgeState {
        self.inner().state()
    }

    fn project(&self) -> ProjectInfo {
        self.inner().project()
    }

    fn queue_depth(&self) -> usize {
        self.inner().queue_depth()
    }

    fn has_executed(&self, key: &CallKey) -> bool {
        self.inner().has_executed(key)
    }

    fn id(&self) -> BridgeId {
        self.inner().id()
    }

    fn target_set(&self) -> Option<&dyn Several> {
        self.inner().target_set()
    }

    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError> {
        let found = self.inner().resolve_target(wish);
        self.on_target_resolved(wish, &found);
        Ok(found?.map(|one| SelectedTarget {
            bridge: self.wrap(one.bridge),
            target: one.target,
        }))
    }

    fn functions(&self) -> BTreeSet<Function> {
        self.inner().functions()
    }

    fn supports(&self, function: Function) -> bool {
        self.inner().supports(function)
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        self.inner().refuses(function)
    }

    fn access(&self, command: &Command) -> Access {
        self.inner().access(command)
    }

    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.inner().events()
    }

    fn log(&self) -> &LogBuffer {
        self.inner().log()
    }

    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        self.carry_out(command, call)
    }
}
