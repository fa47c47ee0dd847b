//! Whose call a gate stands for.

use crate::call::Plans;
use host_api::Caller;
use host_bridge::OneUnity;
use std::path::PathBuf;
use std::sync::Arc;

/// Which component a call runs.
#[derive(Debug)]
pub struct Identity {
    pub bundle: Arc<str>,
    pub digest: Arc<str>,
    /// See `BundleSource::bundled`.
    pub bundled: bool,
    /// The component's folder, as it was named and without links.
    pub folders: [PathBuf; 2],
}

/// Whose call it is, for audit lines and for the bridge.
pub struct About {
    pub caller: Caller,
    pub component: Arc<Identity>,
    pub tool: Arc<str>,
    /// JSON text.
    pub arguments: Arc<str>,
    pub idempotency_key: Option<String>,
    /// Where the plans that it previews are told.
    pub plans: Option<Plans>,
    /// As `InvocationBase` has it.
    pub unity: Option<OneUnity>,
}

impl super::Gate {
    /// While it asks, no connection is held for it.
    pub(crate) fn is_stateless(&self) -> bool {
        self.about.caller.dialect == host_api::Dialect::McpStateless
    }
}
