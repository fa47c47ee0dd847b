//! The script files of the host for running instances: the host answers requests about the files, and an instance runs
//! their content (`code`).

use super::startup_memory::Started;
use host_api::{AuditSink, Rule};
use host_bridge::{BridgeCall, BridgeError, CheckedCommand, Command, Function, Remembered, Replied, failed_inside};
use host_scripts_folder::{FUNCTIONS, ScriptsFolder};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The scripts folder with its policy check and audit sink; all instances of a host share one value.
pub struct Scripts {
    pub(super) folder: ScriptsFolder,
    pub(super) started: Started,
    /// Checks whether code may run that no client calls; an error contains the reason from the policy.
    pub(super) may_start: MayStart,
    pub(super) audit: Arc<dyn AuditSink>,
    /// First results of writes that a client may repeat.
    kept: Mutex<Remembered>,
}

/// Checks whether the current policy allows code that no client calls.
pub type MayStart = Box<dyn Fn() -> Result<(), Forbidden> + Send + Sync>;

/// The reason why the policy rejects the startup script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The violated rule, for the audit line.
    pub rule: Rule,
    /// The reason as a sentence, for the user.
    pub why: String,
}

impl Scripts {
    /// Creates the shared value. `started` is the folder that contains one file for each process that ran the startup
    /// script.
    pub fn new(folder: ScriptsFolder, started: PathBuf, may_start: MayStart, audit: Arc<dyn AuditSink>) -> Self {
        Self {
            started: Started::new(started, &folder),
            folder,
            may_start,
            audit,
            kept: Mutex::default(),
        }
    }

    /// Returns true if this function affects only the files, so that it needs no instance.
    pub fn answers(function: Function) -> bool {
        FUNCTIONS.contains(&function)
    }

    /// Executes a function for which `answers` is true, once for each key.
    ///
    /// # Errors
    /// Those of the folder, in which case nothing was changed; `OutcomeUnknown` if the host failed during a write.
    pub async fn answer(self: &Arc<Self>, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        call.fate.queued();
        let (scripts, fate, is_write) = (Arc::clone(self), Arc::clone(&call.fate), command.is_write_in_folder());
        let done = tokio::task::spawn_blocking(move || scripts.run_once(&command, &call));
        done.await
            .unwrap_or_else(|why| Err(failed_inside(&fate, is_write, &why.to_string())))
    }

    fn run_once(&self, command: &Command, call: &BridgeCall) -> Result<Replied, BridgeError> {
        // One at a time: a second command under a key finds the outcome of the first.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.run_once(command, call, || {
            let answered = self.folder.answer(command)?;
            Ok(answered.replied)
        })
    }
}

impl fmt::Debug for Scripts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scripts({:?})", self.folder)
    }
}
