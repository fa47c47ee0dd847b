//! The bundle `mouse-pick`: a tool that finds the object under a point of the screen.
//!
//! Belongs here: the list of the bundle's tools.

mod mouse_pick;
mod point;
mod result;

unity_tools::export! { tools: [mouse_pick::mouse_pick] }

#[cfg(test)]
mod tests;
