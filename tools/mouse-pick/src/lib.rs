//! The bundle `mouse-pick`: the object under a point of the screen.
//!
//! Belongs here: which tools the bundle has.

mod mouse_pick;
mod point;
mod result;

unity_tools::export! { tools: [mouse_pick::mouse_pick] }

#[cfg(test)]
mod tests;
