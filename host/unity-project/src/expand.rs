//! Expands scenes and prefabs with their nested prefab instances to the objects that Unity's Hierarchy window shows.
//!
//! The result contains the objects in order, their components (as byte ranges with the overrides that apply), and
//! counts. The session adds object ids and edits; `unity-scripts` adds script names.

mod budget;
pub(crate) mod change;
mod collect;
mod component;
mod damage;
mod field_edit;
mod flat;
mod insert;
mod instance;
mod instance_rows;
mod library;
mod mods;
mod nesting;
mod opaque;
mod overridden_part;
mod override_chain;
mod overrides_alone;
mod placeholders;
mod places;
mod prefabs;
pub mod reading;
mod unique_paths;

pub use budget::DEFAULT_MEMORY;
pub use component::component_fields;
pub use component::component_tree;
pub use damage::find_asset_damage as damage_of_asset;
pub use field_edit::FieldEdit;
pub use flat::{Component, Counts, Flat, Object, Unread};
pub use instance_rows::InstanceRows;
pub use library::{AssetTarget, Library, Stamp};
pub use opaque::{MAX_NESTING, MAX_OBJECTS};
pub use overridden_part::Overridden;
pub use override_chain::Override;
pub use overrides_alone::override_tree;
pub use placeholders::StrippedReport;
pub use places::{Place, Places};
pub use reading::ReadProblem;
pub use unique_paths::{UniquePaths, step as unique_step};

#[cfg(test)]
mod tests;
