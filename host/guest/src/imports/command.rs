//! `unity-tools:unity/command`.

use crate::bindings::current::unity_tools::unity::command::{Announced, Host};
use crate::fault::{Fault, invalid};
use crate::store::CallState;
use host_api::{Interface, Json};
use host_bridge::Command;

impl Host for CallState {
    async fn list_commands(&mut self) -> Result<Vec<Announced>, Fault> {
        let commands: Vec<host_bridge::AnnouncedCommand> = self
            .unity(Interface::Command, "list-commands", 0, Ok(Command::ListCommands))
            .await?;
        Ok(commands
            .into_iter()
            .map(|command| Announced {
                name: command.name,
                description: command.description,
                input_schema: command.input_schema,
            })
            .collect())
    }

    async fn run(&mut self, name: String, parameters: String) -> Result<String, Fault> {
        let bytes = name.len() + parameters.len();
        let command = match Json::parse(parameters) {
            Ok(parameters) if parameters.is_object() => Ok(Command::RunCommand {
                name,
                parameters: parameters.get().to_owned(),
            }),
            Ok(_) => Err(invalid("parameters", "JSON of another kind", "a JSON object")),
            Err(error) => Err(invalid("parameters", error, "a JSON object")),
        };
        self.unity(Interface::Command, "run", bytes, command).await
    }
}
