//! Counting of HTTP/2 connections that were closed because the client violated the protocol, such as by resetting too
//! many requests. The count is logged at most once a minute, so that no client can fill the log.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Minimum interval between two log lines about connections that violated HTTP/2.
const EVERY: Duration = Duration::from_secs(60);

static COUNTED: Mutex<Counted> = Mutex::new(Counted { logged: None, since: 0 });

struct Counted {
    logged: Option<Instant>,
    /// Number of connections whose client violated HTTP/2 that no log line has reported yet.
    since: u64,
}

impl Counted {
    /// Counts a connection that violated HTTP/2. If a log line is due, returns the number of them since the last line.
    fn due(&mut self, now: Instant) -> Option<u64> {
        self.since += 1;
        let is_due = self.logged.is_none_or(|logged| now.duration_since(logged) >= EVERY);
        is_due.then(|| {
            self.logged = Some(now);
            std::mem::take(&mut self.since)
        })
    }
}

/// Counts a connection that ended with `error`, if the client violated HTTP/2.
pub(crate) fn count(error: &(dyn Error + 'static), peer: SocketAddr) {
    let Some(why) = broke_http2(error) else { return };
    let due = COUNTED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .due(Instant::now());
    if let Some(connections) = due {
        tracing::warn!(
            %peer,
            why,
            connections,
            "closed HTTP/2 connections that broke the protocol (since the last such line, at most one a minute)"
        );
    }
}

/// Returns at most 200 characters about a protocol violation that the crate `h2` detected; `None` for any other error.
fn broke_http2(error: &(dyn Error + 'static)) -> Option<String> {
    let mut next = Some(error);
    while let Some(error) = next {
        let text = error.to_string();
        if text.contains("connection error detected") {
            return Some(text.chars().take(200).collect());
        }
        next = error.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_one_line_a_minute_with_error_count() {
        let mut counted = Counted { logged: None, since: 0 };
        let begin = Instant::now();
        assert_eq!(counted.due(begin), Some(1));
        for second in 1..60 {
            assert_eq!(counted.due(begin + Duration::from_secs(second)), None);
        }
        assert_eq!(counted.due(begin + EVERY), Some(60));
        assert_eq!(counted.due(begin + EVERY), None);
    }

    #[test]
    fn counts_only_protocol_errors_of_the_client() {
        for (text, is_counted) in [
            (
                "connection error detected: detected excessive load generating behavior",
                true,
            ),
            ("connection error received: not a result of an error", false),
            ("broken pipe", false),
        ] {
            let error = std::io::Error::other(text);
            assert_eq!(broke_http2(&error).is_some(), is_counted, "{text}");
        }
    }
}
