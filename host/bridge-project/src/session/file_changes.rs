//! The permission for changes of sources and assets, which are made on disk at once, and the errors of such changes.

use super::Session;
use super::saving::cannot;
use host_bridge::{BridgeError, BridgeErrorKind};
use host_project_writer::{NotWritten, TRASH};
use std::path::PathBuf;

impl Session {
    /// Returns the folder for backups. Fails if this host may not change sources and assets.
    pub(super) fn may_change_files(&self) -> Result<PathBuf, BridgeError> {
        if self.options.is_sample {
            let message = "the project that is open is the sample inside this host, whose files never change";
            return Err(cannot(message.to_owned())
                .with_hint("ask the operator to start the host with `--project PATH/TO/PROJECT`"));
        }
        self.backup_folder()
    }
}

/// Returns the error for a change of sources or assets that was not made.
pub(super) fn refused(why: NotWritten) -> BridgeError {
    match why {
        NotWritten::Forbidden(why) => cannot(why).with_hint("nothing was changed"),
        NotWritten::Changed(why) => BridgeError::new(BridgeErrorKind::Conflict, why)
            .with_hint("nothing was changed; read again what the change is based on, and repeat it"),
        NotWritten::Failed(why) => {
            BridgeError::new(BridgeErrorKind::NotReady, why).with_hint("nothing was changed; try again")
        }
        NotWritten::Left { why, written } => {
            let message = format!("{why}; changed and not restored: {}", written.join(", "));
            BridgeError::new(BridgeErrorKind::Internal, message).with_hint(format!(
                "look at these files; old contents are in the backups below the host's data folder, and deleted assets in \
                 {TRASH} of the project"
            ))
        }
    }
}
