//! The bundle `save`: writes changed scenes to their files.
//!
//! Belongs here: which tools the bundle has. Does not: the content of a file, which the bridge writes.

mod save_scenes;

unity_tools::bundle![save_scenes::save_scenes];
