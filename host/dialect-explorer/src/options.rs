//! The settings of this dialect, which the crate `server` reads.

/// The settings of the protocol for UnityExplorer.
#[derive(Clone, Debug)]
pub struct Options {
    /// `dialects.explorer.enabled`: false if its paths answer 404 and its private methods are unknown.
    pub enabled: bool,
    /// `dialects.explorer.max-in-flight`: maximum number of concurrent JSON-RPC requests of this protocol; over it,
    /// status 429. Streams and `GET /read` are not counted.
    pub max_in_flight: usize,
    /// `dialects.explorer.mirror-beyond-loopback`: true if other machines may open the event stream, which contains the
    /// results of every client of this protocol.
    pub mirror_beyond_loopback: bool,
    /// Maximum number of messages in the log that all streams of this protocol read. A reader that is slower skips
    /// messages, and is notified about them.
    pub ring_events: usize,
    /// Maximum bytes of the messages in this log; the newest message is always stored.
    pub ring_bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            enabled: true,
            max_in_flight: 32,
            mirror_beyond_loopback: false,
            ring_events: 4096,
            ring_bytes: 8 << 20,
        }
    }
}
