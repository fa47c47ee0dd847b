//! What `/health`, `/ready` and `/metrics` show, gathered by the core and printed by the wire.

use std::collections::BTreeMap;

/// One bundle as the operator sees it.
#[derive(Clone, Debug)]
pub struct BundleHealth {
    pub id: String,
    /// Where it lies, but for the host's own that are prepared or served: several folders may claim one id.
    pub folder: Option<String>,
    /// `published`, `compiling` (listed, its code is still to come), `refused`, `publishing`, or `not granted` for one of the host's own that nobody asked for.
    pub state: &'static str,
    pub tools: usize,
    /// File, reason and remedy, where something was refused; the old version may still serve. What to add, where nothing is granted.
    pub problems: Vec<String>,
    /// Since when it is refused, or its newest version is, in RFC 3339; `None` = it is not.
    pub since: Option<String>,
    /// What is as it should be, and worth telling: what of a plain component is no tool.
    pub remarks: Vec<String>,
}

impl BundleHealth {
    /// All that is said of it, as one sentence.
    pub fn error(&self) -> Option<String> {
        let said: Vec<&str> = self.problems.iter().chain(&self.remarks).map(String::as_str).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}

/// One of the Unitys that a host reaches.
#[derive(Clone, Debug, serde::Serialize)]
pub struct UnityHealth {
    pub id: String,
    /// `folder`, `editor` or `player`.
    pub source: &'static str,
    pub project: String,
    pub unity_version: String,
    pub platform: String,
    pub state: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// The core's part of the health report.
#[derive(Clone, Debug, Default)]
pub struct Health {
    pub unity_version: String,
    /// Unity's word for where it runs; `Offline` where no Unity runs.
    pub platform: String,
    pub project: String,
    /// The bridge's name, e.g. `project`.
    pub bridge: String,
    /// The bridge's state in words: `ready`, `loading (3 of 12 scenes)`, …
    pub bridge_state: String,
    pub bundles: Vec<BundleHealth>,
    /// Commands waiting for Unity's main thread.
    pub queue_depth: usize,
    /// Those that the bridge stands for, where they are several.
    pub unitys: Vec<UnityHealth>,
    /// What lately came to answer in another's place, oldest first.
    pub switches: Vec<String>,
    /// What an operator has to mend although the host serves: refused and crashing bundles, each with its cause and since when,
    /// and a project that cannot be read. What works again is no longer in it.
    pub problems: Vec<String>,
    /// What is still missing before `/ready`; empty = ready.
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
    /// Bytes of memories and tables that guests hold together.
    pub guest_memory: u64,
    /// Bytes that they may hold: the setting `limits.total-memory`.
    pub guest_memory_limit: u64,
    pub guest_lines_dropped: u64,
    pub events_dropped: u64,
    pub tools: BTreeMap<String, ToolCounters>,
}
