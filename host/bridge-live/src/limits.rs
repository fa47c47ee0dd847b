//! The numbers of `PROTOCOL.md`.

use std::time::Duration;

/// The one version that this host speaks: oldest, newest.
pub const PROTOCOL: [u32; 2] = [1, 1];

/// Bytes of a frame, text or binary, either way.
pub const FRAME: usize = 8 << 20;

/// Bytes of a binary frame before what it carries: the id of its call.
pub const BINARY_HEAD: usize = 8;

/// The largest number of the link itself: every JSON reader keeps it.
pub const LARGEST_NUMBER: u64 = 1 << 53;

/// Calls that a Unity has at a time, and those whose answer nobody waits for any more among them.
pub const CALLS: usize = 64;

/// Writes that a Unity's journal holds.
pub const JOURNAL: usize = 1_024;

/// For `hello`, and again for `proof`.
pub const OPENING: Duration = Duration::from_secs(5);

/// Without a pulse: the host asks.
pub const QUIET: Duration = Duration::from_secs(3);

/// Without any frame: the link is over.
pub const SILENT: Duration = Duration::from_secs(10);

/// How long the answer to a `cancel` may take.
pub const LAST_WORD: Duration = Duration::from_secs(1);

/// Between two reports of how far one call has come; those between are left out.
pub const PROGRESS: Duration = Duration::from_millis(100);

/// Errors that a link is answered with: one that says nothing but what the host does not know is not argued with.
pub const ERRORS: u32 = 16;
