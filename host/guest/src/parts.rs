//! The parts of the host that a guest's imports use, and the facts about the host.

use host_api::AuditSink;
use host_bridge::UnityBridge;
use host_policy::{PolicyCell, PolicyEditor};
use std::sync::Arc;

/// The parts of the host that imports use.
#[derive(Clone)]
pub struct HostParts {
    pub bridge: Arc<dyn UnityBridge>,
    pub policy: Arc<PolicyCell>,
    pub audit: Arc<dyn AuditSink>,
    /// Executes the policy changes of the import `policy-edit`.
    pub policy_editor: Arc<dyn PolicyEditor>,
}

/// Facts about the host, which `policy-view.host` returns. All except the version are known only after the host
/// listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFacts {
    pub version: String,
    /// Address of the first listener, without port; empty if nothing listens.
    pub bind_address: String,
    /// Port of the first listener; 0 if nothing listens.
    pub port: u16,
    pub export_root: String,
    pub log_level: String,
}

impl Default for HostFacts {
    fn default() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            bind_address: String::new(),
            port: 0,
            export_root: String::new(),
            log_level: String::new(),
        }
    }
}
