//! The services of the host that a guest's imports use, and facts about the host.

use host_api::AuditSink;
use host_bridge::UnityBridge;
use host_policy::{PolicyCell, PolicyEditor};
use std::sync::Arc;

/// The services of the host that imports use.
#[derive(Clone)]
pub struct HostParts {
    pub bridge: Arc<dyn UnityBridge>,
    pub policy: Arc<PolicyCell>,
    pub audit: Arc<dyn AuditSink>,
    /// Executes policy changes of the interface `policy-edit`.
    pub policy_editor: Arc<dyn PolicyEditor>,
}

/// Facts about the host, which `policy-view.host` returns. All except the version have their values only after the host
/// listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFacts {
    pub version: String,
    /// The address of the first listener, without the port; empty if the host does not listen.
    pub bind_address: String,
    /// The port of the first listener; 0 if the host does not listen.
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
