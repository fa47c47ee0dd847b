//! Recordings of the calls to the targets of a host and their answers, and a bridge that replays such a recording.
//! Targets are Unity instances or project folders.
//!
//! Belongs here: the format of a recording, its writer and reader, the search for the answer to a call. Does not: the
//! path of the file and its readers (`server`), permissions for replayed calls (`policy`).
//!
//! A recording consists of JSON lines. The first line is `head` with the format version. Then follow, in the order of
//! time: `now` (the available targets and their capabilities), `named` (a name for a target in a request), `call`,
//! `event`, `log`, `missed`. The last line is `end`. Each line ends with a checksum over itself and all lines before
//! it, so the reader reports a changed, lost or moved line by its number.

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
