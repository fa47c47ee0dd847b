//! Fuzz bodies: plain functions over bytes, and the mutations that make the bytes.
//!
//! Belongs here: what must hold for any input. Does not: how often it is tried (`bounded.rs`, or a fuzzing engine that
//! calls the same bodies).

pub mod component;
pub mod link;
pub mod mutate;
pub mod request;
mod value;

pub use host_bridge_project::Exercise;
pub use mutate::Dice;

/// A project with these files, opened and queried. Returns the listed objects and the reported problems.
pub fn project(root: &std::path::Path, exercise: Exercise) -> (usize, usize) {
    host_bridge_project::exercise_session(root, exercise)
}

/// Any bytes taken for a scene: splitting, every tree and every field reader. Never panics; a problem is a value.
pub fn scene(bytes: &[u8]) -> usize {
    unity_yaml::exercise(bytes)
}

/// A project whose scenes are edited, saved and read again: each file exactly, or refused with a reason. Files that were saved,
/// and how often something was refused.
///
/// # Errors
/// What a save did that it may not do.
pub fn saving(root: &std::path::Path, backups: &std::path::Path, dice: &mut Dice) -> Result<(usize, usize), String> {
    host_bridge_project::exercise_saving(root, backups, &mut |end| dice.random_below(end))
}
