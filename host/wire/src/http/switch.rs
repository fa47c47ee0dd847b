//! The settings that disable protocols, and the answer to requests for a disabled one.

use crate::http::answer;
use crate::options::WireOptions;
use axum_core::response::Response;

/// The setting that disables a protocol.
pub(crate) struct Switch {
    pub(crate) is_on: fn(&WireOptions) -> bool,
    pub(crate) protocol: &'static str,
    pub(crate) key: &'static str,
}

impl Switch {
    /// For a protocol that shares its path with others, which get the remaining requests.
    pub(crate) fn is_on(&self, options: &WireOptions) -> bool {
        (self.is_on)(options)
    }

    /// The answer while the protocol is disabled.
    pub(super) fn refusal(&self, options: &WireOptions) -> Option<Response> {
        let Self { protocol, key, .. } = self;
        let is_off = !self.is_on(options);
        is_off.then(|| answer::not_found(&format!("{protocol} is switched off here by `{key}`")))
    }
}
