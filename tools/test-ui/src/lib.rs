//! The bundle `test-ui`: a canvas for trying picks.
//!
//! Belongs here: which tools the bundle has.

mod destroy_test_ui;
mod spawn_test_ui;

unity_tools::bundle![spawn_test_ui::spawn_test_ui, destroy_test_ui::destroy_test_ui];
