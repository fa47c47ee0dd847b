//! The bundle `play`: tools that freeze and step a running game, send input and take screenshots.
//!
//! Belongs here: the list of the bundle's tools. Each tool is in its own file; `clock.rs` has a common answer.

mod clock;
mod frame_stats;
mod play_mode;
mod screenshot;
mod send_input;
mod step;

unity_tools::bundle![
    step::step,
    frame_stats::frame_stats,
    play_mode::play_mode,
    send_input::send_input,
    screenshot::screenshot
];
