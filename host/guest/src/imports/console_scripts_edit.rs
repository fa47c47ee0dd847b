//! `unity-tools:unity/console-scripts-edit`.

use crate::bindings::current::unity_tools::unity::console_scripts_edit::Host;
use crate::fault::Fault;
use crate::store::CallState;
use host_api::Interface;
use host_bridge::Command;

impl CallState {
    async fn edit_script(&mut self, function: &'static str, bytes: usize, command: Command) -> Result<(), Fault> {
        self.unity(Interface::ConsoleScriptsEdit, function, bytes, Ok(command))
            .await
    }

    async fn printed(&mut self, function: &'static str, bytes: usize, command: Command) -> Result<String, Fault> {
        self.unity(Interface::ConsoleScriptsEdit, function, bytes, Ok(command))
            .await
    }
}

impl Host for CallState {
    async fn write(&mut self, path: String, content: String) -> Result<(), Fault> {
        let bytes = path.len() + content.len();
        self.edit_script("write", bytes, Command::WriteScript { path, content })
            .await
    }

    async fn delete(&mut self, path: String) -> Result<(), Fault> {
        self.edit_script("delete", path.len(), Command::DeleteScript { path })
            .await
    }

    async fn run(&mut self, path: String) -> Result<String, Fault> {
        self.printed("run", path.len(), Command::RunScript { path }).await
    }

    async fn set_startup_enabled(&mut self, enabled: bool) -> Result<(), Fault> {
        self.edit_script("set-startup-enabled", 1, Command::SetStartupEnabled { enabled })
            .await
    }

    async fn write_startup(&mut self, content: String) -> Result<(), Fault> {
        let bytes = content.len();
        self.edit_script("write-startup", bytes, Command::WriteStartupScript { content })
            .await
    }

    async fn run_startup(&mut self) -> Result<String, Fault> {
        self.printed("run-startup", 0, Command::RunStartupScript).await
    }
}
