//! The component and the call that a gate checks.

use crate::call::Plans;
use host_api::Caller;
use host_bridge::SelectedTarget;
use std::path::PathBuf;
use std::sync::Arc;

/// The component that a call runs: its bundle, digest and folder.
#[derive(Debug)]
pub struct Identity {
    pub bundle: Arc<str>,
    pub digest: Arc<str>,
    /// True for a tool that is bundled with the host, see `BundleSource::bundled`.
    pub bundled: bool,
    /// The folder of the component: as configured, and with resolved symbolic links.
    pub folders: [PathBuf; 2],
}

/// The data about a call that audit lines and the bridge need.
pub struct About {
    pub caller: Caller,
    pub component: Arc<Identity>,
    pub tool: Arc<str>,
    /// The arguments as JSON text.
    pub arguments: Arc<str>,
    pub idempotency_key: Option<String>,
    /// Collects the plans that a dry run previews; `None` for other calls.
    pub plans: Option<Plans>,
    /// The target of all commands of the call, as in `InvocationBase`.
    pub unity: Option<SelectedTarget>,
}

impl super::Gate {
    /// Returns true if the client uses MCP without sessions, in which no connection stays open while the user is asked.
    pub(crate) fn is_stateless(&self) -> bool {
        self.about.caller.dialect == host_api::Dialect::McpStateless
    }
}
