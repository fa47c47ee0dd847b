//! Records tools with calls that crash repeatedly: since when, and why.
//!
//! This module decides when a tool counts as crashing or working; the runtime decides which errors are crashes.

use host_api::CallOutcome;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Number of consecutive crashes after which a tool is reported. Fewer crashes may be due to the arguments.
const IN_A_ROW: u32 = 3;

/// The consecutive crashes of each tool, by bundle and tool. There are at most as many entries as published tools.
#[derive(Debug, Default)]
pub(crate) struct Crashes {
    /// Number of crashing tools in `by_tool`. While it is 0, a successful call need not lock `by_tool`.
    known: AtomicUsize,
    by_tool: Mutex<BTreeMap<(String, String), Crash>>,
}

#[derive(Debug)]
struct Crash {
    /// SHA-256 of the component that crashed. A new version of the component starts without crashes.
    digest: String,
    in_a_row: u32,
    since: String,
    cause: String,
}

impl Crashes {
    /// Records the outcome of a call of this tool: counts a crash; a success removes the tool's entry.
    pub(crate) fn see(&self, bundle: &str, digest: &str, tool: &str, outcome: &CallOutcome) {
        let cause = match outcome {
            Err(error) if error.is_crash => &error.message,
            Ok(_) if self.known.load(Ordering::Relaxed) > 0 => {
                self.change(|table| _ = table.remove(&(bundle.to_owned(), tool.to_owned())));
                return;
            }
            // A rejected call says nothing about the guest.
            _ => return,
        };
        self.change(|table| {
            let crash = table
                .entry((bundle.to_owned(), tool.to_owned()))
                .or_insert_with(|| Crash::first(digest));
            if crash.digest != digest {
                *crash = Crash::first(digest);
            }
            crash.in_a_row = crash.in_a_row.saturating_add(1);
            crash.cause.clone_from(cause);
        });
    }

    /// Returns one sentence for each crashing tool. Drops the entries of component versions for which `serves`
    /// (arguments: bundle id, digest) returns false.
    pub(crate) fn problems(&self, serves: impl Fn(&str, &str) -> bool) -> Vec<String> {
        if self.known.load(Ordering::Relaxed) == 0 {
            return Vec::new();
        }
        let mut problems = Vec::new();
        self.change(|table| {
            table.retain(|(bundle, _), crash| serves(bundle, &crash.digest));
            let crashing = table.iter().filter(|(_, crash)| crash.in_a_row >= IN_A_ROW);
            problems.extend(crashing.map(|((bundle, _), crash)| {
                let Crash {
                    in_a_row, since, cause, ..
                } = crash;
                format!("bundle `{bundle}` is crashing since {since}, its last {in_a_row} calls of one tool: {cause}")
            }));
        });
        problems
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<(String, String), Crash>)) {
        let mut table: MutexGuard<'_, _> = self.by_tool.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut table);
        self.known.store(table.len(), Ordering::Relaxed);
    }
}

impl Crash {
    fn first(digest: &str) -> Self {
        Self {
            digest: digest.to_owned(),
            in_a_row: 0,
            since: current_time(),
            cause: String::new(),
        }
    }
}

/// Returns the current time in UTC, such as `2026-01-31T12:00:00Z`.
pub(crate) fn current_time() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_api::{CallError, ErrorKind, ToolOutcome};

    fn crash_outcome(why: &str) -> CallOutcome {
        Err(CallError {
            is_crash: true,
            ..CallError::new(ErrorKind::ToolFailed, why)
        })
    }

    #[test]
    fn reports_tool_after_three_consecutive_crashes_until_it_succeeds() {
        let crashes = Crashes::default();
        let is_served = |bundle: &str, digest: &str| (bundle, digest) == ("b", "1");
        let see = |outcome: &CallOutcome| crashes.see("b", "1", "T", outcome);
        see(&crash_outcome("first"));
        see(&crash_outcome("second"));
        assert!(crashes.problems(is_served).is_empty());
        // Neither a rejected call nor a success of another tool shows that it works.
        see(&Err(CallError::new(ErrorKind::PermissionDenied, "no")));
        crashes.see("b", "1", "U", &Ok(ToolOutcome::default()));
        see(&crash_outcome("third"));
        let problems = crashes.problems(is_served);
        let [problem] = &problems[..] else {
            panic!("{problems:?}")
        };
        assert!(
            problem.starts_with("bundle `b` is crashing since 20") && problem.ends_with("third"),
            "{problem}"
        );
        see(&Ok(ToolOutcome::default()));
        assert!(crashes.problems(is_served).is_empty());
        see(&crash_outcome("again"));
        assert!(crashes.problems(is_served).is_empty(), "it begins to count again");
    }

    #[test]
    fn counts_crashes_per_version_and_forgets_unserved_bundles() {
        let crashes = Crashes::default();
        for _ in 0..3 {
            crashes.see("b", "1", "T", &crash_outcome("why"));
        }
        assert_eq!(crashes.problems(|_, digest| digest == "1").len(), 1);
        crashes.see("b", "2", "T", &crash_outcome("why"));
        assert!(crashes.problems(|_, digest| digest == "2").is_empty());
        assert!(crashes.problems(|_, _| false).is_empty());
        assert_eq!(crashes.known.load(Ordering::Relaxed), 0);
    }
}
