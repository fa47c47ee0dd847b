//! Implements the WIT interface `unity-tools:unity/command-run`: runs a dynamic command of a running Unity instance.

use crate::bindings::current::unity_tools::unity::command_run::Host;
use crate::fault::{Fault, invalid};
use crate::store::CallState;
use host_api::Json;
use host_bridge::{Command, Function};

impl Host for CallState {
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
        self.unity_if(Function::RunCommand, bytes, command).await
    }
}
