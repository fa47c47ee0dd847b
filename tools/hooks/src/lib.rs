//! The bundle `hooks`: the methods that may be hooked, and the hooks.
//!
//! Belongs here: which tools and resources the bundle has. `hook_check.rs` writes the notes about a hook that does not
//! fire.

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
