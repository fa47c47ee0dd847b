//! The bundle `command`: the commands that editor clients send by these names.
//!
//! Belongs here: which tools the bundle has. How `modify_object` reads a property's path is in `property_path.rs`.
//! `take_screenshot` joins them when the host serves the interface `screenshot`.

mod execute_code;
mod get_logs;
mod get_unity_info;
mod modify_object;
mod property_path;

pub use execute_code::ExecuteCode;
pub use get_logs::GetLogs;
pub use get_unity_info::GetUnityInfo;
pub use modify_object::ModifyObject;

unity_tools::export! { tools: [ExecuteCode, ModifyObject, GetLogs, GetUnityInfo] }

#[cfg(test)]
mod tests;
