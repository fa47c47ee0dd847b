//! The bundle `save`: changed scenes into their files.
//!
//! Belongs here: which tools the bundle has. Does not: what a file has to hold, which is Unity's to say.

mod save_scenes;

pub use save_scenes::SaveScenes;

unity_tools::export! { tools: [SaveScenes] }
