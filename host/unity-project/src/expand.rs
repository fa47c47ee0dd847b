//! Expands scenes and prefabs with nested prefab instances to the objects that Unity's hierarchy window would show.
//!
//! The result has objects, their components as byte ranges with the overrides that apply, their order, and counts.
//! Ids for callers and edits belong to the session; script names belong to `scripts`.

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
mod opaque;
mod order;
mod overridden;
mod override_chain;
mod overrides_alone;
mod places;
pub mod reading;
mod source;
mod stripped;
mod unique_paths;

pub use budget::DEFAULT_MEMORY;
pub use component::component_fields;
pub use component::component_tree;
pub use damage::of_asset as damage_of_asset;
pub use field_edit::FieldEdit;
pub use flat::{Component, Counts, Flat, Object, Unread};
pub use instance_rows::InstanceRows;
pub use library::{Library, MAX_NESTING, MAX_OBJECTS, Stamp};
pub use overridden::Overridden;
pub use override_chain::Override;
pub use overrides_alone::told_tree;
pub use places::{Place, Places};
pub use reading::ReadProblem;
pub use source::Source;
pub use stripped::StrippedReport;
pub use unique_paths::{UniquePaths, step as unique_step};

/// Class numbers that the expansion uses; all others are components or settings.
pub mod class {
    pub const GAME_OBJECT: u32 = 1;
    pub const TRANSFORM: u32 = 4;
    pub const MONO_BEHAVIOUR: u32 = 114;
    pub const RECT_TRANSFORM: u32 = 224;
    pub const PREFAB_INSTANCE: u32 = 1001;
    pub const SCENE_ROOTS: u32 = 1_660_057_539;
    /// Scene settings that belong to no object: occlusion, render, lightmap, navigation.
    pub const SCENE_SETTINGS: [u32; 4] = [29, 104, 157, 196];

    pub fn is_transform(class: u32) -> bool {
        matches!(class, TRANSFORM | RECT_TRANSFORM)
    }
}

#[cfg(test)]
mod tests;
