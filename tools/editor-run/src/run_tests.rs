//! `run_editmode_tests` and `run_playmode_tests`: Unity's test runner and its results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::editor_run::{self, TestFailure, TestMode, TestRun};
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo, fit};

/// Maximum bytes of failures in one answer: some clients disconnect at 1 MiB.
const MOST_BYTES: usize = 384 * 1024;

/// Bytes of a failure without its texts.
const FAILURE_BYTES: usize = 60;

/// Which tests.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// Part of the tests' full names.
    filter: Option<String>,
}

/// The results of the run.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    pass_count: u32,
    failed_count: u32,
    skipped_count: u32,
    failed_results: Vec<Failed>,
}

/// One failed test.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Failed {
    /// Full name.
    name: String,
    message: String,
    /// Where, if known.
    stack_trace: Option<String>,
}

impl Failed {
    fn bytes(&self) -> usize {
        let texts = [&self.name, &self.message].into_iter().chain(&self.stack_trace);
        texts.map(|text| fit::written_len(text)).sum::<usize>() + FAILURE_BYTES
    }
}

impl From<TestFailure> for Failed {
    fn from(failure: TestFailure) -> Self {
        Self {
            name: failure.name,
            message: failure.message,
            stack_trace: failure.stack_trace,
        }
    }
}

/// Keeps as many failures as fit, in the runner's order; returns the number of omitted ones.
pub(crate) fn reply(run: TestRun) -> Reply<Results> {
    let mut failed: Vec<Failed> = run.failures.into_iter().map(Failed::from).collect();
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

fn run(mode: TestMode, args: &Args, cx: &Cx) -> Result<Reply<Results>, ToolError> {
    cx.go_on()?;
    let filter = args
        .filter
        .as_deref()
        .map(str::trim)
        .filter(|filter| !filter.is_empty());
    Ok(reply(editor_run::run_tests(&mode, filter)?))
}

fn info(mode: &str) -> ToolInfo {
    ToolInfo::new(format!("Run Test Runner in {mode}"))
        .title(format!("Run {mode} tests"))
        .category("editor")
        .notes("Without filter all tests run. Reports progress and ends when the call is cancelled.")
        .needs(Capability::EditorRun)
}

/// The tool for tests that run in the editor.
pub struct RunEditmodeTests;

impl Tool for RunEditmodeTests {
    type Args = Args;
    type Output = Results;
    const EFFECT: Effect = Effect::Write;

    fn info() -> ToolInfo {
        info("EditMode")
    }

    fn run(args: Args, cx: &Cx) -> Result<Reply<Results>, ToolError> {
        run(TestMode::Edit, &args, cx)
    }
}

/// The tool for tests that run in play mode.
pub struct RunPlaymodeTests;

impl Tool for RunPlaymodeTests {
    type Args = Args;
    type Output = Results;
    const EFFECT: Effect = Effect::Write;

    fn info() -> ToolInfo {
        info("PlayMode")
    }

    fn run(args: Args, cx: &Cx) -> Result<Reply<Results>, ToolError> {
        run(TestMode::Play, &args, cx)
    }
}
