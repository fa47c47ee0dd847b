//! The context of a tool call: functions of the host that a running tool uses.
//! Belongs here: one thin method for each import of `unity-tools:host` that concerns the call itself. A method that a
//! guest does not use costs nothing: the import is not in its component.

use crate::ask::{Answers, Question};
use crate::host::client::{self, Feature};
use crate::host::log::{self, Level};
use crate::host::{cancellation, notify, progress};
use crate::state::State;
use crate::{ErrorKind, ToolError};
use std::time::Duration;

/// The context of a running tool call: its time limits, progress reports, logs, questions and stored data.
///
/// ```
/// # use unity_tools::prelude::*;
/// fn read_all(files: &[&str], cx: &Cx) -> Result<usize> {
///     for (done, file) in files.iter().enumerate() {
///         cx.go_on()?;
///         cx.debug(file);
///         cx.progress(done as f64 + 1.0, Some(files.len() as f64), None);
///     }
///     Ok(files.len())
/// }
///
/// let unity = unity_tools::fake::FakeUnity::new();
/// assert_eq!(read_all(&["Main.unity"], &Cx::new()), Ok(1));
/// assert_eq!(unity.log(), ["debug: Main.unity"]);
/// ```
#[derive(Debug, Default)]
pub struct Cx {
    _only_here: (),
}

impl Cx {
    /// Creates a context. The exports of a bundle create one for each call; a unit test of a tool may create its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the wall-clock time left for this call. Time that the call spends waiting for the user does not count.
    pub fn remaining(&self) -> Duration {
        Duration::from_millis(cancellation::check().remaining_ms.into())
    }

    /// Returns the compute time left for this call. The host never extends it.
    pub fn remaining_compute(&self) -> Duration {
        Duration::from_millis(cancellation::check().remaining_compute_ms.into())
    }

    /// Returns true if the client cancelled the call, or if the host is shutting down.
    pub fn cancelled(&self) -> bool {
        cancellation::check().cancelled
    }

    /// Returns an error if the call was cancelled. Use it with `?` between the steps of long work.
    ///
    /// # Errors
    /// `Cancelled`, if [`Cx::cancelled`] is true.
    pub fn go_on(&self) -> Result<(), ToolError> {
        if self.cancelled() {
            return Err(ToolError::new(ErrorKind::Cancelled, "the call was cancelled"));
        }
        Ok(())
    }

    /// Reports the progress: `done` of `total` (`None` if unknown), in any unit. `done` must grow with each report.
    pub fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        progress::report(done, total, message);
    }

    /// Writes a line to the logs of the client and the host.
    pub fn log(&self, level: Level, text: &str) {
        log::write(level, None, text);
    }

    /// Writes a log line at level debug, for the author of the tool.
    pub fn debug(&self, text: &str) {
        self.log(Level::Debug, text);
    }

    /// Writes a log line at level info, about normal progress.
    pub fn info(&self, text: &str) {
        self.log(Level::Info, text);
    }

    /// Writes a log line at level warning, about a problem.
    pub fn warning(&self, text: &str) {
        self.log(Level::Warning, text);
    }

    /// Closes the HTTP stream of this long call now, if it has one. The client gets the result when it reconnects.
    pub fn close_stream(&self) {
        notify::close_stream();
    }

    /// Returns the bundle's own key-value store, whose data survives calls, reloads and restarts.
    pub fn state(&self) -> State {
        State::new()
    }

    /// Returns true if the client of this call supports the MCP feature.
    pub fn supports(&self, feature: Feature) -> bool {
        client::supports(&feature)
    }

    /// Sends all questions to the client at once. Waiting for the answers does not count towards the call's deadline.
    ///
    /// # Errors
    /// `Unsupported` if the client cannot ask this; `PermissionDenied` if it refused; `Timeout`; `Cancelled`.
    pub fn ask(&self, questions: Vec<Question>) -> Result<Answers, ToolError> {
        let asked: Vec<client::Question> = questions.into_iter().map(Question::into_wit).collect();
        Ok(Answers::new(client::ask(&asked)?))
    }
}
