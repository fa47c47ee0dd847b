//! The bundle `asset-edit`: the tool that changes assets, folders and the overrides of prefab instances.
//!
//! Belongs here: the tool and the forms of its changes. Does not: changing files, which the bridge does.

mod edit_assets;
mod request;
mod rows;

unity_tools::bundle![edit_assets::edit_assets];
