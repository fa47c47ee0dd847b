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
    /// True for a tool that is bundled with the host. By default, it gets all its imports.
    pub bundled: bool,
    /// Two paths of the component's folder: as configured, and with resolved symbolic links.
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
    /// Collects the plans of changes that the guest makes in a dry run; `None` if the call is no dry run.
    pub plans: Option<Plans>,
    /// The Unity instance or project folder that executes all commands of the call; `None` for the default one.
    pub unity: Option<SelectedTarget>,
}

impl super::Gate {
    /// Returns true if the client uses MCP without sessions, in which no connection stays open while the user is asked.
    pub(crate) fn is_stateless(&self) -> bool {
        self.about.caller.dialect == host_api::Dialect::McpStateless
    }
}
