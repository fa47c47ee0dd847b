//! The services that the expansion of a file needs: expanded prefabs, types, shared texts, and the budget.
//!
//! Prefabs contain other prefabs. This trait separates the two sides: `instance` expands a file through the trait, and
//! `library` implements it and expands the prefabs that are not cached.

use super::flat::Flat;
use super::opaque::Opaque;
use std::sync::Arc;
use unity_files::AssetProblem;
use unity_scripts::Types;
use unity_yaml::Guid;

pub(super) trait Prefabs {
    /// Returns the expanded prefab with that guid, or the reason why it is opaque. A prefab is read again only after it
    /// was evicted.
    ///
    /// # Errors
    /// `OverBudget`, which ends the expansion of the whole file.
    fn prefab(&mut self, guid: Guid) -> Result<Result<Arc<Flat>, Opaque>, AssetProblem>;

    /// Returns the path of an asset, for messages.
    fn path(&self, guid: Guid) -> String;

    /// Returns one shared text for all objects with that tag.
    fn tag(&mut self, tag: &str) -> Arc<str>;

    /// Returns the types of components, to add types to them.
    fn types_mut(&mut self) -> &mut Types;

    /// Takes bytes from the budget, and evicts the least recently used prefabs if necessary.
    ///
    /// # Errors
    /// `OverBudget` if evicting all prefabs does not suffice.
    fn draw(&mut self, bytes: usize) -> Result<(), AssetProblem>;

    /// Gives bytes back to the budget.
    fn give_back(&mut self, bytes: usize);

    /// Counts steps of work for the current expansion.
    ///
    /// # Errors
    /// `OverBudget` if the expansion has used up its steps, `BeingRead` if it takes too long for this thread.
    fn step(&mut self, steps: usize) -> Result<(), AssetProblem>;
}
