//! The component and the call to which a gate belongs.

use crate::call::Plans;
use host_api::Caller;
use host_bridge::SelectedTarget;
use std::path::PathBuf;
use std::sync::Arc;

/// The identity of the component that a call runs.
#[derive(Debug)]
pub struct Identity {
    pub bundle: Arc<str>,
    pub digest: Arc<str>,
    /// True for a bundled tool; see `BundleSource::bundled`.
    pub bundled: bool,
    /// The component's folder: as configured, and with symbolic links resolved.
    pub folders: [PathBuf; 2],
}

/// Facts about the call for the audit log and for the bridge.
pub struct About {
    pub caller: Caller,
    pub component: Arc<Identity>,
    pub tool: Arc<str>,
    /// The arguments as JSON text.
    pub arguments: Arc<str>,
    pub idempotency_key: Option<String>,
    /// Collects the plans that the call previews in a dry run; `None` in other calls.
    pub plans: Option<Plans>,
    /// The target of all commands; see `InvocationBase`.
    pub unity: Option<SelectedTarget>,
}

impl super::Gate {
    /// Returns true if the client uses stateless MCP, in which no connection stays open while the user is asked.
    pub(crate) fn is_stateless(&self) -> bool {
        self.about.caller.dialect == host_api::Dialect::McpStateless
    }
}
