//! Recordings: a file with the calls to the targets of a host and their answers, and a bridge that replays such a
//! file.
//!
//! Belongs here: the lines of a recording, writing them beside the calls, reading them back, finding the answer to a
//! call. Does not: the path of the file and who may read it (`server`), permissions for replayed calls (`policy`).
//!
//! A recording is JSON lines. The first line is `head` with the version. The others follow in the order in which they
//! happened: `now` (the available targets and their capabilities), `named` (a name that a request used for a target),
//! `call`, `event`, `log`, `missed`. The last line is `end`. Each line ends with a checksum over itself and all lines
//! before it, so a line that was changed, lost or moved is reported by its number.

mod again;
mod answering;
mod asked;
mod bad_recording;
mod bounds;
mod bridge;
mod differs;
mod head;
mod known;
mod left_out;
mod line;
mod packages;
mod passing;
mod present_targets;
mod read;
mod recorder;
mod recording_bridge;
#[cfg(test)]
mod tests;
mod timeline;
mod unrecorded;

pub use bad_recording::BadRecording;
pub use bridge::ReplayBridge;
pub use left_out::LeftOut;
pub use line::VERSION;
pub use read::{MOST_BYTES, Recording};
pub use recorder::{Recorder, RecorderOptions, Stopped};
pub use recording_bridge::RecordingBridge;
