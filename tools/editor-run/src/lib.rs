//! The bundle `editor-run`: the server status, and functions that only a running Unity editor has.
//!
//! Belongs here: which tools the bundle has.

mod check_status;
mod execute_menu_item;
mod run_tests;

pub use check_status::CheckStatus;
pub use execute_menu_item::ExecuteMenuItem;
pub use run_tests::{RunEditmodeTests, RunPlaymodeTests};

unity_tools::export! { tools: [CheckStatus, ExecuteMenuItem, RunEditmodeTests, RunPlaymodeTests] }

#[cfg(test)]
mod tests;
