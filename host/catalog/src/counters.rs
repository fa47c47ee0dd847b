//! Counters for each tool, and gauges of the catalog. A tool's counters survive a reload of its bundle.

use crate::access_log::UnderWay;
use host_api::{CallError, CallOutcome, ErrorKind, ToolCounters};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

#[derive(Debug, Default)]
pub(crate) struct Counter {
    calls: AtomicU64,
    errors: AtomicU64,
    denied: AtomicU64,
    timeouts: AtomicU64,
    micros: AtomicU64,
}

impl Counter {
    /// Adds one finished call and its duration to these counters. A rejected call and a timeout also count as errors.
    pub(crate) fn count(&self, outcome: &CallOutcome, elapsed: Duration) {
        let add = |counter: &AtomicU64, amount: u64| counter.fetch_add(amount, Ordering::Relaxed);
        add(&self.calls, 1);
        add(&self.micros, u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX));
        match outcome {
            Ok(outcome) if !outcome.is_error => {}
            Ok(_) => _ = add(&self.errors, 1),
            Err(error) => {
                add(&self.errors, 1);
                if is_denial(error) {
                    add(&self.denied, 1);
                } else if error.kind == ErrorKind::Timeout {
                    add(&self.timeouts, 1);
                }
            }
        }
    }

    fn read(&self) -> ToolCounters {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        ToolCounters {
            calls: read(&self.calls),
            errors: read(&self.errors),
            denied: read(&self.denied),
            timeouts: read(&self.timeouts),
            micros: read(&self.micros),
        }
    }
}

fn is_denial(error: &CallError) -> bool {
    matches!(
        error.kind,
        ErrorKind::PermissionDenied | ErrorKind::ConfirmationRequired | ErrorKind::TierRestricted
    )
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    tools: Mutex<BTreeMap<String, Arc<Counter>>>,
    pub(crate) in_flight: Gauge,
    pub(crate) parked: Gauge,
    pub(crate) under_way: Arc<UnderWay>,
    pub(crate) events_dropped: Arc<AtomicU64>,
}

impl Counters {
    /// Returns the counters of the calls to one tool, and creates them if the tool is new.
    pub(crate) fn tool_counter(&self, tool: &str) -> Arc<Counter> {
        let mut tools = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(tools.entry(tool.to_owned()).or_default())
    }

    pub(crate) fn read(&self) -> BTreeMap<String, ToolCounters> {
        let tools = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
        tools
            .iter()
            .map(|(tool, counter)| (tool.clone(), counter.read()))
            .collect()
    }
}

/// A gauge: the current number of concurrent users of something, such as running calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gauge(Arc<AtomicU64>);

impl Gauge {
    /// Adds one to the gauge until the returned guard is dropped.
    pub(crate) fn enter(&self) -> Inside<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Inside(&self.0)
    }

    pub(crate) fn read(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The guard of one user of a gauge. Dropping it subtracts one from the gauge.
#[derive(Debug)]
pub(crate) struct Inside<'a>(&'a AtomicU64);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_api::ToolOutcome;

    #[test]
    fn counts_outcomes_of_a_tool_by_kind() {
        let counters = Counters::default();
        let fail = |kind| Err(CallError::new(kind, "no"));
        let own_failure = ToolOutcome {
            is_error: true,
            ..ToolOutcome::default()
        };
        let outcomes = [
            Ok(ToolOutcome::default()),
            Ok(own_failure),
            fail(ErrorKind::PermissionDenied),
            fail(ErrorKind::ConfirmationRequired),
            fail(ErrorKind::Timeout),
        ];
        for outcome in &outcomes {
            counters.tool_counter("A").count(outcome, Duration::from_micros(10));
        }
        let read = counters.read()["A"];
        assert_eq!(
            (read.calls, read.errors, read.denied, read.timeouts, read.micros),
            (5, 4, 2, 1, 50)
        );
    }

    #[test]
    fn a_gauge_returns_to_zero() {
        let gauge = Gauge::default();
        let inside = (gauge.enter(), gauge.enter());
        assert_eq!(gauge.read(), 2);
        drop(inside);
        assert_eq!(gauge.read(), 0);
    }
}
