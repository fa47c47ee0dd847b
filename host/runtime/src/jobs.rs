//! The exports that a call can enter, one small type each.

use crate::exports::{Exports, GivenCall};
use crate::listing::Listed;
use host_api::CompletionReference;
use host_guest::bindings::current::exports::unity_tools::tool::{completions, events, prompts, tools};
use host_guest::bindings::current::unity_tools::shared::types::Error;
use host_guest::bindings::current::unity_tools::tool::types::ResourceContents;
use host_guest::call::{CompletionQuery, GuestEvent, GuestEventKind};
use host_guest::store::CallState;
use std::future::Future;
use wasmtime::Store;
use wasmtime::component::Instance;

/// A job for a fresh instance.
pub(crate) trait Job: Send {
    type Answer: Send;

    /// False if the component has no such export.
    fn is_offered(&self, exports: &Exports) -> bool;

    fn enter(
        self,
        store: &mut Store<CallState>,
        exports: &Exports,
        instance: &Instance,
    ) -> impl Future<Output = wasmtime::Result<Self::Answer>> + Send;
}

/// The export of an optional interface. It exists, because `Job::is_offered` was checked before.
fn require_export<T>(export: Option<&T>) -> wasmtime::Result<&T> {
    export.ok_or_else(|| wasmtime::Error::msg("the export is not there"))
}

pub(crate) struct CallOneTool(pub(crate) GivenCall);

impl Job for CallOneTool {
    type Answer = Result<tools::ToolResult, Error>;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.call_tool.is_some()
    }

    async fn enter(
        self,
        store: &mut Store<CallState>,
        exports: &Exports,
        instance: &Instance,
    ) -> wasmtime::Result<Self::Answer> {
        let call = require_export(exports.call_tool.as_ref())?.typed_func(store, instance)?;
        Ok(call.call_async(store, (self.0,)).await?.0)
    }
}

pub(crate) struct ReadOneResource(pub(crate) String);

impl Job for ReadOneResource {
    type Answer = Result<Vec<ResourceContents>, Error>;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.read_resource.is_some()
    }

    async fn enter(
        self,
        store: &mut Store<CallState>,
        exports: &Exports,
        instance: &Instance,
    ) -> wasmtime::Result<Self::Answer> {
        let read = require_export(exports.read_resource.as_ref())?.typed_func(store, instance)?;
        Ok(read.call_async(store, (self.0,)).await?.0)
    }
}

pub(crate) struct RenderPrompt {
    pub(crate) name: String,
    pub(crate) arguments: Vec<(String, String)>,
}

impl Job for RenderPrompt {
    type Answer = Result<prompts::Rendered, Error>;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.get_prompt.is_some()
    }

    async fn enter(
        self,
        store: &mut Store<CallState>,
        exports: &Exports,
        instance: &Instance,
    ) -> wasmtime::Result<Self::Answer> {
        let get = require_export(exports.get_prompt.as_ref())?.typed_func(store, instance)?;
        Ok(get.call_async(store, (self.name, self.arguments)).await?.0)
    }
}

pub(crate) struct CompleteValue(pub(crate) CompletionQuery);

impl Job for CompleteValue {
    type Answer = Result<completions::Completion, Error>;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.complete.is_some()
    }

    async fn enter(
        self,
        store: &mut Store<CallState>,
        exports: &Exports,
        instance: &Instance,
    ) -> wasmtime::Result<Self::Answer> {
        let complete = require_export(exports.complete.as_ref())?.typed_func(store, instance)?;
        let request = completions::Request {
            reference: match self.0.reference {
                CompletionReference::Prompt(name) => completions::Reference::Prompt(name),
                CompletionReference::ResourceTemplate(uri) => completions::Reference::ResourceTemplate(uri),
            },
            argument: self.0.argument,
            value: self.0.value,
            context: self.0.context,
        };
        Ok(complete.call_async(store, (request,)).await?.0)
    }
}

pub(crate) struct TellEvent(pub(crate) GuestEvent);

impl Job for TellEvent {
    type Answer = ();

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.handle_event.is_some()
    }

    async fn enter(
        self,
        store: &mut Store<CallState>,
        exports: &Exports,
        instance: &Instance,
    ) -> wasmtime::Result<Self::Answer> {
        let tell = require_export(exports.handle_event.as_ref())?.typed_func(store, instance)?;
        let event = events::Event {
            kind: match self.0.kind {
                GuestEventKind::SelectionChanged => events::EventKind::SelectionChanged,
                GuestEventKind::ScenesChanged => events::EventKind::ScenesChanged,
                GuestEventKind::BridgeChanged => events::EventKind::BridgeChanged,
                GuestEventKind::PolicyChanged => events::EventKind::PolicyChanged,
                GuestEventKind::Other(name) => events::EventKind::Other(name),
            },
            data: self.0.data,
        };
        tell.call_async(store, (event,)).await
    }
}

/// Requests the listing of a component.
pub(crate) struct ListAll;

impl Job for ListAll {
    type Answer = Listed;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.listing.is_some()
    }

    async fn enter(
        self,
        store: &mut Store<CallState>,
        exports: &Exports,
        instance: &Instance,
    ) -> wasmtime::Result<Self::Answer> {
        let listing = require_export(exports.listing.as_ref())?;
        let tools = listing
            .tools
            .typed_func(store, instance)?
            .call_async(&mut *store, ())
            .await?
            .0;
        let resources = listing
            .resources
            .typed_func(store, instance)?
            .call_async(&mut *store, ())
            .await?
            .0;
        let prompts = listing
            .prompts
            .typed_func(store, instance)?
            .call_async(&mut *store, ())
            .await?
            .0;
        Ok(Listed {
            tools,
            resources,
            prompts,
        })
    }
}
