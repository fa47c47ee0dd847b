//! Reads in place of a silent editor: one whose main thread does not run, or whose process has ended.
//!
//! The project folder answers them from the saved files, also if the editor became silent after it received the read.
//! Changes, and reads that only the editor can answer, wait for it.

use super::One;
use super::saved_files::{FROM_FILES, with_unsaved_edits};
use host_bridge::{
    Activity, BridgeCall, BridgeError, BridgeErrorKind, BridgeState, CheckedCommand, Replied, Reply, UnityBridge,
};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

/// The part of the note on object ids in an answer of the folder.
pub(super) const OTHER_IDS: &str =
    "object ids in it are those of the files; find the objects again before you change them";

/// The time after which the folder answers reads in place of an editor whose main thread does not run.
const BLOCKED: Duration = Duration::from_secs(5);

/// The interval at which the host looks whether an editor that has not answered a read became silent.
const LOOK: Duration = Duration::from_millis(250);

/// The folder that answers a read in place of its silent editor, and the note about the editor.
pub(super) struct Substitute {
    files: Arc<dyn UnityBridge>,
    note: String,
}

impl Substitute {
    pub(super) async fn answer(self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        let mut replied = self.files.execute(command, call).await?;
        if let Reply::Project(info) = &mut replied.reply {
            // The folder describes an editor that has the project open as one that is not linked.
            info.problems = self.files.project().problems;
        }
        replied.diagnostics.push(with_unsaved_edits(&self.note, &*self.files));
        Ok(replied)
    }
}

impl One {
    /// Returns the folder if it answers `command` now, in place of an editor that is silent.
    pub(super) fn substitute_for(&self, command: &CheckedCommand) -> Option<Substitute> {
        let files = self.readable_files(command)?;
        let BridgeState::Unity(state) = self.answering.state() else {
            return None;
        };
        let is_blocked = state.activity == Activity::Blocked && state.since >= BLOCKED;
        let is_silent = is_blocked || state.has_ended;
        (is_silent && self.require_folder_ids(command).is_ok()).then(|| Substitute {
            files: Arc::clone(files),
            note: format!("{state}. {FROM_FILES}; {OTHER_IDS}"),
        })
    }

    /// Executes `command` on the editor. If the editor becomes silent before it answers a read, the folder answers it.
    pub(super) async fn execute_or_substitute(
        &self,
        command: CheckedCommand,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        if self.readable_files(&command).is_none() {
            return self.execute_or_join(command, call).await;
        }
        let substitute = {
            let live = pin!(self.execute_or_join(command.clone(), call.clone()));
            tokio::select! {
                biased;
                answered = live => match answered {
                    // The process may have ended since the last look.
                    Err(error) if error.kind == BridgeErrorKind::NotReady => self.substitute_for(&command).ok_or(error)?,
                    answered => return answered,
                },
                substitute = self.substitute_when_silent(&command) => substitute,
            }
        };
        // The session of the editor still uses the fate of the call, which it now cancels.
        let call = BridgeCall {
            fate: Arc::default(),
            ..call
        };
        substitute.answer(command, call).await
    }

    async fn substitute_when_silent(&self, command: &CheckedCommand) -> Substitute {
        loop {
            tokio::time::sleep(LOOK).await;
            if let Some(substitute) = self.substitute_for(command) {
                return substitute;
            }
        }
    }
}
