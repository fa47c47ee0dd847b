//! One running Unity over one link: what is said, who may say it, and what becomes of calls when the link is lost.
//!
//! Belongs here: everything that `PROTOCOL.md` says. Does not: sockets (`wire` hands over a pair of queues of frames), which Unity a
//! call goes to, what a command means.

pub mod frames;
mod keys;
pub mod limits;
pub mod opening;
pub mod session;
pub mod settling;
pub mod trust;
