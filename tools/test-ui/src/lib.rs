//! The bundle `test-ui`: a canvas for trying picks.
//!
//! Belongs here: which tools the bundle has.

mod destroy_test_ui;
mod spawn_test_ui;

pub use destroy_test_ui::DestroyTestUi;
pub use spawn_test_ui::SpawnTestUi;

unity_tools::export! { tools: [SpawnTestUi, DestroyTestUi] }
