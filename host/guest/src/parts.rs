//! The parts of the host that the imports of guests use, and facts about the host.

use host_api::AuditSink;
use host_bridge::UnityBridge;
use host_policy::{PolicyCell, PolicyEditor};
use std::sync::Arc;

/// The connection to Unity, the policy, the audit log and the policy editor, which the imports of guests use.
#[derive(Clone)]
pub struct HostParts {
    pub bridge: Arc<dyn UnityBridge>,
    pub policy: Arc<PolicyCell>,
    pub audit: Arc<dyn AuditSink>,
    pub policy_editor: Arc<dyn PolicyEditor>,
}

/// Facts about the host that the import `policy-view.host` returns. All except `version` are empty until the host
/// listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFacts {
    pub version: String,
    /// Address of the first listener, without port; empty if the host does not listen.
    pub bind_address: String,
    /// Port of the first listener; 0 if the host does not listen.
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
