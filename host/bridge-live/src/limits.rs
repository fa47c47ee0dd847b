//! The size limits and time limits that `PROTOCOL.md` defines.

use std::time::Duration;

/// The protocol versions that this host supports: the oldest and the newest.
pub const PROTOCOL: [u32; 2] = [1, 1];

/// Maximum bytes of a frame, text or binary, in both directions. The receiver closes the link if a frame is larger.
pub const FRAME: usize = 8 << 20;

/// Number of bytes at the start of a binary frame, before its content: the id of its call.
pub const BINARY_HEAD: usize = 8;

/// The largest integer in a frame outside of arguments and replies. Every JSON parser represents it exactly.
pub const LARGEST_NUMBER: u64 = 1 << 53;

/// Maximum number of calls that an instance executes at a time, including those whose caller no longer waits. Further
/// calls wait in the host.
pub const CALLS: usize = 64;

/// Maximum number of writes whose results an instance keeps in its write journal.
pub const JOURNAL: usize = 1_024;

/// The time limit for an instance's `hello` frame on a new link, and then for its `proof` frame, from the `hello` on.
pub const OPENING: Duration = Duration::from_secs(5);

/// The time without a `pulse` frame after which the host sends a ping.
pub const QUIET: Duration = Duration::from_secs(3);

/// The time without any frame from the instance after which the host closes the link.
pub const SILENT: Duration = Duration::from_secs(10);

/// The time that an instance has to answer a `cancel` frame. After it, the caller receives an error.
pub const LAST_WORD: Duration = Duration::from_secs(1);

/// The minimum time between two progress reports of one call. The host drops reports that arrive sooner.
pub const PROGRESS: Duration = Duration::from_millis(100);

/// Maximum number of unknown frames on one link that the host answers with an `error` frame; it ignores further ones.
pub const ERRORS: u32 = 16;
