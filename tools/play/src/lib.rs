//! The bundle `play`: freezes and steps a running game, sends input and takes screenshots.
//!
//! Belongs here: which tools the bundle has. Each tool is in its own file; `clock.rs` has the shared answer about time.

mod clock;
mod frame_stats;
mod screenshot;
mod send_input;
mod step;

use send_input::SendInput;
use step::Step;

unity_tools::bundle![Step, frame_stats::frame_stats, SendInput, screenshot::screenshot];
