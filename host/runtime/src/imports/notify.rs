//! `unity-tools:host/notify`.

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

    /// Said once for each call: the rest would say the same.
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
        if self.host.own.holds(&uri) {
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

#[cfg(test)]
mod tests {
    use crate::testing::{Guest, Host, invocation, limits, permit};
    use host_api::{CallEvent, Effect, EventSink};
    use std::sync::Arc;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_bundle_announces_only_resources_of_its_own_and_is_told() {
        let host = Host::new();
        let guest = Guest {
            world: &["unity-tools:host/notify"],
            imports: r#"(import "unity-tools:host/notify@0.2.0" "resource-updated" (func $updated (param i32 i32)))
                (data (i32.const 5000) "test://own") (data (i32.const 5100) "test://other")"#,
            call: "(call $updated (i32.const 5100) (i32.const 12)) (call $updated (i32.const 5000) (i32.const 10))
                (call $updated (i32.const 5100) (i32.const 12))",
            ..Guest::default()
        };
        let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
        let (sink, mut announced) = EventSink::bounded(8, Arc::default());
        let mut call = invocation(limits());
        call.base.context.events = sink;
        let outcome = host.runtime.call_tool(&bundle, permit(Effect::Read), call).await;
        let told = outcome.expect("it goes on").diagnostics;
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("`test://other`"), "{told:?}");
        let seen: Vec<CallEvent> = std::iter::from_fn(|| announced.try_recv().ok()).collect();
        assert!(
            matches!(seen.as_slice(), [CallEvent::ResourceUpdated { uri }] if uri == "test://own"),
            "{seen:?}"
        );
    }
}
