//! `unity-tools:unity/hooks-edit`.

use crate::bindings::current::unity_tools::unity::hooks_edit::Host;
use crate::fault::Fault;
use crate::store::CallState;
use host_api::Interface;
use host_bridge::Command;

impl CallState {
    async fn edit_hook(&mut self, function: &'static str, bytes: usize, command: Command) -> Result<(), Fault> {
        self.unity(Interface::HooksEdit, function, bytes, Ok(command)).await
    }
}

impl Host for CallState {
    async fn add(&mut self, type_name: String, method: String) -> Result<String, Fault> {
        let bytes = type_name.len() + method.len();
        self.unity(
            Interface::HooksEdit,
            "add",
            bytes,
            Ok(Command::AddHook { type_name, method }),
        )
        .await
    }

    async fn remove(&mut self, signature: String) -> Result<(), Fault> {
        let bytes = signature.len();
        self.edit_hook("remove", bytes, Command::RemoveHook { signature }).await
    }

    async fn set_enabled(&mut self, signature: String, enabled: bool) -> Result<(), Fault> {
        let bytes = signature.len();
        self.edit_hook("set-enabled", bytes, Command::SetHookEnabled { signature, enabled })
            .await
    }

    async fn set_source(&mut self, signature: String, source: String) -> Result<(), Fault> {
        let bytes = signature.len() + source.len();
        self.edit_hook("set-source", bytes, Command::SetHookSource { signature, source })
            .await
    }
}
