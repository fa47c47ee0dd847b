//! The connection to one running Unity instance over one link: the protocol, the proof of identity, lost calls.
//!
//! Belongs here: everything in `PROTOCOL.md`. Does not: sockets (`wire` provides a pair of message queues), the
//! selection of the instance for a call, the meaning of commands.

mod authors;
mod code;
mod driver;
mod entry_authors;
pub mod frames;
pub mod greeting;
mod host_side;
mod id_columns;
mod jobs;
mod keys;
pub mod limits;
mod live_bridge;
pub mod lost_calls;
pub mod opening;
mod peer_project;
mod process;
mod saved_pictures;
pub mod session;
mod source_check;
pub mod trust;

pub use code::scripts::{Forbidden, MayStart, Scripts};
pub use host_exports_folder::ExportsFolder;
pub use host_side::{Compiling, HostSide};
pub use live_bridge::{HostName, LiveBridge};
