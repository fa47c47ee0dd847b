//! The commands of Pipeline as announced commands of the project: their names in the host, and calls to them.
//!
//! This module merges the list of commands and runs each call once for its key. `targets` decides which calls get here,
//! and `presence` whether the server is available.

use crate::pipeline::Pipeline;
use crate::presence::Presence;
use host_bridge::{
    AnnouncedCommand, BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, Remembered, Replied, Reply,
    Turn, failed_inside, withdrawn_error,
};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::task::TaskTracker;

/// The begin of the name of each command of Pipeline in the host. It separates them from the commands that a linked
/// instance announces.
pub const PREFIX: &str = "pipeline.";

/// The time limit for a command without a deadline.
const OWN: Duration = Duration::from_secs(30);

/// The commands that the package `com.unity.pipeline` announces for one project folder.
pub struct PipelineCommands {
    pipeline: Arc<Pipeline>,
    presence: Presence,
    remembered: Mutex<Remembered>,
}

impl PipelineCommands {
    /// Creates the commands of the project folder `root`. Until [`Self::presence`] is watched, they are not available.
    pub fn new(root: &Path) -> Self {
        Self::from_pipeline(Pipeline::new(root.to_path_buf()))
    }

    pub(crate) fn from_pipeline(pipeline: Pipeline) -> Self {
        let pipeline = Arc::new(pipeline);
        Self {
            presence: Presence::new(Arc::clone(&pipeline)),
            pipeline,
            remembered: Mutex::default(),
        }
    }

    /// Returns whether the server is available, and the watch that finds it out.
    pub fn presence(&self) -> &Presence {
        &self.presence
    }

    /// Returns true if `command` runs a command of Pipeline, which the name says.
    pub fn runs(command: &Command) -> bool {
        wanted(command).is_some()
    }

    /// Adds the commands of Pipeline to a list of announced commands. If they cannot be listed, adds a note instead.
    pub async fn add_to(&self, replied: &mut Replied, deadline: Option<Instant>) {
        let Reply::Commands(commands) = &mut replied.reply else {
            return;
        };
        let announced = commands.len();
        commands.retain(|command| !command.name.starts_with(PREFIX));
        let left_out = announced - commands.len();
        if left_out > 0 {
            replied.diagnostics.push(format!(
                "{left_out} commands of the Unity instance are not in this list: names with `{PREFIX}` are reserved for Unity's Pipeline"
            ));
        }
        if !self.presence.is_there() {
            return;
        }
        match self.pipeline.list(usable(deadline)).await {
            Ok(found) => commands.extend(found.into_iter().map(|command| AnnouncedCommand {
                name: format!("{PREFIX}{}", command.name),
                ..command
            })),
            Err(error) => replied.diagnostics.push(format!(
                "the commands of Unity's Pipeline are not in this list: {error}{}",
                error.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default()
            )),
        }
    }

    /// Runs a command of Pipeline in a task of `tasks`, which continues if the caller leaves.
    ///
    /// # Errors
    /// The command was not executed or failed, or its outcome is unknown.
    pub async fn run(
        self: &Arc<Self>,
        tasks: &TaskTracker,
        command: CheckedCommand,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        call.fate.queued();
        let (fate, cancel) = (Arc::clone(&call.fate), call.cancel.clone());
        let commands = Arc::clone(self);
        let mut running = tasks.spawn(async move { commands.run_once(&command, &call).await });
        tokio::select! {
            biased;
            ended = &mut running => {
                ended.unwrap_or_else(|error| Err(failed_inside(&fate, true, &error.to_string())))
            }
            () = cancel.cancelled() => Err(match fate.withdraw() {
                true => withdrawn_error(),
                false => cancelled_error(),
            }),
        }
    }

    /// Runs the command, unless a call with the same key has run it.
    async fn run_once(&self, command: &Command, call: &BridgeCall) -> Result<Replied, BridgeError> {
        let deadline = usable(call.deadline.as_ref().map(host_api::Deadline::at));
        let slot = match self.pipeline.slot(deadline).await {
            Ok(slot) => slot,
            Err(error) => {
                let outcome = Err(error);
                call.fate.finish(&outcome);
                return outcome;
            }
        };
        let turn = self.remembered().turn(command, &call.key, &call.fate);
        let first = match turn {
            Turn::First(first) => first,
            Turn::Again(known) => return known,
        };
        if call.cancel.is_cancelled() {
            call.fate.withdraw();
        }
        let result = match wanted(command) {
            Some(wanted) => slot.run(wanted.name, wanted.parameters, deadline, &call.fate).await,
            None => Err(BridgeError::new(
                BridgeErrorKind::Internal,
                "this is no command of Pipeline",
            )),
        };
        let outcome = result.map(|value| Reply::Returned(value).into());
        self.remembered().end(first, outcome)
    }

    fn remembered(&self) -> MutexGuard<'_, Remembered> {
        // A result is added as a whole, so a poisoned lock is still consistent.
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call to a command of Pipeline: its name there, and its parameters as JSON text.
struct Wanted<'c> {
    name: &'c str,
    parameters: &'c str,
}

fn wanted(command: &Command) -> Option<Wanted<'_>> {
    let Command::RunCommand { name, parameters } = command else {
        return None;
    };
    let name = name.strip_prefix(PREFIX)?;
    Some(Wanted { name, parameters })
}

fn usable(deadline: Option<Instant>) -> Instant {
    deadline.unwrap_or_else(|| Instant::now() + OWN)
}

fn cancelled_error() -> BridgeError {
    let message = "the call was cancelled while its command was running; Unity completes the command";
    BridgeError::new(BridgeErrorKind::OutcomeUnknown, message)
        .with_hint("read the data that the command changes before you run it again")
}
