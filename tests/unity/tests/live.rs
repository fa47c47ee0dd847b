//! The package for Unity against the host's own side of the link: its Core under mono, all of it in a real player.
//!
//! Belongs here: what needs both sides. Does not: the host's side alone (`bridge-live`), what agents see (`tests-e2e`).

#[path = "live/asking.rs"]
mod asking;
#[path = "live/checks.rs"]
mod checks;
#[path = "live/clock.rs"]
mod clock;
#[path = "live/code.rs"]
mod code;
#[path = "live/compiling.rs"]
mod compiling;
#[path = "live/editing.rs"]
mod editing;
#[path = "live/hooks.rs"]
mod hooks;
#[path = "live/host.rs"]
mod host;
#[path = "live/input.rs"]
mod input;
#[path = "live/members.rs"]
mod members;
#[path = "live/mono.rs"]
mod mono;
#[path = "live/one_library.rs"]
mod one_library;
#[path = "live/orders.rs"]
mod orders;
#[path = "live/picking.rs"]
mod picking;
#[path = "live/pictures.rs"]
mod pictures;
#[path = "live/player.rs"]
mod player;
#[path = "live/raw.rs"]
mod raw;
#[path = "live/rehearsal.rs"]
mod rehearsal;
#[path = "live/sample.rs"]
mod sample;
#[path = "live/switching.rs"]
mod switching;
#[path = "live/together.rs"]
mod together;
#[path = "live/versions.rs"]
mod versions;
