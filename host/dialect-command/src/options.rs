//! The settings of this dialect, which the crate `server` reads.

use std::time::Duration;

/// The settings of the dialect for commands over a WebSocket.
#[derive(Clone, Debug)]
pub struct Options {
    /// `dialects.command.enabled`: false if `/ws` and WebSocket upgrades of `/` answer 404.
    pub enabled: bool,
    /// Maximum number of open WebSocket connections; over it, status 503.
    pub max_connections: usize,
    /// Maximum number of concurrent commands of one connection; further commands wait.
    pub max_in_flight: usize,
    /// Maximum number of waiting commands of one connection; further commands are answered with an error.
    pub max_waiting: usize,
    /// Maximum total bytes of the waiting commands of one connection; further commands are answered with an error.
    pub max_waiting_bytes: usize,
    /// Time after which a client that sends no data, not even an answer to a ping, is disconnected.
    pub silence: Duration,
    /// Time after which a client that does not receive a message is disconnected.
    pub send_timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            enabled: true,
            max_connections: 256,
            max_in_flight: 32,
            max_waiting: 1024,
            max_waiting_bytes: 8 << 20,
            silence: Duration::from_secs(120),
            send_timeout: Duration::from_secs(30),
        }
    }
}
