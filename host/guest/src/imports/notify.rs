//! Implements the WIT interface `unity-tools:host/notify`: announces changes to the client.

use crate::bindings::current::unity_tools::host::notify::Host;
use crate::store::CallState;
use host_api::CallEvent;
use host_api::Interface;

impl CallState {
    fn announce(&mut self, function: &'static str, bytes: usize, event: CallEvent) -> wasmtime::Result<()> {
        self.enter(Interface::Notify, function, bytes)?;
        self.host.context.events.emit(event);
        Ok(())
    }

    /// Counts a rejected announcement. Only the first one of a call adds a note, because further notes would be equal.
    fn leave_out(&mut self, uri: &str) {
        self.host.left_out += 1;
        if self.host.left_out > 1 {
            return;
        }
        let shown: String = uri.chars().take(200).collect();
        let note = format!("`{shown}` was announced as changed, but is no resource of this bundle; that was left out");
        tracing::warn!(bundle = self.gate.bundle(), tool = self.gate.tool(), "{note}");
        self.gate.diagnostics.push(note);
    }
}

impl Host for CallState {
    async fn tools_changed(&mut self) -> wasmtime::Result<()> {
        self.announce("tools-changed", 0, CallEvent::ToolsChanged)
    }

    async fn prompts_changed(&mut self) -> wasmtime::Result<()> {
        self.announce("prompts-changed", 0, CallEvent::PromptsChanged)
    }

    async fn resources_changed(&mut self) -> wasmtime::Result<()> {
        self.announce("resources-changed", 0, CallEvent::ResourcesChanged)
    }

    async fn resource_updated(&mut self, uri: String) -> wasmtime::Result<()> {
        if self.host.own.contains(&uri) {
            return self.announce("resource-updated", uri.len(), CallEvent::ResourceUpdated { uri });
        }
        self.enter(Interface::Notify, "resource-updated", uri.len())?;
        self.leave_out(&uri);
        Ok(())
    }

    async fn close_stream(&mut self) -> wasmtime::Result<()> {
        self.announce("close-stream", 0, CallEvent::CloseStream)
    }
}
