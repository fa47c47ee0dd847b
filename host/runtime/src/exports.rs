//! The exports of a compiled component. Finds each interface separately, with any patch version, and checks the types
//! of its functions.

use crate::export_check::{self, Offered, Unfit};
use crate::plain::exports::PlainExports;
use host_guest::bindings::current::exports::unity_tools::tool::{completions, events, listing, prompts, tools};
use host_guest::bindings::current::unity_tools::shared::types::Error;
use host_guest::bindings::current::unity_tools::tool::types::ResourceContents;
use host_guest::store::CallState;
use std::marker::PhantomData;
use std::sync::Arc;
use wasmtime::Store;
use wasmtime::component::types::ComponentItem;
use wasmtime::component::{
    Component, ComponentExportIndex, ComponentNamedList, ComponentType, Instance, Lift, Lower, TypedFunc,
};

/// The exported functions that the host calls. A field is `None` if the component does not export the interface.
pub(crate) struct Exports {
    /// The exported function `call-tool`. `None` for a plain component, whose own exported functions are its tools.
    pub(crate) call_tool: Option<Fallible<(GivenCall,), tools::ToolResult>>,
    pub(crate) plain: Option<PlainExports>,
    pub(crate) listing: Option<ListingExports>,
    pub(crate) read_resource: Option<Fallible<(String,), Vec<ResourceContents>>>,
    pub(crate) get_prompt: Option<Fallible<ToRender, prompts::Rendered>>,
    pub(crate) complete: Option<Fallible<(completions::Request,), completions::Completion>>,
    pub(crate) handle_event: Option<Export<(events::Event,), ()>>,
}

pub(crate) struct ListingExports {
    pub(crate) tools: Export<(), (Vec<listing::Tool>,)>,
    pub(crate) resources: Export<(), (Vec<listing::ResourceInfo>,)>,
    pub(crate) prompts: Export<(), (Vec<listing::Prompt>,)>,
}

/// The argument of `call-tool` (WIT `tools.call`). Its texts are shared with audit lines instead of copied.
#[derive(ComponentType, Lower)]
#[component(record)]
pub(crate) struct GivenCall {
    pub(crate) name: Arc<str>,
    pub(crate) arguments: Arc<str>,
}

type Fallible<P, R> = Export<P, (Result<R, Error>,)>;

/// The arguments of `get-prompt`: the name of the prompt, and pairs of argument name and value.
type ToRender = (String, Vec<(String, String)>);

/// An exported function with the parameter types `P` and the result types `R`, which were checked.
pub(crate) struct Export<P, R> {
    index: ComponentExportIndex,
    kind: PhantomData<fn(P) -> R>,
}

impl<P, R> Export<P, R>
where
    P: ComponentNamedList + Lower,
    R: ComponentNamedList + Lift,
{
    /// Returns the function in `instance`, which must belong to the component of this export.
    pub(crate) fn typed_func(
        &self,
        store: &mut Store<CallState>,
        instance: &Instance,
    ) -> wasmtime::Result<TypedFunc<P, R>> {
        let function = instance.get_func(store, self.index);
        let function = function.ok_or_else(|| wasmtime::Error::msg("the export is of another component"))?;
        #[expect(
            unsafe_code,
            reason = "the engine's only way to a typed function that it does not check once more"
        )]
        // SAFETY: `Interface::function` checked the type of this export, and an index matches nothing in an instance of
        // another component.
        let typed = unsafe { TypedFunc::new_unchecked(function) };
        Ok(typed)
    }
}

impl Exports {
    /// Finds all exports and checks their types, without an instance, so no code of the component runs.
    pub(crate) fn from_component(component: &Component) -> Result<Self, Unfit> {
        let optional = |name| Interface::find(component, name);
        let tools = optional("tools");
        let plain = PlainExports::from_component(component);
        if tools.is_none() && plain.is_none() {
            return Err(Unfit::NoTools(list_exports(component)));
        }
        Ok(Self {
            call_tool: tools.map(|tools| tools.function("call-tool")).transpose()?,
            plain,
            listing: optional("listing")
                .map(|listing| {
                    Ok(ListingExports {
                        tools: listing.function("list-tools")?,
                        resources: listing.function("list-resources")?,
                        prompts: listing.function("list-prompts")?,
                    })
                })
                .transpose()?,
            read_resource: optional("resources")
                .map(|it| it.function("read-resource"))
                .transpose()?,
            get_prompt: optional("prompts").map(|it| it.function("get-prompt")).transpose()?,
            complete: optional("completions").map(|it| it.function("complete")).transpose()?,
            handle_event: optional("events").map(|it| it.function("handle-event")).transpose()?,
        })
    }
}

impl Exports {
    pub(crate) fn optional_exports(&self) -> Offered {
        Offered {
            resources: self.read_resource.is_some(),
            prompts: self.get_prompt.is_some(),
            completions: self.complete.is_some(),
            events: self.handle_event.is_some(),
        }
    }
}

struct Interface<'a> {
    component: &'a Component,
    name: &'static str,
    index: ComponentExportIndex,
}

impl<'a> Interface<'a> {
    fn find(component: &'a Component, name: &'static str) -> Option<Self> {
        let index = interface(component, name)?;
        Some(Self { component, name, index })
    }

    fn function<P, R>(&self, name: &str) -> Result<Export<P, R>, Unfit>
    where
        P: ComponentNamedList + Lower,
        R: ComponentNamedList + Lift,
    {
        let of = self.name;
        let Some((item, index)) = self.component.get_export(Some(&self.index), name) else {
            return Err(Unfit::Export(format!("its `{of}` has no function `{name}`")));
        };
        let ComponentItem::ComponentFunc(function) = item else {
            return Err(Unfit::Export(format!("`{name}` of its `{of}` is no function")));
        };
        // The engine performs the same check on an instance; this check needs no instance.
        let kind = self.component.component_type();
        match function.typecheck::<P, R>(&kind.instance_type()) {
            Ok(()) => Ok(Export {
                index,
                kind: PhantomData,
            }),
            Err(error) => Err(Unfit::Export(format!(
                "`{name}` of its `{of}` has another type than this host's: {error:#}"
            ))),
        }
    }
}

/// Returns the index of the exported interface `name` in the supported version, with any patch version.
fn interface(component: &Component, name: &str) -> Option<ComponentExportIndex> {
    let start = export_check::start(name);
    let exact = format!("{start}0");
    if let Some(index) = component.get_export_index(None, exact.as_str()) {
        return Some(index);
    }
    let engine = component.engine();
    let kind = component.component_type();
    let found = kind.exports(engine).map(|(export, _)| export).find(|export| {
        export
            .strip_prefix(start.as_str())
            .is_some_and(|patch| patch.parse::<u32>().is_ok())
    })?;
    component.get_export_index(None, found)
}

fn list_exports(component: &Component) -> String {
    let kind = component.component_type();
    export_check::instead_of_tools(kind.exports(component.engine()).map(|(name, _)| name))
}
