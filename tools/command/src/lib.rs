//! The bundle `command`: the commands that editor clients send by these names.
//!
//! Belongs here: which tools and resources the bundle has. `property_path.rs` parses the property path of
//! `modify_object`.

mod execute_code;
mod get_logs;
mod get_unity_info;
mod modify_object;
mod property_path;
mod save_screenshot;
mod take_screenshot;

pub use execute_code::ExecuteCode;
pub use get_logs::GetLogs;
pub use get_unity_info::{GetUnityInfo, InfoResource};
pub use modify_object::ModifyObject;
pub use save_screenshot::SaveScreenshot;
pub use take_screenshot::TakeScreenshot;

unity_tools::export! {
    tools: [ExecuteCode, TakeScreenshot, ModifyObject, GetLogs, GetUnityInfo, SaveScreenshot],
    resources: [InfoResource],
}

#[cfg(test)]
mod tests;
