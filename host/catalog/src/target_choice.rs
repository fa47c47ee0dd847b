//! Chooses the target of one call when the call begins; all its commands go there.
//!
//! Belongs here: querying the bridge, and handling its answer. Does not: which target is chosen (`targets`).

use crate::catalog::Catalog;
use host_api::{CallContext, CallError, Caller};
use host_bridge::{SelectedTarget, Wish};

impl Catalog {
    /// Chooses the target of a call; `None` if the host has only one. The target `named` in the request takes
    /// precedence over the one in the request's address.
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
