//! The services that the expansion of a file needs: expanded prefabs, types, shared texts, and the budget.
//!
//! A prefab is expanded inside other prefabs. This trait is between the two sides: `instance` expands a file through it,
//! and `library` implements it and expands the prefabs that it does not have.

use super::flat::Flat;
use super::opaque::Opaque;
use std::sync::Arc;
use unity_files::AssetProblem;
use unity_scripts::Types;
use unity_yaml::Guid;

pub(super) trait Prefabs {
    /// The expanded prefab with that guid; it is read again only after it was evicted.
    ///
    /// # Errors
    /// `OverBudget`, which ends the whole opening.
    fn prefab(&mut self, guid: Guid) -> Result<Result<Arc<Flat>, Opaque>, AssetProblem>;

    /// The path of an asset, for messages.
    fn path(&self, guid: Guid) -> String;

    /// The same text for all objects with that tag.
    fn tag(&mut self, tag: &str) -> Arc<str>;

    /// The types of components.
    fn types_mut(&mut self) -> &mut Types;

    /// Takes bytes from the budget; the least recently used prefabs are evicted for them.
    ///
    /// # Errors
    /// `OverBudget`.
    fn draw(&mut self, bytes: usize) -> Result<(), AssetProblem>;

    /// Returns bytes to the budget.
    fn give_back(&mut self, bytes: usize);

    /// Counts steps of work.
    ///
    /// # Errors
    /// `OverBudget` if the opening has used up its steps, `BeingRead` if it takes too long for this thread.
    fn step(&mut self, steps: usize) -> Result<(), AssetProblem>;
}
