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

pub use hook_add::HookAdd;
pub use hook_get_source::HookGetSource;
pub use hook_list_allowed_types::HookListAllowedTypes;
pub use hook_list_methods::HookListMethods;
pub use hook_remove::HookRemove;
pub use hook_set_enabled::HookSetEnabled;
pub use hook_set_source::HookSetSource;
pub use hooks_resource::HooksResource;

unity_tools::export! {
    tools: [
        HookListAllowedTypes,
        HookListMethods,
        HookGetSource,
        HookAdd,
        HookRemove,
        HookSetEnabled,
        HookSetSource,
    ],
    resources: [HooksResource],
}

#[cfg(test)]
mod tests;
