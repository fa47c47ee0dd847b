//! The bundle `reflection`: fields, methods and components by name.
//!
//! Belongs here: which tools the bundle has. Shared checks before the call to Unity are in `json_arguments.rs`.

mod add_component;
mod call_method;
mod json_arguments;
mod remove_component;
mod set_member;

unity_tools::bundle![
    set_member::set_member,
    call_method::call_method,
    add_component::add_component,
    remove_component::remove_component
];

#[cfg(test)]
mod tests;
