//! Whose call a gate stands for.

use crate::call::Plans;
use host_api::Caller;
use host_bridge::OneUnity;
use std::path::PathBuf;
use std::sync::Arc;

/// Which component a call runs.
#[derive(Debug)]
pub(crate) struct Identity {
    pub(crate) bundle: String,
    pub(crate) digest: String,
    /// See `BundleSource::bundled`.
    pub(crate) bundled: bool,
    /// The component's folder, as it was named and without links.
    pub(crate) folders: [PathBuf; 2],
}

/// Whose call it is, for audit lines and for the bridge.
pub(crate) struct About {
    pub(crate) caller: Caller,
    pub(crate) component: Arc<Identity>,
    pub(crate) tool: Arc<str>,
    /// JSON text.
    pub(crate) arguments: Arc<str>,
    pub(crate) idempotency_key: Option<String>,
    /// Where the plans that it previews are told.
    pub(crate) plans: Option<Plans>,
    /// As `InvocationBase` has it.
    pub(crate) unity: Option<OneUnity>,
}

impl super::Gate {
    /// While it asks, no connection is held for it.
    pub(crate) fn is_stateless(&self) -> bool {
        self.about.caller.dialect == host_api::Dialect::McpStateless
    }
}
