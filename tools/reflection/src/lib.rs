//! The bundle `reflection`: tools for fields, methods and components that are specified by name.
//!
//! Belongs here: the list of the bundle's tools. Common checks before a call of Unity are in `json_arguments.rs`.

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
