//! The settings of this dialect. The server reads them.

/// Settings of UnityExplorer.
#[derive(Clone, Debug)]
pub struct Options {
    /// `dialects.explorer.enabled`: if it is off, its paths answer 404 and its private names are unknown.
    pub enabled: bool,
    /// `dialects.explorer.max-in-flight`: maximum number of JSON-RPC requests of this protocol in flight; over it 429.
    /// Streams and `GET /read` are not counted.
    pub max_in_flight: usize,
    /// `dialects.explorer.mirror-beyond-loopback`: opens the event mirror, which shows the results of every Explorer
    /// client, to other machines too.
    pub mirror_beyond_loopback: bool,
    /// Maximum number of messages of the one log that all streams of this protocol read; a reader further behind skips
    /// messages, and is notified.
    pub ring_events: usize,
    /// Maximum bytes of that log; the newest message is always held.
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
