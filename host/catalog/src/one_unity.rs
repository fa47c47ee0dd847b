//! The Unity of one call: chosen as it begins, for all that it asks.
//!
//! Belongs here: asking the bridge, and what the answer says of it. Does not: who is chosen (`unitys`).

use crate::catalog::Catalog;
use host_api::{CallContext, CallError, Caller};
use host_bridge::{OneUnity, Wish};

impl Catalog {
    /// `None` where the host has one Unity alone. What the request itself says wins over its address.
    pub(crate) fn one_unity(
        &self,
        caller: &Caller,
        named: Option<&str>,
        context: &CallContext,
    ) -> Result<Option<OneUnity>, CallError> {
        let named = named.or(context.unity.named.as_deref());
        if named.is_none() && self.shared.bridge.several().is_none() {
            return Ok(None);
        }
        let one = self.shared.bridge.of_call(&Wish::of(caller, named))?;
        if let Some(one) = &one {
            context.unity.is(one.target.clone());
        }
        Ok(one)
    }
}
