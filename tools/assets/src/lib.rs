//! The bundle `assets`: what lies in the project's folders.
//!
//! Belongs here: which tools the bundle has. Each stands in its own file.

mod script_info;

pub use script_info::ScriptInfo;

unity_tools::export! {
    tools: [ScriptInfo],
}
