//! The Unity of one call: chosen as it begins, for all that it asks.
//!
//! Belongs here: asking the bridge, and what the answer says of it. Does not: who is chosen (`unitys`).

use crate::catalog::Catalog;
use host_api::{CallContext, CallError, Caller, ErrorKind};
use host_bridge::{BridgeError, BridgeErrorKind, OneUnity, Wish};

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
        let one = self.shared.bridge.of_call(&Wish::of(caller, named)).map_err(refused)?;
        if let Some(one) = &one {
            context.unity.is(one.target.clone());
        }
        Ok(one)
    }
}

fn refused(error: BridgeError) -> CallError {
    let kind = match error.kind {
        BridgeErrorKind::NotFound => ErrorKind::NotFound,
        BridgeErrorKind::InvalidArgument => ErrorKind::InvalidArgument,
        BridgeErrorKind::NotReady => ErrorKind::NotReady,
        _ => ErrorKind::Conflict,
    };
    let refused = CallError::new(kind, error.message);
    match error.hint {
        Some(hint) => refused.with_hint(hint),
        None => refused,
    }
}
