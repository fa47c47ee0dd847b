//! `/metrics` as numbers.
//!
//! Belongs here: reading Prometheus text. Does not: which gauge means what.

use std::collections::BTreeMap;

/// Every sample of one scrape; the key is the name with its labels as printed.
#[derive(Clone, Debug, Default)]
pub struct Metrics {
    samples: BTreeMap<String, f64>,
}

impl Metrics {
    /// Reads Prometheus text; lines that are no samples are left out.
    pub fn parse(text: &str) -> Self {
        let samples = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| {
                let (name, value) = line.trim().rsplit_once(' ')?;
                Some((name.to_owned(), value.parse().ok()?))
            })
            .collect();
        Self { samples }
    }

    /// The gauge `unity_tool_host_<name>`, e.g. `calls_in_flight`.
    pub fn gauge(&self, name: &str) -> Option<f64> {
        self.samples.get(&format!("unity_tool_host_{name}")).copied()
    }

    /// All names, for the message of a test that misses one.
    pub fn names(&self) -> Vec<&str> {
        self.samples.keys().map(String::as_str).collect()
    }
}
