//! Implements the WIT interface `unity-tools:unity/command`: lists the commands that a running Unity announces.

use crate::bindings::current::unity_tools::unity::command::{Announced, Host};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn list_commands(&mut self) -> Result<Vec<Announced>, Fault> {
        let commands: Vec<host_bridge::AnnouncedCommand> = self.unity(0, Command::ListCommands).await?;
        Ok(commands.convert())
    }
}

records! {
    host_bridge::AnnouncedCommand => Announced { name description input_schema }
}
