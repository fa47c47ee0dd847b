//! The script files of the host, which lists, reads and writes them. A Unity instance executes their content (`code`).

use super::startup_memory::Started;
use host_api::{AuditSink, Rule};
use host_bridge::{BridgeCall, BridgeError, CheckedCommand, Command, Function, Remembered, Replied, failed_inside};
use host_scripts_folder::{FUNCTIONS, ScriptsFolder};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Access to the host's folder of C# scripts, with policy check and audit log. All Unity instances share one value.
pub struct Scripts {
    pub(super) folder: ScriptsFolder,
    pub(super) started: Started,
    /// The policy check for code that no client requested, such as the startup script.
    pub(super) may_start: MayStart,
    pub(super) audit: Arc<dyn AuditSink>,
    /// The first results of script file writes, for clients that repeat a call with the same idempotency key.
    kept: Mutex<Remembered>,
}

/// A function that checks whether the current policy allows code that no client requested.
pub type MayStart = Box<dyn Fn() -> Result<(), Forbidden> + Send + Sync>;

/// The reason for which the policy rejects the startup script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    pub rule: Rule,
    pub why: String,
}

impl Scripts {
    /// Creates the access to the scripts folder, which all Unity instances share. `started` is the path of a folder
    /// with one file for each Unity process that ran the startup script.
    pub fn new(folder: ScriptsFolder, started: PathBuf, may_start: MayStart, audit: Arc<dyn AuditSink>) -> Self {
        Self {
            started: Started::new(started, &folder),
            folder,
            may_start,
            audit,
            kept: Mutex::default(),
        }
    }

    /// Returns true if `function` only reads or writes script files of the host, so that it needs no Unity instance.
    pub fn answers(function: Function) -> bool {
        FUNCTIONS.contains(&function)
    }

    /// Reads or writes script files of the host: executes a command, once for each idempotency key. `answers` must
    /// return true for its function.
    ///
    /// # Errors
    /// The errors of the scripts folder: nothing was changed. `OutcomeUnknown`: the host failed during a write.
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
