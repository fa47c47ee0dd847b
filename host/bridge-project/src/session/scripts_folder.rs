//! The commands about console scripts. `host_scripts_folder` executes them, because the scripts belong to the host.

use super::Session;
use host_bridge::{BridgeError, BridgeErrorKind, Command, Replied};
use host_scripts_folder::ScriptsFolder;

impl Session {
    pub(super) fn script_files(&mut self, command: &Command) -> Result<Replied, BridgeError> {
        let answered = self.scripts()?.answer(command)?;
        self.edits.writes += u64::from(answered.is_changed);
        Ok(answered.replied)
    }

    /// Checks that the script can be read. Always fails, because running a script needs a Unity instance.
    pub(super) fn run_script(&self, path: Option<&str>) -> Result<Replied, BridgeError> {
        self.scripts()?.code(path)?;
        Err(host_project_query::needs_unity::needs_unity_error("Running C#"))
    }

    fn scripts(&self) -> Result<ScriptsFolder, BridgeError> {
        let folder = self.options.scripts_folder.as_deref().ok_or_else(|| {
            BridgeError::new(BridgeErrorKind::NotReady, "this host has no scripts folder")
                .with_hint("set `project.scripts-folder` in the host's configuration and restart it")
        })?;
        Ok(ScriptsFolder::new(folder, self.library.project().root()))
    }
}

#[cfg(test)]
mod tests;
