//! Which exports a component has: each interface looked up by itself, in any version of the 0.2 track.

use crate::bindings::v0_2::exports::unity_tools::tool::{completions, events, prompts, resources, tools};
use crate::bindings::v0_2::unity_tools::shared::types::Error;
use crate::bindings::v0_2::unity_tools::tool::types::ResourceContents;
use crate::store::CallState;
use wasmtime::Store;
use wasmtime::component::{Component, ComponentExportIndex, Instance, TypedFunc};

/// Where the functions of the exported interfaces are.
#[derive(Clone, Debug)]
pub(crate) struct Exports {
    pub(crate) list_tools: ComponentExportIndex,
    pub(crate) call_tool: ComponentExportIndex,
    pub(crate) resources: Option<(ComponentExportIndex, ComponentExportIndex)>,
    pub(crate) prompts: Option<(ComponentExportIndex, ComponentExportIndex)>,
    pub(crate) complete: Option<ComponentExportIndex>,
    pub(crate) handle_event: Option<ComponentExportIndex>,
}

/// What is missing from a component.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Missing(pub(crate) String);

impl Exports {
    pub(crate) fn of(component: &Component) -> Result<Self, Missing> {
        let Some(tools) = interface(component, "tools") else {
            return Err(Missing(named(component)));
        };
        let function = |interface: &ComponentExportIndex, of: &str, name: &str| {
            component
                .get_export_index(Some(interface), name)
                .ok_or_else(|| Missing(format!("its `{of}` has no function `{name}`")))
        };
        let pair = |of: &str, list: &str, use_one: &str| match interface(component, of) {
            Some(index) => Ok(Some((function(&index, of, list)?, function(&index, of, use_one)?))),
            None => Ok(None),
        };
        let one = |of: &str, name: &str| match interface(component, of) {
            Some(index) => function(&index, of, name).map(Some),
            None => Ok(None),
        };
        Ok(Self {
            list_tools: function(&tools, "tools", "list-tools")?,
            call_tool: function(&tools, "tools", "call-tool")?,
            resources: pair("resources", "list-resources", "read-resource")?,
            prompts: pair("prompts", "list-prompts", "get-prompt")?,
            complete: one("completions", "complete")?,
            handle_event: one("events", "handle-event")?,
        })
    }
}

/// An exported interface of this track, whatever its patch version.
fn interface(component: &Component, name: &str) -> Option<ComponentExportIndex> {
    let exact = format!("unity-tools:tool/{name}@0.2.0");
    if let Some(index) = component.get_export_index(None, exact.as_str()) {
        return Some(index);
    }
    let start = format!("unity-tools:tool/{name}@0.2.");
    let engine = component.engine();
    let kind = component.component_type();
    let found = kind.exports(engine).map(|(export, _)| export).find(|export| {
        export
            .strip_prefix(start.as_str())
            .is_some_and(|patch| patch.parse::<u32>().is_ok())
    })?;
    component.get_export_index(None, found)
}

/// What the component has instead of `tools`, for a message.
fn named(component: &Component) -> String {
    let kind = component.component_type();
    let exports: Vec<&str> = kind.exports(component.engine()).map(|(name, _)| name).take(8).collect();
    match exports.iter().find(|name| name.starts_with("unity-tools:tool/tools")) {
        Some(other) => format!("it exports {other}, and this host calls version 0.2"),
        None if exports.is_empty() => "it exports nothing".to_owned(),
        None => format!("it exports {}", exports.join(", ")),
    }
}

/// Parameters and result of each function.
pub(crate) type ListTools = TypedFunc<(), (Vec<tools::Tool>,)>;
pub(crate) type CallTool = TypedFunc<(tools::Call,), (Result<tools::ToolResult, Error>,)>;
pub(crate) type ListResources = TypedFunc<(), (Vec<resources::ResourceInfo>,)>;
pub(crate) type ReadResource = TypedFunc<(String,), (Result<Vec<ResourceContents>, Error>,)>;
pub(crate) type ListPrompts = TypedFunc<(), (Vec<prompts::Prompt>,)>;
pub(crate) type GetPrompt = TypedFunc<(String, Vec<(String, String)>), (Result<prompts::Rendered, Error>,)>;
pub(crate) type Complete = TypedFunc<(completions::Request,), (Result<completions::Completion, Error>,)>;
pub(crate) type HandleEvent = TypedFunc<(events::Event,), ()>;

/// One function of an instance, checked against the type that this host expects.
pub(crate) fn function<P, R>(
    store: &mut Store<CallState>,
    instance: &Instance,
    index: &ComponentExportIndex,
) -> wasmtime::Result<TypedFunc<P, R>>
where
    P: wasmtime::component::ComponentNamedList + wasmtime::component::Lower,
    R: wasmtime::component::ComponentNamedList + wasmtime::component::Lift,
{
    instance.get_typed_func(store, index)
}
