//! The bundle `reflection`: fields, methods and components by name.
//!
//! Belongs here: which tools the bundle has. Shared checks before the call to Unity are in `json_arguments.rs`.

mod add_component;
mod call_method;
mod json_arguments;
mod remove_component;
mod set_member;

pub use add_component::AddComponent;
pub use call_method::CallMethod;
pub use remove_component::RemoveComponent;
pub use set_member::SetMember;

unity_tools::export! { tools: [SetMember, CallMethod, AddComponent, RemoveComponent] }

#[cfg(test)]
mod tests;
