//! The bundle `editor-run`: the server status, and functions that only a running Unity editor has.
//!
//! Belongs here: which tools the bundle has.

mod check_status;
mod execute_menu_item;
mod run_tests;

unity_tools::bundle![
    check_status::check_status,
    execute_menu_item::execute_menu_item,
    run_tests::run_editmode_tests,
    run_tests::run_playmode_tests
];

#[cfg(test)]
mod tests;
