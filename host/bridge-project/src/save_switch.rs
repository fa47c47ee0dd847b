//! Whether the operator lets files of the project be written.
//!
//! Belongs here: the switch, and what is said while it is off. Does not: what can be saved (`session/saving`).

use crate::options::ProjectOptions;
use host_bridge::{BridgeError, BridgeErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// On where the host was started so and nobody took it back.
#[derive(Clone, Debug)]
pub(crate) struct SaveSwitch {
    allowed: bool,
    taken_back: Arc<AtomicBool>,
}

impl SaveSwitch {
    pub(crate) fn of(options: &ProjectOptions) -> Self {
        Self {
            allowed: options.allow_save,
            taken_back: Arc::clone(&options.save_taken_back),
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.allowed && !self.taken_back.load(Ordering::Relaxed)
    }
}

/// The refusal of everything that would write a file while it is off.
pub(crate) fn off() -> BridgeError {
    let message = "this host writes no project files: `[project] allow-save` is off";
    BridgeError::new(BridgeErrorKind::PermissionDenied, message).with_hint(hint())
}

/// What switches it on.
pub(crate) fn hint() -> String {
    "ask the operator to set `[project] allow-save = true` or to start with `--set project.allow-save=true`".to_owned()
}
