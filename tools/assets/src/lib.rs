//! The bundle `assets`: assets of the project, their users, missing references, project settings.
//!
//! Belongs here: which tools the bundle has. Each tool is in its own file; shared code is in `shared.rs`.

mod asset_info;
mod find_references;
mod list_assets;
mod missing_references;
mod project_settings;
mod script_info;
mod shared;

pub use asset_info::AssetInfo;
pub use find_references::FindReferences;
pub use list_assets::ListAssets;
pub use missing_references::MissingReferences;
pub use project_settings::ProjectSettings;
pub use script_info::ScriptInfo;

unity_tools::export! {
    tools: [ListAssets, AssetInfo, FindReferences, MissingReferences, ProjectSettings, ScriptInfo],
}

#[cfg(test)]
mod tests;
