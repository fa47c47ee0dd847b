//! Checks whether a class has the method for which a request asks the callers.

use super::targets::Wanted;
use host_api::similar_names::{did_you_mean, near_names};
use host_bridge::{BridgeError, BridgeErrorKind};
use serde_json::json;
use unity_scripts::csharp_index::{Called, Gathered};

impl Wanted {
    /// Returns true if the requested method certainly does not exist in its class or a base class; false if that is
    /// unknown, or if no method is requested.
    pub(super) fn lacks_method(&self, csharp: Option<&Gathered>) -> bool {
        match (&self.class, &self.method, csharp) {
            (Some(class), Some(method), Some(csharp)) => csharp.check_call(class, method, None) == Called::NoMethod,
            _ => false,
        }
    }

    /// Returns the error for a missing method, with the most similar methods of the class.
    pub(crate) fn no_method(&self, csharp: Option<&Gathered>) -> BridgeError {
        let class = self.class.as_deref().unwrap_or_default();
        let method = self.method.as_deref().unwrap_or_default();
        let own = csharp.map(|csharp| csharp.methods(class)).unwrap_or_default();
        let near = near_names(method, own.iter().map(String::as_str));
        let hint = did_you_mean(&near).unwrap_or_else(|| "script_info lists the methods of a class".to_owned());
        let message = format!("{class} has no method {method:?}, and no base of it has one");
        BridgeError::new(BridgeErrorKind::NotFound, message)
            .with_hint(hint)
            .with_data(&json!({"argument": "target.type-name", "given": format!("{class}.{method}"), "nearest": near}))
    }
}
