//! The bundle `editor-run`: tools for the server status and for functions that only a running Unity editor has.
//!
//! Belongs here: the list of the bundle's tools.

mod check_status;
mod execute_menu_item;
mod refresh_assets;
mod run_tests;

unity_tools::bundle![
    check_status::check_status,
    execute_menu_item::execute_menu_item,
    refresh_assets::refresh_assets,
    run_tests::run_editmode_tests,
    run_tests::run_playmode_tests
];

#[cfg(test)]
mod tests;
