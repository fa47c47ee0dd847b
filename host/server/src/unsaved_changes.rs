//! Logs the unsaved changes, which no file contains, when the host ends. Connected clients receive the same line.

use host_bridge_project::ProjectBridge;
use std::sync::{Arc, Mutex, PoisonError};

/// Logs how many unsaved changes the project folder has. A host without a project folder has none.
pub(crate) struct Unsaved {
    folder: Option<Arc<ProjectBridge>>,
    logged: Mutex<Option<String>>,
}

impl Unsaved {
    pub(crate) fn new(folder: Option<Arc<ProjectBridge>>) -> Self {
        Self {
            folder,
            logged: Mutex::default(),
        }
    }

    /// Logs the number of unsaved changes, unless the last call logged the same text.
    pub(crate) async fn log(&self) {
        let Some(folder) = &self.folder else { return };
        let Some(line) = folder.report_unsaved().await else {
            return;
        };
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.as_ref() != Some(&line) {
            tracing::warn!("{line}");
            *logged = Some(line);
        }
    }
}
