//! A bridge, audit log and policy editor that do nothing, for a guest that only returns its listing.
//!
//! Belongs here: these implementations. Does not: the check that rejects all imports of such a guest before they reach
//! these implementations (`gate`).

use crate::parts::HostParts;
use host_api::{Access, Announced, AuditRecord, AuditSink, AuditWriteError, BoxFuture, PolicyRecord};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, CallKey, Capability, CheckedCommand, Command,
    Event, Function, LogBuffer, ProjectInfo, Replied, SelectedTarget, Several, UnityBridge, Wish, of_call_alone,
};
use host_policy::{ChangeOrigin, Policy, PolicyCell, PolicyChange, PolicyEditError, PolicyEditor};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::broadcast;

const WHY: &str = "not available while a component is listed";

impl HostParts {
    /// Creates host parts that reject all commands and policy changes, for listing components.
    pub fn reaching_nothing() -> Self {
        Self {
            bridge: Arc::new(Nothing(broadcast::channel(1).0, LogBuffer::new(1))),
            policy: Arc::new(PolicyCell::new(Policy::default())),
            audit: Arc::new(Nowhere),
            policy_editor: Arc::new(Nowhere),
        }
    }
}

struct Nothing(broadcast::Sender<Announced<Event>>, LogBuffer);

impl UnityBridge for Nothing {
    fn name(&self) -> &'static str {
        "none"
    }
    fn capabilities(&self) -> BTreeSet<Capability> {
        BTreeSet::new()
    }
    fn state(&self) -> BridgeState {
        BridgeState::Ready
    }
    fn project(&self) -> ProjectInfo {
        ProjectInfo::default()
    }
    fn has_executed(&self, _: &CallKey) -> bool {
        false
    }

    fn queue_depth(&self) -> usize {
        0
    }
    fn id(&self) -> BridgeId {
        BridgeId::new(self.name(), 0)
    }
    fn target_set(&self) -> Option<&dyn Several> {
        None
    }
    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError> {
        of_call_alone(self, None, wish)
    }
    fn functions(&self) -> BTreeSet<Function> {
        BTreeSet::new()
    }
    fn refuses(&self, _: Function) -> Option<BridgeError> {
        None
    }
    fn access(&self, command: &Command) -> Access {
        command.access()
    }
    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.0.subscribe()
    }
    fn log(&self) -> &LogBuffer {
        &self.1
    }
    fn execute(&self, _: CheckedCommand, _: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        Box::pin(async { Err(BridgeError::new(BridgeErrorKind::Unsupported, WHY)) })
    }
}

struct Nowhere;

impl AuditSink for Nowhere {
    fn write(&self, _: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }
    fn policy_changed(&self, _: &PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }
}

impl PolicyEditor for Nowhere {
    fn apply(&self, _: PolicyChange, _: bool, _: ChangeOrigin) -> BoxFuture<'_, Result<u64, PolicyEditError>> {
        Box::pin(async { Err(PolicyEditError::Other(WHY.to_owned())) })
    }
}
