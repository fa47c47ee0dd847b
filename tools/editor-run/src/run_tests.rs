//! The tools `run_editmode_tests` and `run_playmode_tests`, which run Unity's test runner and return its results.

use unity_tools::fit;
use unity_tools::prelude::*;
use unity_tools::unity::editor_run::{self, TestMode, TestRun};

/// Maximum size in bytes of the failures in one answer. Some clients disconnect at 1 MiB.
const MOST_BYTES: usize = 384 * 1024;

/// Approximate size in bytes of a failure without its texts.
const FAILURE_BYTES: usize = 60;

/// The results of a test run, which both tools return.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Results {
    pass_count: u32,
    failed_count: u32,
    skipped_count: u32,
    failed_results: Vec<Failed>,
}

/// One failed test.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Failed {
    /// Full name of the test.
    name: String,
    message: String,
    /// Stack trace of the failure, if known.
    stack_trace: Option<String>,
}

impl Failed {
    fn bytes(&self) -> usize {
        let texts = [&self.name, &self.message].into_iter().chain(&self.stack_trace);
        texts.map(|text| fit::written_len(text)).sum::<usize>() + FAILURE_BYTES
    }
}

/// Creates the answer with as many failures as fit, in the test runner's order, and with the number of omitted ones.
pub(crate) fn reply(run: TestRun) -> Reply<Results> {
    let failed = run.failures.into_iter().map(|failure| Failed {
        name: failure.name,
        message: failure.message,
        stack_trace: failure.stack_trace,
    });
    let mut failed: Vec<Failed> = failed.collect();
    let left_out = fit::keep_first(&mut failed, MOST_BYTES, Failed::bytes);
    let shown = failed.len();
    let reply = Reply::new(Results {
        pass_count: run.passed,
        failed_count: run.failed,
        skipped_count: run.skipped,
        failed_results: failed,
    });
    if left_out == 0 {
        return reply;
    }
    reply.note(format!(
        "failedResults shows the first {shown} failures; {left_out} more are left out, give a filter to see them"
    ))
}

fn run(mode: &TestMode, filter: Option<&str>, cx: &Cx) -> Result<Reply<Results>> {
    cx.go_on()?;
    let filter = filter.map(str::trim).filter(|filter| !filter.is_empty());
    Ok(reply(editor_run::run_tests(mode, filter)?))
}

/// Run Test Runner in EditMode
#[tool(
    write,
    title = "Run EditMode tests",
    category = "editor",
    notes = "Without filter all tests run. Reports progress and ends when the call is cancelled.",
    needs = EditorRun
)]
pub(crate) fn run_editmode_tests(
    /// Part of the tests' full names.
    filter: Option<String>,
    cx: &Cx,
) -> Result<Reply<Results>> {
    run(&TestMode::Edit, filter.as_deref(), cx)
}

/// Run Test Runner in PlayMode
#[tool(
    write,
    title = "Run PlayMode tests",
    category = "editor",
    notes = "Without filter all tests run. Reports progress and ends when the call is cancelled.",
    needs = EditorRun
)]
pub(crate) fn run_playmode_tests(
    /// Part of the tests' full names.
    filter: Option<String>,
    cx: &Cx,
) -> Result<Reply<Results>> {
    run(&TestMode::Play, filter.as_deref(), cx)
}
