//! The settings of this dialect. The server reads them.

use std::time::Duration;

/// Settings of commands over a WebSocket.
#[derive(Clone, Debug)]
pub struct Options {
    /// `dialects.command.enabled`: if it is off, `/ws` and an upgrade of `/` answer 404.
    pub enabled: bool,
    /// Maximum open WebSocket connections; over it 503.
    pub max_connections: usize,
    /// Maximum commands of one connection that run at once; further ones wait.
    pub max_in_flight: usize,
    /// Maximum waiting commands of one connection; over it they are answered with an error.
    pub max_waiting: usize,
    /// Maximum bytes of waiting commands of one connection; same effect as `max_waiting`.
    pub max_waiting_bytes: usize,
    /// Time after which a client that sends nothing, not even an answer to a ping, counts as gone.
    pub silence: Duration,
    /// Time after which a client that does not take a message counts as gone.
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
