//! The component and the call to which a gate belongs.

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
    /// True for a bundled tool, see `BundleSource::bundled`.
    pub bundled: bool,
    /// The component's folder: first as configured, then with symbolic links resolved.
    pub folders: [PathBuf; 2],
}

/// Describes the call, for audit lines and for the bridge.
pub struct About {
    pub caller: Caller,
    pub component: Arc<Identity>,
    pub tool: Arc<str>,
    /// The arguments as JSON text.
    pub arguments: Arc<str>,
    pub idempotency_key: Option<String>,
    /// For a dry run: collects the plans that the call previews.
    pub plans: Option<Plans>,
    /// The target of all commands, as in `InvocationBase`.
    pub unity: Option<SelectedTarget>,
}

impl super::Gate {
    /// Returns whether the client uses the stateless MCP, where no connection stays open while the user is asked.
    pub(crate) fn is_stateless(&self) -> bool {
        self.about.caller.dialect == host_api::Dialect::McpStateless
    }
}
