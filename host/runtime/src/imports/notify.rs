//! `unity-tools:host/notify`.

use crate::bindings::unity_tools::host::notify::Host;
use crate::store::CallState;
use host_api::CallEvent;

const NOTIFY: &str = "unity-tools:host/notify";

impl CallState {
    fn announce(&mut self, function: &'static str, bytes: usize, event: CallEvent) -> wasmtime::Result<()> {
        self.enter(NOTIFY, function, bytes)?;
        self.host.context.events.emit(event);
        Ok(())
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
        self.announce("resource-updated", uri.len(), CallEvent::ResourceUpdated { uri })
    }

    async fn close_stream(&mut self) -> wasmtime::Result<()> {
        self.announce("close-stream", 0, CallEvent::CloseStream)
    }
}
