//! The bundle `hooks`: tools for hooks on C# methods, and for the methods that may be hooked.
//!
//! Belongs here: the list of the bundle's tools and resources. `hook_check.rs` writes notes about hooks that are not in
//! effect.

mod hook_add;
mod hook_check;
mod hook_get_source;
mod hook_list_allowed_types;
mod hook_list_methods;
mod hook_remove;
mod hook_set_enabled;
mod hook_set_source;
mod hooks_resource;

use hooks_resource::HooksResource;

unity_tools::export! {
    tools: [
        hook_list_allowed_types::hook_list_allowed_types,
        hook_list_methods::hook_list_methods,
        hook_get_source::hook_get_source,
        hook_add::hook_add,
        hook_remove::hook_remove,
        hook_set_enabled::hook_set_enabled,
        hook_set_source::hook_set_source,
    ],
    resources: [HooksResource],
}

#[cfg(test)]
mod tests;
