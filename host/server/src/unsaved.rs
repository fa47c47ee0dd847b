//! Changes that no file holds when the host ends: one line in the log, which clients that are still connected get as well.

use host_bridge_project::ProjectBridge;
use std::sync::{Arc, Mutex, PoisonError};

/// Of the project's folder; nothing is unsaved without one.
pub(crate) struct Unsaved {
    folder: Option<Arc<ProjectBridge>>,
    logged: Mutex<Option<String>>,
}

impl Unsaved {
    pub(crate) fn of(folder: Option<Arc<ProjectBridge>>) -> Self {
        Self {
            folder,
            logged: Mutex::default(),
        }
    }

    /// Logs how much is unsaved, unless the last call logged the same.
    pub(crate) async fn log(&self) {
        let Some(folder) = &self.folder else { return };
        let Some(line) = folder.ends().await else { return };
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.as_ref() != Some(&line) {
            tracing::warn!("{line}");
            *logged = Some(line);
        }
    }
}
