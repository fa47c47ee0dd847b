//! The functions that a bundle (a component with tools) exports to the host.
//!
//! Belongs here: the `export!` macro and the functions that it calls. On targets other than WebAssembly the macro
//! exports nothing, so a bundle is a plain library there and has plain tests.

use crate::bindings::{listing, prompts, tools};
use crate::listed::LISTED;
use crate::prompt::Prompt;
use crate::resource::Resource;
use crate::types::ResourceContents;
use crate::{Cx, Tool, ToolError, prompt, resource, tool};

use listing::exports::unity_tools::tool::listing as listing_wit;
use prompts::exports::unity_tools::tool::prompts as prompts_wit;
use tools::exports::unity_tools::tool::tools as tools_wit;

pub use tools_wit::{Call, ToolResult};

const NOT_LISTED: &str = "built without the feature `listing`";

/// A tool of a bundle as functions that name, describe and run it, independent of its Rust type.
#[derive(Clone, Copy)]
pub struct ToolEntry {
    fixed_name: Option<&'static str>,
    name: fn() -> String,
    describe: Option<fn() -> Result<listing_wit::Tool, crate::schema::SchemaError>>,
    call: fn(&str, &Cx) -> Result<tools_wit::ToolResult, ToolError>,
}

impl ToolEntry {
    /// Creates the description functions and the run function of the tool type `T`, for the bundle's list of tools.
    pub const fn new<T: Tool>() -> Self {
        Self {
            fixed_name: T::NAME,
            name: tool::name_of::<T>,
            describe: if LISTED { Some(tool::describe::<T>) } else { None },
            call: tool::call::<T>,
        }
    }

    fn is(&self, name: &str) -> bool {
        match self.fixed_name {
            Some(fixed) => fixed == name,
            None => (self.name)() == name,
        }
    }
}

/// Checks at compile time that no two tools have the same name, for which the host would reject the bundle.
#[doc(hidden)]
pub const fn have_names_of_their_own(tools: &[ToolEntry]) {
    let mut at = 0;
    while at < tools.len() {
        let mut other = at + 1;
        while other < tools.len() {
            if let (Some(one), Some(another)) = (tools[at].fixed_name, tools[other].fixed_name) {
                assert!(
                    !is_same(one.as_bytes(), another.as_bytes()),
                    "two tools of this bundle have one name; name each once, or write `#[tool(name = \"…\")]` on one of them"
                );
            }
            other += 1;
        }
        at += 1;
    }
}

/// Returns true if two names are equal, ignoring ASCII case as the host does. A const function cannot use `==`.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if !one[at].eq_ignore_ascii_case(&other[at]) {
            return false;
        }
        at += 1;
    }
    true
}

/// A resource of a bundle as functions that describe and read it, independent of its Rust type.
#[derive(Clone, Copy)]
pub struct ResourceEntry {
    describe: Option<fn() -> Result<listing_wit::ResourceInfo, resource::ResourceError>>,
    read: fn(&str, &Cx) -> Result<Option<ResourceContents>, ToolError>,
}

impl ResourceEntry {
    /// Creates the functions that describe and read the resource type `R`, for the bundle's list of resources.
    pub const fn new<R: Resource>() -> Self {
        Self {
            describe: if LISTED { Some(resource::describe::<R>) } else { None },
            read: resource::read::<R>,
        }
    }
}

/// A function that renders a prompt from its name and arguments. It returns `None` if the prompt has another name.
type Render = fn(&str, &[(String, String)], &Cx) -> Result<Option<prompts_wit::Rendered>, ToolError>;

/// A prompt of a bundle as functions that describe and render it, independent of its Rust type.
#[derive(Clone, Copy)]
pub struct PromptEntry {
    describe: Option<fn() -> listing_wit::Prompt>,
    render: Render,
}

impl PromptEntry {
    /// Creates the functions that describe and render the prompt type `P`, for the bundle's list of prompts.
    pub const fn new<P: Prompt>() -> Self {
        Self {
            describe: if LISTED { Some(prompt::describe::<P>) } else { None },
            render: prompt::render::<P>,
        }
    }
}

/// Returns the descriptions of all tools, for the host.
///
/// # Panics
/// If a schema cannot be written: the host then rejects the bundle and shows the message, which names the type. Also if
/// the component was built without the feature `listing`.
#[expect(
    clippy::panic,
    reason = "listing has no error result, and a bundle that cannot be listed must not load"
)]
pub fn list_tools(entries: &[ToolEntry]) -> Vec<listing_wit::Tool> {
    entries
        .iter()
        .map(|entry| {
            entry.describe.expect(NOT_LISTED)().unwrap_or_else(|problem| panic!("tool {}: {problem}", (entry.name)()))
        })
        .collect()
}

/// Runs the tool with the name in `call`.
///
/// # Errors
/// `NotFound` if there is no such tool; otherwise the error of the tool.
pub fn call_tool(entries: &[ToolEntry], call: &tools_wit::Call) -> Result<tools_wit::ToolResult, ToolError> {
    let entry = entries.iter().find(|entry| entry.is(&call.name)).ok_or_else(|| {
        let known: Vec<String> = entries.iter().map(|entry| (entry.name)()).collect();
        ToolError::not_found(format!(
            "this bundle has no tool {}; it has {}",
            call.name,
            known.join(", ")
        ))
    })?;
    (entry.call)(&call.arguments, &Cx::new())
}

/// Returns the descriptions of all resources, for the host.
///
/// # Panics
/// If a URI or a schema cannot be written: the host then rejects the bundle and shows the message. Also if the
/// component was built without the feature `listing`.
#[expect(
    clippy::panic,
    reason = "listing has no error result, and a bundle that cannot be listed must not load"
)]
pub fn list_resources(entries: &[ResourceEntry]) -> Vec<listing_wit::ResourceInfo> {
    entries
        .iter()
        .map(|entry| entry.describe.expect(NOT_LISTED)().unwrap_or_else(|problem| panic!("resource: {problem}")))
        .collect()
}

/// Reads the resource with this URI from the first entry that matches the URI.
///
/// # Errors
/// `NotFound` if there is no such resource; otherwise the error of the resource.
pub fn read_resource(entries: &[ResourceEntry], uri: &str) -> Result<Vec<ResourceContents>, ToolError> {
    let cx = Cx::new();
    for entry in entries {
        if let Some(contents) = (entry.read)(uri, &cx)? {
            return Ok(vec![contents]);
        }
    }
    Err(ToolError::not_found(format!("this bundle has no resource {uri}")))
}

/// Returns the descriptions of all prompts, for the host.
///
/// # Panics
/// If the component was built without the feature `listing`.
pub fn list_prompts(entries: &[PromptEntry]) -> Vec<listing_wit::Prompt> {
    entries
        .iter()
        .map(|entry| entry.describe.expect(NOT_LISTED)())
        .collect()
}

/// Renders the prompt with this name.
///
/// # Errors
/// `NotFound` if there is no such prompt; otherwise the error of the prompt.
pub fn get_prompt(
    entries: &[PromptEntry],
    name: &str,
    arguments: &[(String, String)],
) -> Result<prompts_wit::Rendered, ToolError> {
    let cx = Cx::new();
    for entry in entries {
        if let Some(rendered) = (entry.render)(name, arguments, &cx)? {
            return Ok(rendered);
        }
    }
    Err(ToolError::not_found(format!("this bundle has no prompt {name}")))
}

/// Exports the tools of a bundle to the host, and its resources, prompts, completions and event handler. The arguments
/// have this order; only `tools` is required.
///
/// It also defines `BUNDLE_TOOLS`, and `BUNDLE_RESOURCES` and `BUNDLE_PROMPTS` if there are any. With them a unit test
/// can list and call the exports of the component.
///
/// ```ignore
/// unity_tools::export! {
///     tools: [GetStatus, ListScenes],
///     resources: [Status, Scenes],
///     prompts: [Review],
///     completions: Names,
///     events: Log,
/// }
/// ```
#[macro_export]
macro_rules! export {
    (
        tools: [$($tool:ty),* $(,)?]
        $(, resources: [$($resource:ty),* $(,)?])?
        $(, prompts: [$($prompt:ty),* $(,)?])?
        $(, completions: $completions:ty)?
        $(, events: $events:ty)?
        $(,)?
    ) => {
        /// The type on which this macro implements the exported interfaces of the bundle.
        #[doc(hidden)]
        #[allow(unreachable_pub, reason = "also usable below the root of a crate")]
        pub struct Bundle;

        /// The bundle's tools, in the order in which the host lists them.
        #[doc(hidden)]
        #[allow(unreachable_pub, reason = "also usable below the root of a crate")]
        pub const BUNDLE_TOOLS: &[$crate::export::ToolEntry] = &[$($crate::export::ToolEntry::new::<$tool>()),*];
        const _: () = $crate::export::have_names_of_their_own(BUNDLE_TOOLS);

        impl $crate::bindings::tools::exports::unity_tools::tool::tools::Guest for Bundle {
            fn call_tool(
                call: $crate::bindings::tools::exports::unity_tools::tool::tools::Call,
            ) -> ::std::result::Result<
                $crate::bindings::tools::exports::unity_tools::tool::tools::ToolResult,
                $crate::shared::types::Error,
            > {
                $crate::export::call_tool(BUNDLE_TOOLS, &call).map_err(::std::convert::Into::into)
            }
        }

        #[cfg(target_arch = "wasm32")]
        $crate::bindings::tools::export_tools!(Bundle with_types_in $crate::bindings::tools);

        impl $crate::bindings::listing::exports::unity_tools::tool::listing::Guest for Bundle {
            fn list_tools() -> ::std::vec::Vec<$crate::bindings::listing::exports::unity_tools::tool::listing::Tool> {
                $crate::export::list_tools(BUNDLE_TOOLS)
            }

            fn list_resources() -> ::std::vec::Vec<$crate::bindings::listing::exports::unity_tools::tool::listing::ResourceInfo> {
                $crate::export::list_resources(&[$($($crate::export::ResourceEntry::new::<$resource>()),*)?])
            }

            fn list_prompts() -> ::std::vec::Vec<$crate::bindings::listing::exports::unity_tools::tool::listing::Prompt> {
                $crate::export::list_prompts(&[$($($crate::export::PromptEntry::new::<$prompt>()),*)?])
            }
        }

        $crate::__export_listing!(Bundle);

        $(
            /// The bundle's resources, in the order in which the host lists them.
            #[doc(hidden)]
            #[allow(unreachable_pub, reason = "also usable below the root of a crate")]
            pub const BUNDLE_RESOURCES: &[$crate::export::ResourceEntry] =
                &[$($crate::export::ResourceEntry::new::<$resource>()),*];

            impl $crate::bindings::resources::exports::unity_tools::tool::resources::Guest for Bundle {
                fn read_resource(
                    uri: ::std::string::String,
                ) -> ::std::result::Result<::std::vec::Vec<$crate::types::ResourceContents>, $crate::shared::types::Error> {
                    $crate::export::read_resource(BUNDLE_RESOURCES, &uri).map_err(::std::convert::Into::into)
                }
            }

            #[cfg(target_arch = "wasm32")]
            $crate::bindings::resources::export_resources!(Bundle with_types_in $crate::bindings::resources);
        )?

        $(
            /// The bundle's prompts, in the order in which the host lists them.
            #[doc(hidden)]
            #[allow(unreachable_pub, reason = "also usable below the root of a crate")]
            pub const BUNDLE_PROMPTS: &[$crate::export::PromptEntry] =
                &[$($crate::export::PromptEntry::new::<$prompt>()),*];

            impl $crate::bindings::prompts::exports::unity_tools::tool::prompts::Guest for Bundle {
                fn get_prompt(
                    name: ::std::string::String,
                    arguments: ::std::vec::Vec<(::std::string::String, ::std::string::String)>,
                ) -> ::std::result::Result<
                    $crate::bindings::prompts::exports::unity_tools::tool::prompts::Rendered,
                    $crate::shared::types::Error,
                > {
                    $crate::export::get_prompt(BUNDLE_PROMPTS, &name, &arguments)
                        .map_err(::std::convert::Into::into)
                }
            }

            #[cfg(target_arch = "wasm32")]
            $crate::bindings::prompts::export_prompts!(Bundle with_types_in $crate::bindings::prompts);
        )?

        $(
            impl $crate::bindings::completions::exports::unity_tools::tool::completions::Guest for Bundle {
                fn complete(
                    request: $crate::completion::Request,
                ) -> ::std::result::Result<$crate::completion::Completion, $crate::shared::types::Error> {
                    Ok(<$completions as $crate::completion::Complete>::complete(&request, &$crate::Cx::new())?)
                }
            }

            #[cfg(target_arch = "wasm32")]
            $crate::bindings::completions::export_completions!(Bundle with_types_in $crate::bindings::completions);
        )?

        $(
            impl $crate::bindings::events::exports::unity_tools::tool::events::Guest for Bundle {
                fn handle_event(event: $crate::event::Event) {
                    <$events as $crate::event::Hear>::hear(&event, &$crate::Cx::new());
                }
            }

            #[cfg(target_arch = "wasm32")]
            $crate::bindings::events::export_events!(Bundle with_types_in $crate::bindings::events);
        )?
    };
}

/// Exports a bundle that has only tools; other bundles use [`export!`](crate::export!). Use it once, at the top of the
/// crate. The arguments are functions with [`#[tool]`](crate::tool), by name or path, in listing order. For a function
/// without the attribute the compiler reports "a function item, not a type". A function in a module of its own name is
/// `count_objects::count_objects`.
#[macro_export]
macro_rules! bundle {
    ($($tool:ty),+ $(,)?) => {
        $crate::export! { tools: [$($tool),+] }
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "`bundle!` names functions with `#[tool]`: `bundle![count_objects, find_lamps];` (what has resources or prompts uses `export!`)"
        );
    };
}

/// Exports the interface `listing`, through which the host lists the contents of a component.
#[doc(hidden)]
#[cfg(feature = "listing")]
#[macro_export]
macro_rules! __export_listing {
    ($bundle:ident) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::listing::export_listing!($bundle with_types_in $crate::bindings::listing);
    };
}

/// Exports no interface for the list of tools, because a custom section of the component already contains the list.
#[doc(hidden)]
#[cfg(not(feature = "listing"))]
#[macro_export]
macro_rules! __export_listing {
    ($bundle:ident) => {};
}

#[cfg(test)]
mod tests;
