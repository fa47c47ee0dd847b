//! The tool `refresh_assets`.

use unity_tools::authoring::compilation::Compilation;
use unity_tools::authoring::refresh_run;
use unity_tools::compiler;
use unity_tools::prelude::*;

/// Maximum size in bytes of the errors in one answer.
const MOST_BYTES: usize = 32 * 1024;

/// The compilation that followed a refresh, which the tool `refresh_assets` returns.
#[output]
pub(crate) struct Refreshed {
    /// False if the compiler reported errors; absent if nothing had to be compiled.
    #[serde(skip_serializing_if = "Option::is_none")]
    compiled: Option<bool>,
    // With path, line and column.
    errors: Vec<String>,
    // Errors that `errors` leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_errors: Option<u64>,
}

impl From<Option<Compilation>> for Refreshed {
    fn from(last: Option<Compilation>) -> Self {
        let compiled = last.as_ref().map(|last| last.succeeded);
        let messages = last.map(|last| last.diagnostics).unwrap_or_default();
        let (errors, left_out) = compiler::error_lines(&messages, MOST_BYTES);
        Self {
            compiled,
            errors,
            more_errors: (left_out > 0).then_some(left_out),
        }
    }
}

/// Import files that other programs changed, and return compiler errors.
#[tool(write, category = "editor", needs = EditorRun)]
pub(crate) fn refresh_assets(cx: &Cx) -> Result<Refreshed> {
    cx.go_on()?;
    Ok(Refreshed::from(refresh_run::refresh()?))
}
