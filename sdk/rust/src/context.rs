//! What a running call may ask of the host.
//!
//! Belongs here: one thin method for each import of `unity-tools:host` that concerns the call itself. A method that a
//! guest does not use costs it nothing: the import is not in its component.

use crate::ask::{Answers, Question};
use crate::host::client::{self, Feature};
use crate::host::log::{self, Level};
use crate::host::{cancellation, notify, progress};
use crate::state::State;
use crate::{ErrorKind, ToolError};
use std::time::Duration;

/// The call in hand.
#[derive(Debug, Default)]
pub struct Cx {
    _only_here: (),
}

impl Cx {
    /// Made by the dispatcher for each call, and by a unit test of a tool's `run` that uses no import.
    pub fn new() -> Self {
        Self::default()
    }

    /// Wall time left for this call.
    pub fn remaining(&self) -> Duration {
        Duration::from_millis(cancellation::check().remaining_ms.into())
    }

    /// Compute time left for this call; it is never renewed.
    pub fn remaining_compute(&self) -> Duration {
        Duration::from_millis(cancellation::check().remaining_compute_ms.into())
    }

    /// Whether the client cancelled, or the host is shutting down.
    pub fn cancelled(&self) -> bool {
        cancellation::check().cancelled
    }

    /// Between the steps of long work: `?` on it ends a cancelled call.
    ///
    /// # Errors
    /// `Cancelled`, where [`Cx::cancelled`] is true.
    pub fn go_on(&self) -> Result<(), ToolError> {
        if self.cancelled() {
            return Err(ToolError::new(ErrorKind::Cancelled, "the call was cancelled"));
        }
        Ok(())
    }

    /// How far the call has come. `done` must grow with each report.
    pub fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        progress::report(done, total, message);
    }

    /// A line for the client's log and the host's.
    pub fn log(&self, level: Level, text: &str) {
        log::write(level, None, text);
    }

    /// A line for whoever writes the tool.
    pub fn debug(&self, text: &str) {
        self.log(Level::Debug, text);
    }

    /// A line about normal progress.
    pub fn info(&self, text: &str) {
        self.log(Level::Info, text);
    }

    /// A line about something that is off.
    pub fn warning(&self, text: &str) {
        self.log(Level::Warning, text);
    }

    /// Closes this call's stream now, where there is one; the client fetches the result by resuming. For long calls of
    /// clients that would rather come back than hold a connection.
    pub fn close_stream(&self) {
        notify::close_stream();
    }

    /// The bundle's own small store, which outlives calls, reloads and restarts.
    pub fn state(&self) -> State {
        State::new()
    }

    /// Whether the client of this call has a feature.
    pub fn supports(&self, feature: Feature) -> bool {
        client::supports(&feature)
    }

    /// Asks the client all questions at once and waits for the answers, outside the call's deadline.
    ///
    /// # Errors
    /// `Unsupported` where the client cannot be asked that, `Timeout`, `Cancelled`, `PermissionDenied` where it refused.
    pub fn ask(&self, questions: Vec<Question>) -> Result<Answers, ToolError> {
        let asked: Vec<client::Question> = questions.into_iter().map(Question::into_wit).collect();
        Ok(Answers::new(client::ask(&asked)?))
    }
}
