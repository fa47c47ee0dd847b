//! The bundle `test-ui`: tools that create and remove a canvas for tests of picks.
//!
//! Belongs here: the list of the bundle's tools.

mod destroy_test_ui;
mod spawn_test_ui;

unity_tools::bundle![spawn_test_ui::spawn_test_ui, destroy_test_ui::destroy_test_ui];
