//! Chooses the target of a call when the call begins. All commands of the call use this target.
//!
//! This module queries the bridge, and handles its answer. `targets` chooses the target.

use crate::catalog::Catalog;
use host_api::{CallContext, CallError, Caller};
use host_bridge::{SelectedTarget, Wish};

impl Catalog {
    /// Chooses the target of a call; `None` if the host has only one target. The parameter `named` takes precedence
    /// over the target in `context`.
    pub(crate) fn choose_target(
        &self,
        caller: &Caller,
        named: Option<&str>,
        context: &CallContext,
    ) -> Result<Option<SelectedTarget>, CallError> {
        let named = named.or(context.unity.named.as_deref());
        if named.is_none() && self.shared.bridge.target_set().is_none() {
            return Ok(None);
        }
        let one = self.shared.bridge.resolve_target(&Wish::from_caller(caller, named))?;
        if let Some(one) = &one {
            context.unity.is(one.target.clone());
        }
        Ok(one)
    }
}
