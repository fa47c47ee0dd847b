//! The exports that the host can call in a guest, one small type for each.

use crate::exports::{Export, Exports, GivenCall};
use crate::listing::Listed;
use host_api::CompletionReference;
use host_guest::bindings::current::exports::unity_tools::tool::{completions, events, prompts, tools};
use host_guest::bindings::current::unity_tools::shared::types::Error;
use host_guest::bindings::current::unity_tools::tool::types::ResourceContents;
use host_guest::call::{CompletionQuery, GuestEvent, GuestEventKind};
use host_guest::store::CallState;
use std::future::Future;
use wasmtime::Store;
use wasmtime::component::{ComponentNamedList, Instance, Lift, Lower};

/// One call of an exported function in a new instance of a component, with the arguments.
pub(crate) trait Job: Send {
    type Answer: Send;

    fn is_offered(&self, exports: &Exports) -> bool;

    fn enter(self, entry: Entry<'_>) -> impl Future<Output = wasmtime::Result<Self::Answer>> + Send;
}

pub(crate) struct Entry<'a> {
    pub(crate) store: &'a mut Store<CallState>,
    pub(crate) exports: &'a Exports,
    pub(crate) instance: &'a Instance,
}

impl Entry<'_> {
    /// Calls `export` of the instance. Fails if it is `None` because the component lacks it (see `Job::is_offered`).
    async fn call<P, R>(&mut self, export: Option<&Export<P, R>>, parameters: P) -> wasmtime::Result<R>
    where
        P: ComponentNamedList + Lower + Send + Sync,
        R: ComponentNamedList + Lift + Send + Sync + 'static,
    {
        let export = export.ok_or_else(|| wasmtime::Error::msg("the export is not there"))?;
        let function = export.typed_func(&mut *self.store, self.instance)?;
        function.call_async(&mut *self.store, parameters).await
    }
}

pub(crate) struct CallOneTool(pub(crate) GivenCall);

impl Job for CallOneTool {
    type Answer = Result<tools::ToolResult, Error>;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.call_tool.is_some()
    }

    async fn enter(self, mut entry: Entry<'_>) -> wasmtime::Result<Self::Answer> {
        Ok(entry.call(entry.exports.call_tool.as_ref(), (self.0,)).await?.0)
    }
}

pub(crate) struct ReadOneResource(pub(crate) String);

impl Job for ReadOneResource {
    type Answer = Result<Vec<ResourceContents>, Error>;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.read_resource.is_some()
    }

    async fn enter(self, mut entry: Entry<'_>) -> wasmtime::Result<Self::Answer> {
        Ok(entry.call(entry.exports.read_resource.as_ref(), (self.0,)).await?.0)
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

    async fn enter(self, mut entry: Entry<'_>) -> wasmtime::Result<Self::Answer> {
        Ok(entry
            .call(entry.exports.get_prompt.as_ref(), (self.name, self.arguments))
            .await?
            .0)
    }
}

pub(crate) struct CompleteValue(pub(crate) CompletionQuery);

impl Job for CompleteValue {
    type Answer = Result<completions::Completion, Error>;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.complete.is_some()
    }

    async fn enter(self, mut entry: Entry<'_>) -> wasmtime::Result<Self::Answer> {
        let request = completions::Request {
            reference: match self.0.reference {
                CompletionReference::Prompt(name) => completions::Reference::Prompt(name),
                CompletionReference::ResourceTemplate(uri) => completions::Reference::ResourceTemplate(uri),
            },
            argument: self.0.argument,
            value: self.0.value,
            context: self.0.context,
        };
        Ok(entry.call(entry.exports.complete.as_ref(), (request,)).await?.0)
    }
}

pub(crate) struct TellEvent(pub(crate) GuestEvent);

impl Job for TellEvent {
    type Answer = ();

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.handle_event.is_some()
    }

    async fn enter(self, mut entry: Entry<'_>) -> wasmtime::Result<Self::Answer> {
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
        entry.call(entry.exports.handle_event.as_ref(), (event,)).await
    }
}

pub(crate) struct ListAll;

impl Job for ListAll {
    type Answer = Listed;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports.listing.is_some()
    }

    async fn enter(self, mut entry: Entry<'_>) -> wasmtime::Result<Self::Answer> {
        let listing = entry.exports.listing.as_ref();
        let (tools,) = entry.call(listing.map(|listing| &listing.tools), ()).await?;
        let (resources,) = entry.call(listing.map(|listing| &listing.resources), ()).await?;
        let (prompts,) = entry.call(listing.map(|listing| &listing.prompts), ()).await?;
        Ok(Listed {
            tools,
            resources,
            prompts,
        })
    }
}
