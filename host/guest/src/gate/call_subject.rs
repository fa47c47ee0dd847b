//! The call to which a gate belongs.

use crate::call::Plans;
use host_api::Caller;
use host_bridge::SelectedTarget;
use std::path::PathBuf;
use std::sync::Arc;

/// The component that a call runs.
#[derive(Debug)]
pub struct Identity {
    pub bundle: Arc<str>,
    pub digest: Arc<str>,
    /// See `BundleSource::bundled`.
    pub bundled: bool,
    /// The component's folder, as given and with links resolved.
    pub folders: [PathBuf; 2],
}

/// Describes the call, for audit lines and for the bridge.
pub struct About {
    pub caller: Caller,
    pub component: Arc<Identity>,
    pub tool: Arc<str>,
    /// JSON text.
    pub arguments: Arc<str>,
    pub idempotency_key: Option<String>,
    /// Collects the plans that the call previews.
    pub plans: Option<Plans>,
    /// As in `InvocationBase`.
    pub unity: Option<SelectedTarget>,
}

impl super::Gate {
    /// While it asks a question, no connection stays open for it.
    pub(crate) fn is_stateless(&self) -> bool {
        self.about.caller.dialect == host_api::Dialect::McpStateless
    }
}
