//! The switch for saving. It is on if the operator allows the host to write project files.

use crate::options::ProjectOptions;
use host_bridge::{BridgeError, BridgeErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The switch for saving. It is on if the host was started with `allow_save` and the operator has not revoked it.
#[derive(Clone, Debug)]
pub(crate) struct SaveSwitch {
    allowed: bool,
    taken_back: Arc<AtomicBool>,
}

impl SaveSwitch {
    pub(crate) fn from_options(options: &ProjectOptions) -> Self {
        Self {
            allowed: options.allow_save,
            taken_back: Arc::clone(&options.save_taken_back),
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.allowed && !self.taken_back.load(Ordering::Relaxed)
    }
}

pub(crate) fn disabled_error() -> BridgeError {
    let message = "this host writes no project files: `[project] allow-save` is off";
    BridgeError::new(BridgeErrorKind::PermissionDenied, message).with_hint(hint())
}

pub(crate) fn hint() -> String {
    "ask the operator to set `[project] allow-save = true` or to start with `--set project.allow-save=true`".to_owned()
}
