//! The settings that disable protocols, and the answer to requests for a disabled one.

use crate::http::answer;
use axum_core::response::Response;

/// The setting that disables a protocol, and its value.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    pub is_on: bool,
    pub protocol: &'static str,
    pub key: &'static str,
}

impl Switch {
    /// The answer while the protocol is disabled.
    pub(super) fn refusal(&self) -> Option<Response> {
        let Self { is_on, protocol, key } = self;
        (!is_on).then(|| answer::not_found(&format!("{protocol} is switched off here by `{key}`")))
    }
}
