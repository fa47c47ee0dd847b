//! The services that the expansion of a file uses: expanded prefabs, component types, shared texts, and the budget.
//!
//! Prefabs contain other prefabs, so expanding a file needs the cache and the cache expands files. This trait separates
//! the two: `instance` uses it, and `library` implements it.

use super::flat::Flat;
use super::opaque::Opaque;
use std::sync::Arc;
use unity_files::AssetProblem;
use unity_scripts::Types;
use unity_yaml::Guid;

pub(super) trait Prefabs {
    /// Returns the expanded prefab with that guid, or the reason why its instances cannot be expanded.
    fn prefab(&mut self, guid: Guid) -> Result<Result<Arc<Flat>, Opaque>, AssetProblem>;

    /// Returns the asset path of the asset with that guid, for messages; empty if there is none.
    fn path(&self, guid: Guid) -> String;

    /// Returns the tag as a text that all objects with that tag share.
    fn tag(&mut self, tag: &str) -> Arc<str>;

    fn types_mut(&mut self) -> &mut Types;

    /// Takes bytes from the memory budget, dropping cached prefabs if needed; fails with `OverBudget` if it is used up.
    fn draw(&mut self, bytes: usize) -> Result<(), AssetProblem>;

    fn give_back(&mut self, bytes: usize);

    /// Counts steps of the expansion. Fails with `OverBudget` beyond the maximum, or `BeingRead` after a time limit.
    fn step(&mut self, steps: usize) -> Result<(), AssetProblem>;
}
