//! The bundle `save`: a tool that writes changed scenes to their files.
//!
//! Belongs here: the list of the bundle's tools. Does not: the content of a file, which the bridge writes.

mod save_scenes;

unity_tools::bundle![save_scenes::save_scenes];
