//! Configuration switches that disable protocols, and the response to requests for a disabled protocol.

use crate::http::answer;
use axum_core::response::Response;

/// The setting that enables or disables a protocol: its value, the name of the protocol, and the configuration key.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    pub is_on: bool,
    pub protocol: &'static str,
    pub key: &'static str,
}

impl Switch {
    /// Returns a 404 response if the protocol is disabled, else `None`.
    pub(super) fn refusal(&self) -> Option<Response> {
        let Self { is_on, protocol, key } = self;
        (!is_on).then(|| answer::not_found(&format!("{protocol} is switched off here by `{key}`")))
    }
}
