//! The bundle `command`: tools with the names and answers that editor clients expect.
//!
//! Belongs here: the list of the bundle's tools and resources. `property_path.rs` parses the property path of
//! `modify_object`.

mod execute_code;
mod get_logs;
mod get_unity_info;
mod modify_object;
mod property_path;
mod save_screenshot;
mod take_screenshot;

use get_unity_info::InfoResource;

unity_tools::export! {
    tools: [
        execute_code::execute_code,
        take_screenshot::take_screenshot,
        modify_object::modify_object,
        get_logs::get_logs,
        get_unity_info::get_unity_info,
        save_screenshot::save_screenshot,
    ],
    resources: [InfoResource],
}

#[cfg(test)]
mod tests;
