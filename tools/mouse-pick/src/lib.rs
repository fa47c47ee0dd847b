//! The bundle `mouse-pick`: the object under a point of the screen.
//!
//! Belongs here: which tools the bundle has.

mod mouse_pick;
mod point;
mod result;

use mouse_pick::MousePick;

unity_tools::export! { tools: [MousePick] }

#[cfg(test)]
mod tests;
