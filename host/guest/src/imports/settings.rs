//! Implements the WIT interface `unity-tools:unity/settings`: returns the project's settings.

use crate::bindings::current::unity_tools::unity::settings as wit;
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::imports::rows::bytes_of_answer;
use crate::store::CallState;
use host_bridge::{Command, Function, SettingsSection};

impl wit::Host for CallState {
    async fn list_sections(&mut self) -> Result<Vec<String>, Fault> {
        self.unity(0, Command::ListSettings).await
    }

    async fn get(&mut self, section: String, max_bytes: u32) -> Result<wit::Section, Fault> {
        let bytes = section.len();
        let command = bytes_of_answer(max_bytes, self.page_bytes());
        let command = command.map(|max_bytes| Command::GetSettings { section, max_bytes });
        let section: SettingsSection = self.unity_if(Function::GetSettings, bytes, command).await?;
        Ok(section.convert())
    }
}

records! {
    SettingsSection => wit::Section { name values left_out }
}
