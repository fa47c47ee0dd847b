//! The data of the pages `/health`, `/ready` and `/metrics`. The core collects it, and the crate `wire` formats it.

use std::collections::BTreeMap;

/// The state of one bundle, as the operator sees it at `/health`.
#[derive(Clone, Debug)]
pub struct BundleHealth {
    pub id: String,
    /// The bundle's folder; `None` for tools in the host program. Several folders can have bundles with the same id.
    pub folder: Option<String>,
    /// `published`, `compiling` (listed, but not compiled yet), `refused`, `publishing`, or `not granted` for a bundled
    /// tool that no configuration enables.
    pub state: &'static str,
    pub tools: usize,
    /// The reasons for a refusal, each with file and remedy; an older version of the bundle may still run. For `not
    /// granted`, the setting to add. Empty without a problem.
    pub problems: Vec<String>,
    /// The time (RFC 3339) since which the host refuses the bundle or its newest version; `None` if it refuses none.
    pub since: Option<String>,
    /// Notes that are not problems: the functions of a plain WebAssembly component that are not exported as tools.
    pub remarks: Vec<String>,
}

impl BundleHealth {
    /// Returns the problems and remarks, joined by semicolons; `None` if there are none.
    pub fn error(&self) -> Option<String> {
        let said: Vec<&str> = self.problems.iter().chain(&self.remarks).map(String::as_str).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}

/// The state of one target: a Unity instance or project folder that the host serves.
#[derive(Clone, Debug, serde::Serialize)]
pub struct TargetHealth {
    pub id: String,
    /// Kind of target: `folder`, `editor` or `player`.
    pub source: &'static str,
    pub project: String,
    pub unity_version: String,
    pub platform: String,
    pub state: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// The state of the host and of Unity for the operator, which the HTTP paths `/health` and `/ready` return.
#[derive(Clone, Debug, Default)]
pub struct Health {
    pub unity_version: String,
    /// The platform in Unity's spelling; `Offline` if no Unity instance runs.
    pub platform: String,
    pub project: String,
    /// The name of the connection to Unity, e.g. `project`.
    pub bridge: String,
    /// The state of the connection to Unity, e.g. `ready` or `loading (3 of 12 scenes)`.
    pub bridge_state: String,
    pub bundles: Vec<BundleHealth>,
    /// The number of commands that wait for Unity's main thread.
    pub queue_depth: usize,
    /// The states of the Unity instances and project folders that the host serves; empty if it serves only one.
    pub targets: Vec<TargetHealth>,
    /// Sentences about recent changes of the target that answers calls, oldest first.
    pub switches: Vec<String>,
    /// Current problems that an operator must fix although the host runs: refused or crashing bundles and unreadable
    /// projects, each with its cause. Problems of bundles have a start time.
    pub problems: Vec<String>,
    /// The conditions that `/ready` waits for; empty if the host is ready.
    pub not_ready: Vec<String>,
}

/// Counters of the calls of one tool.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToolCounters {
    pub calls: u64,
    pub errors: u64,
    pub denied: u64,
    pub timeouts: u64,
    /// Total wall time of all calls, in microseconds.
    pub micros: u64,
}

/// Current gauges and total counters of the host for its metrics: running calls, guests, memory and others.
#[derive(Clone, Debug, Default)]
pub struct CoreMetrics {
    pub calls_in_flight: u64,
    pub instances: u64,
    pub parked: u64,
    /// Total bytes of the memories and tables of all running guests.
    pub guest_memory: u64,
    /// Limit of `guest_memory` in bytes: the setting `limits.total-memory`.
    pub guest_memory_limit: u64,
    pub guest_lines_dropped: u64,
    pub events_dropped: u64,
    pub tools: BTreeMap<String, ToolCounters>,
}
