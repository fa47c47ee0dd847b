//! The host's script files for running Unitys: what is asked about the files is answered here, and a Unity runs what they hold (`code`).

use super::started::Started;
use host_api::AuditSink;
use host_bridge::{BridgeCall, BridgeError, CheckedCommand, Command, Function, Remembered, Replied, failed_inside};
use host_scripts_folder::{FUNCTIONS, ScriptsFolder};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// One folder for all Unitys of a host.
pub struct Scripts {
    pub(super) folder: ScriptsFolder,
    pub(super) started: Started,
    /// Why no code may run that nobody calls for, in the policy's words.
    pub(super) may_start: MayStart,
    pub(super) audit: Arc<dyn AuditSink>,
    /// What came of writes that may come again.
    kept: Mutex<Remembered>,
}

/// Asks the policy as it is now.
pub type MayStart = Box<dyn Fn() -> Result<(), Forbidden> + Send + Sync>;

/// What the policy has against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// For the audit line, such as `policy.allow-writes`.
    pub rule: &'static str,
    /// For people.
    pub why: String,
}

impl Scripts {
    /// `started` takes a file for each process that ran the startup script.
    pub fn new(folder: ScriptsFolder, started: PathBuf, may_start: MayStart, audit: Arc<dyn AuditSink>) -> Self {
        Self {
            started: Started::new(started, &folder),
            folder,
            may_start,
            audit,
            kept: Mutex::default(),
        }
    }

    /// Whether that is about the files alone, which no Unity has to be there for.
    pub fn answers(function: Function) -> bool {
        FUNCTIONS.contains(&function)
    }

    /// Does that, once for each key.
    ///
    /// # Errors
    /// Those of the folder, which changed nothing then; `OutcomeUnknown` where the host itself failed at a write.
    pub async fn answer(self: &Arc<Self>, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        call.fate.queued();
        let (scripts, fate, is_write) = (Arc::clone(self), Arc::clone(&call.fate), command.is_write_in_folder());
        let done = tokio::task::spawn_blocking(move || scripts.once(&command, &call));
        done.await
            .unwrap_or_else(|why| Err(failed_inside(&fate, is_write, &why.to_string())))
    }

    fn once(&self, command: &Command, call: &BridgeCall) -> Result<Replied, BridgeError> {
        // One after the other: a second one of a key finds what the first came to.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.once(command, call, || {
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
