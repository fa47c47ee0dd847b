//! Implements the WIT interface `unity-tools:unity/hooks-edit`: adds, changes and removes hooks.

use crate::bindings::current::unity_tools::unity::hooks_edit::Host;
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn add(&mut self, type_name: String, method: String) -> Result<String, Fault> {
        let bytes = type_name.len() + method.len();
        self.unity(bytes, Command::AddHook { type_name, method }).await
    }

    async fn remove(&mut self, signature: String) -> Result<(), Fault> {
        let bytes = signature.len();
        self.unity(bytes, Command::RemoveHook { signature }).await
    }

    async fn set_enabled(&mut self, signature: String, enabled: bool) -> Result<(), Fault> {
        let bytes = signature.len();
        self.unity(bytes, Command::SetHookEnabled { signature, enabled }).await
    }

    async fn set_source(&mut self, signature: String, source: String) -> Result<(), Fault> {
        let bytes = signature.len() + source.len();
        self.unity(bytes, Command::SetHookSource { signature, source }).await
    }
}
