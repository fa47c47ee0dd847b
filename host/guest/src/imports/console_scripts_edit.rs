//! Implements the WIT interface `unity-tools:unity/console-scripts-edit`: changes and runs script files.

use crate::bindings::current::unity_tools::unity::console_scripts_edit::Host;
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn write(&mut self, path: String, content: String) -> Result<(), Fault> {
        let bytes = path.len() + content.len();
        self.unity(bytes, Command::WriteScript { path, content }).await
    }

    async fn delete(&mut self, path: String) -> Result<(), Fault> {
        self.unity(path.len(), Command::DeleteScript { path }).await
    }

    async fn run(&mut self, path: String) -> Result<String, Fault> {
        self.unity(path.len(), Command::RunScript { path }).await
    }

    async fn set_startup_enabled(&mut self, enabled: bool) -> Result<(), Fault> {
        self.unity(1, Command::SetStartupEnabled { enabled }).await
    }

    async fn write_startup(&mut self, content: String) -> Result<(), Fault> {
        let bytes = content.len();
        self.unity(bytes, Command::WriteStartupScript { content }).await
    }

    async fn run_startup(&mut self) -> Result<String, Fault> {
        self.unity(0, Command::RunStartupScript).await
    }
}
