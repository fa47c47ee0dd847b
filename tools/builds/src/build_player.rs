//! The tool `build_player`.

use unity_tools::authoring::build_run::{self, Report, Request};
use unity_tools::authoring::compilation::Severity;
use unity_tools::fit;
use unity_tools::prelude::*;

/// Maximum size in bytes of the messages in one answer.
const MOST_BYTES: usize = 32 * 1024;

/// The result of a build, which the tool `build_player` returns.
#[output]
pub(crate) struct Built {
    succeeded: bool,
    /// Path of the player, relative to the project folder.
    path: String,
    target: String,
    /// Size of the player.
    bytes: u64,
    seconds: f64,
    /// Number of errors. `warnings` likewise.
    errors: u32,
    warnings: u32,
    /// Errors first.
    messages: Vec<String>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Build a player in the open editor and return the result. The editor answers nothing else meanwhile; unsaved scenes are
/// rejected.
#[tool(
    write,
    category = "editor",
    notes = "Needs the grant of build-run.",
    example = r#"{"path": "Builds/Game", "development": true}"#,
    needs = EditorRun
)]
pub(crate) fn build_player(
    /// Below Builds in the project folder, e.g. `Builds/Game`.
    path: String,
    /// E.g. `StandaloneLinux64`; the active target by default.
    target: Option<String>,
    /// Asset paths; the enabled scenes of the build settings by default.
    scenes: Option<Vec<String>>,
    development: Option<bool>,
    cx: &Cx,
) -> Result<Reply<Built>> {
    cx.go_on()?;
    let report = build_run::build(&Request {
        target,
        path,
        scenes: scenes.unwrap_or_default(),
        development: development.unwrap_or(false),
    })?;
    Ok(reply(report))
}

fn reply(report: Report) -> Reply<Built> {
    let line = |message: build_run::Message| match message.severity {
        Severity::Error => format!("error: {}", message.text),
        Severity::Warning => format!("warning: {}", message.text),
        Severity::Other(name) => format!("{name}: {}", message.text),
    };
    let mut messages: Vec<String> = report.messages.into_iter().map(line).collect();
    let all = u64::from(report.errors) + u64::from(report.warnings);
    fit::keep_first(&mut messages, MOST_BYTES, |text| fit::written_len(text));
    let left_out = all.saturating_sub(messages.len() as u64);
    let reply = Reply::new(Built {
        succeeded: report.succeeded,
        path: report.path,
        target: report.target,
        bytes: report.bytes,
        seconds: report.seconds,
        errors: report.errors,
        warnings: report.warnings,
        messages,
        notes: Vec::new(),
    });
    match left_out {
        0 => reply,
        _ => reply.note(format!("{left_out} more messages are left out")),
    }
}
