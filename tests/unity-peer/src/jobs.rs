//! Test runs as jobs: a run begins, its state is read, and it can be cancelled. No test runs.
//!
//! Belongs here: the peer's side of jobs in `PROTOCOL.md`. Does not: the calls of the contract (`main_thread`).

use crate::Shared;
use crate::main_thread::{failed, raw};
use host_bridge::{Reply, TestRun};
use host_bridge_live::frames::{Call, CallResult};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const BEGIN: &str = "editor-run/run-tests";

pub(crate) const FUNCTIONS: [&str; 3] = [BEGIN, "link/job", "link/cancel-job"];

/// How long a step of a run takes.
const STEP: Duration = Duration::from_millis(200);

/// The runs that a test wants of this Unity.
#[derive(Clone, Copy, Debug)]
pub struct TestRuns {
    /// How long each run takes.
    pub time: Duration,
    /// Whether the state of a run contains its steps.
    pub tells_steps: bool,
}

/// The runs that were begun, by their ids.
#[derive(Default)]
pub(crate) struct Runs(Mutex<BTreeMap<String, Run>>);

struct Run {
    since: Instant,
    is_cancelled: bool,
}

impl Runs {
    fn begin(&self) -> String {
        let mut runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let id = format!("{:032x}", runs.len() + 1);
        let run = Run {
            since: Instant::now(),
            is_cancelled: false,
        };
        runs.insert(id.clone(), run);
        id
    }

    fn state(&self, id: &str, wanted: TestRuns) -> Option<Value> {
        let runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let run = runs.get(id)?;
        let passed = run.since.elapsed();
        let done = if wanted.tells_steps {
            passed.as_millis() / STEP.as_millis()
        } else {
            0
        };
        if run.is_cancelled {
            return Some(json!({ "state": "cancelled", "done": done }));
        }
        if passed < wanted.time {
            return Some(json!({ "state": "running", "done": done, "text": format!("step {done}") }));
        }
        let reply = Reply::TestRun(TestRun {
            passed: 7,
            failed: 0,
            skipped: 0,
            failures: Vec::new(),
        });
        Some(json!({ "state": "finished", "done": done, "value": reply.to_json().expect("a reply is JSON") }))
    }

    fn cancel(&self, id: &str) {
        let mut runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(run) = runs.get_mut(id) {
            run.is_cancelled = true;
        }
    }

    pub(crate) fn cancelled_count(&self) -> usize {
        let runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        runs.values().filter(|run| run.is_cancelled).count()
    }
}

impl Shared {
    /// `None` where that is no call about a job, or this Unity runs no tests.
    pub(crate) fn job_call(&self, call: &Call) -> Option<CallResult> {
        let wanted = self.test_runs.filter(|_| FUNCTIONS.contains(&call.function.as_str()))?;
        let arguments: Value = serde_json::from_str(call.args.get()).unwrap_or_default();
        let id = arguments["job"].as_str().unwrap_or_default();
        let value = match call.function.as_str() {
            BEGIN => Some(json!({ "reply": "job", "value": { "job": self.runs.begin() } })),
            "link/job" => self.runs.state(id, wanted),
            _ => {
                self.runs.cancel(id);
                Some(json!({}))
            }
        };
        let Some(value) = value else {
            return Some(failed(call.id, "not-found", "no such job"));
        };
        Some(CallResult {
            id: call.id,
            value: Some(raw(&value)),
            error: None,
            notes: Vec::new(),
            bytes: None,
        })
    }
}
