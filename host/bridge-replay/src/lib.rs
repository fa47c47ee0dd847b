//! Recordings: a file with the calls to the targets of a host and their answers, and a bridge that replays such a
//! file.
//!
//! Belongs here: the lines of a recording, writing them during the calls, reading them back, finding the answer to a
//! call. Does not: the path of the file and who may read it (`server`), permissions for replayed calls (`policy`).
//!
//! A recording is JSON lines. The first line is `head` with the version. The others follow in the order in which they
//! happened: `now` (the available targets and their capabilities), `named` (a name that a request used for a target),
//! `call`, `event`, `log`, `missed`. The last line is `end`. Each line ends with a checksum over itself and all lines
//! before it, so a line that was changed, lost or moved is reported by its number.

mod answering;
mod bad_recording;
mod bounds;
mod bridge;
mod call_record;
mod difference;
mod head;
mod last_state;
mod line;
mod packages;
mod present_targets;
mod read;
mod recorder;
mod recording_bridge;
mod redaction;
mod repeated_calls;
mod replay_state;
#[cfg(test)]
mod tests;
mod timeline;
mod unrecorded_error;

pub use bad_recording::BadRecording;
pub use bridge::ReplayBridge;
pub use line::VERSION;
pub use read::{MOST_BYTES, Recording};
pub use recorder::{Recorder, RecorderOptions, Stopped};
pub use recording_bridge::RecordingBridge;
pub use redaction::LeftOut;
