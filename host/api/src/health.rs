//! The data of `/health`, `/ready` and `/metrics`. The core collects it, and the wire prints it.

use std::collections::BTreeMap;

/// The state of one bundle for the operator.
#[derive(Clone, Debug)]
pub struct BundleHealth {
    pub id: String,
    /// The bundle folder; `None` for bundled tools that are prepared or served. Several folders may claim one id.
    pub folder: Option<String>,
    /// `published`, `compiling` (listed, but its code is not compiled yet), `refused`, `publishing`, or `not granted`
    /// for a bundled tool that no configuration enables.
    pub state: &'static str,
    pub tools: usize,
    /// The problems with file, reason and remedy, if something was refused; the old version may still serve. If nothing
    /// is granted, the setting to add.
    pub problems: Vec<String>,
    /// The time in RFC 3339 since which the bundle, or its newest version, is refused; `None` if it is not refused.
    pub since: Option<String>,
    /// Notes that are not problems: the functions of a plain component that are not exported as tools.
    pub remarks: Vec<String>,
}

impl BundleHealth {
    /// Returns the problems and remarks, joined by semicolons; `None` if there are none.
    pub fn error(&self) -> Option<String> {
        let said: Vec<&str> = self.problems.iter().chain(&self.remarks).map(String::as_str).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}

/// One target of the host.
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

/// The part of the health report that comes from the core.
#[derive(Clone, Debug, Default)]
pub struct Health {
    pub unity_version: String,
    /// The platform as Unity names it; `Offline` if no instance runs.
    pub platform: String,
    pub project: String,
    /// The name of the bridge, e.g. `project`.
    pub bridge: String,
    /// The bridge's state as text: `ready`, `loading (3 of 12 scenes)`, …
    pub bridge_state: String,
    pub bundles: Vec<BundleHealth>,
    /// The number of commands that wait for Unity's main thread.
    pub queue_depth: usize,
    /// The targets of the bridge, if there are several.
    pub targets: Vec<TargetHealth>,
    /// Sentences about recent changes in which one target replaced another for answers, oldest first.
    pub switches: Vec<String>,
    /// Problems that an operator must fix although the host serves: refused and crashing bundles, each with its cause
    /// and its start time, and a project that cannot be read. A problem that no longer exists is not listed.
    pub problems: Vec<String>,
    /// The conditions that `/ready` still waits for; an empty list means that the host is ready.
    pub not_ready: Vec<String>,
}

/// Counters of one tool.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToolCounters {
    pub calls: u64,
    pub errors: u64,
    pub denied: u64,
    pub timeouts: u64,
    /// Wall time of all calls together, in microseconds.
    pub micros: u64,
}

/// Gauges and counters of the core.
#[derive(Clone, Debug, Default)]
pub struct CoreMetrics {
    pub calls_in_flight: u64,
    pub instances: u64,
    pub parked: u64,
    /// Bytes of all memories and tables of guests.
    pub guest_memory: u64,
    /// The limit for these bytes: the setting `limits.total-memory`.
    pub guest_memory_limit: u64,
    pub guest_lines_dropped: u64,
    pub events_dropped: u64,
    pub tools: BTreeMap<String, ToolCounters>,
}
