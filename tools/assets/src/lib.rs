//! The bundle `assets`: tools for assets of the project, their users, missing references, and project settings.
//!
//! Belongs here: the list of the bundle's tools. Each tool is in its own file; `shared.rs` has code for several tools.

mod asset_info;
mod find_references;
mod list_assets;
mod missing_references;
mod project_settings;
mod script_info;
mod shared;

unity_tools::bundle![
    list_assets::list_assets,
    asset_info::asset_info,
    find_references::find_references,
    missing_references::missing_references,
    project_settings::project_settings,
    script_info::script_info
];

#[cfg(test)]
mod tests;
