//! The idempotency keys of the commands of a call.

use super::Gate;
use host_api::{CallContext, Deadline};
use host_bridge::{BridgeCall, CallKey, CommandKey, CommandKind};
use std::sync::Arc;

impl Gate {
    /// Returns true if Unity had executed a change of this call before the host was started, and this time the call sent none.
    pub fn was_executed(&self) -> bool {
        let key = self.key.as_ref().filter(|key| key.may_come_again());
        !self.numbers.has_write() && key.is_some_and(|key| self.bridge.has_executed(key))
    }

    fn call_key(&mut self, context: &CallContext) -> Arc<CallKey> {
        let key = self.key.take().unwrap_or_else(|| {
            let about = &self.about;
            let given = about.idempotency_key.clone();
            let (bundle, tool) = (&about.component.bundle, &about.tool);
            Arc::new(CallKey::new(&about.caller, bundle, tool, given, context.id))
        });
        Arc::clone(self.key.insert(key))
    }

    pub(super) fn bridge_call(&mut self, context: &CallContext, deadline: Deadline, kind: CommandKind) -> BridgeCall {
        let number = self.numbers.next(kind);
        BridgeCall {
            id: context.id,
            origin: Some(self.origin()),
            cancel: context.cancel.clone(),
            deadline: Some(deadline),
            key: CommandKey {
                call: self.call_key(context),
                number,
            },
            fate: Arc::default(),
            progress: self.load_progress.clone(),
        }
    }
}
