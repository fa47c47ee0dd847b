//! Implements the WIT interface `unity-tools:unity/console-scripts`: lists and reads script files.

use crate::bindings::current::unity_tools::unity::console_scripts::{Host, Script, ScriptFile, Startup};
use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn list_scripts(&mut self, page: PageRequest) -> Result<(Vec<Script>, PageInfo), Fault> {
        let page = page::request(page, self.page_bytes());
        let command = Command::ListScripts { page };
        let page: host_bridge::Page<host_bridge::Script> = self.unity(16, command).await?;
        Ok(page::answer(page))
    }

    async fn read(&mut self, path: String) -> Result<ScriptFile, Fault> {
        let bytes = path.len();
        let file: host_bridge::ScriptFile = self.unity(bytes, Command::ReadScript { path }).await?;
        Ok(file.convert())
    }

    async fn get_startup(&mut self) -> Result<Startup, Fault> {
        let script: host_bridge::StartupScript = self.unity(0, Command::GetStartupScript).await?;
        Ok(script.convert())
    }
}

records! {
    host_bridge::ScriptFile => ScriptFile { name path content size_bytes last_modified truncated }
    host_bridge::StartupScript => Startup { enabled path content }
    host_bridge::Script => Script { name path }
}
