//! The bundle `play`: a running game, stopped, stepped, acted on and looked at.
//!
//! Belongs here: which tools the bundle has. Each stands in its own file; what several tell of time is in `clock.rs`.

mod clock;
mod frame_stats;
mod screenshot;
mod send_input;
mod step;

pub use frame_stats::FrameStats;
pub use screenshot::Screenshot;
pub use send_input::SendInput;
pub use step::Step;

unity_tools::export! { tools: [Step, FrameStats, SendInput, Screenshot] }
