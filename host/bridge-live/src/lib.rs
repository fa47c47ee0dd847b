//! One running Unity over one link: what is said, who may say it, and what becomes of calls when the link is lost.
//!
//! Belongs here: everything that `PROTOCOL.md` says. Does not: sockets (`wire` hands over a pair of queues of messages), which Unity a
//! call goes to, what a command means.

mod authors;
mod code;
mod driver;
pub mod frames;
pub mod greeting;
mod host_side;
mod id_columns;
mod keys;
pub mod limits;
mod live_bridge;
pub mod opening;
mod saved_pictures;
pub mod session;
pub mod settling;
pub mod trust;

pub use code::scripts::{Forbidden, MayStart, Scripts};
pub use host_exports_folder::ExportsFolder;
pub use host_side::{Compiling, HostSide};
pub use live_bridge::{HostName, LiveBridge};
