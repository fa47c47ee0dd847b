//! The settings that take protocols out of service, and what is answered then.

use crate::http::answer;
use crate::options::WireOptions;
use axum_core::response::Response;

/// The setting that takes a protocol out of service.
pub(crate) struct Switch {
    pub(crate) is_on: fn(&WireOptions) -> bool,
    pub(crate) protocol: &'static str,
    pub(crate) key: &'static str,
}

impl Switch {
    /// For a protocol on a path that others share, who serve what it leaves.
    pub(crate) fn is_on(&self, options: &WireOptions) -> bool {
        (self.is_on)(options)
    }

    /// What is answered while the protocol is off.
    pub(super) fn refusal(&self, options: &WireOptions) -> Option<Response> {
        let Self { protocol, key, .. } = self;
        let is_off = !self.is_on(options);
        is_off.then(|| answer::not_found(&format!("{protocol} is switched off here by `{key}`")))
    }
}
