//! The bundle `play`: freezes and steps a running game, sends input and takes screenshots.
//!
//! Belongs here: which tools the bundle has. Each tool is in its own file; `clock.rs` has the shared answer about time.

mod clock;
mod frame_stats;
mod screenshot;
mod send_input;
mod step;

unity_tools::bundle![
    step::step,
    frame_stats::frame_stats,
    send_input::send_input,
    screenshot::screenshot
];
