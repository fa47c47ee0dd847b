//! What a host asked its Unitys and what they answered, as a file; and such a file as a bridge.
//!
//! Belongs here: the lines of a recording, writing them beside the calls, reading them back, finding the answer to a call. Does not:
//! which file it is and who may read it (`server`), what a person may do with what is answered (`policy`).
//!
//! A recording is JSON lines. The first is `head` with the version; then come in the order in which they happened `now` (which Unitys
//! there are and what they can do), `named` (how a request called one), `call`, `event`, `log`, `missed`; `end` is the last. Each
//! ends with a checksum of itself and of all before it, so that a line that was changed, lost or moved is told by its number.

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
mod read;
mod recorder;
mod recording_bridge;
#[cfg(test)]
mod tests;
mod timeline;
mod unitys_of;
mod unrecorded;

pub use bad_recording::BadRecording;
pub use bridge::ReplayBridge;
pub use left_out::LeftOut;
pub use line::VERSION;
pub use read::{MOST_BYTES, Recording};
pub use recorder::{Recorder, Stopped};
pub use recording_bridge::RecordingBridge;
