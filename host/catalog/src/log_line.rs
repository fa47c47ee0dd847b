//! Adds the host's own lines to the log buffer, and waits until all announced events are forwarded.

use crate::catalog::Catalog;
use host_api::LogLevel;
use host_bridge::LogLine;
use tokio::sync::oneshot;

/// Creates a log line with the current time and the source `mcp`.
pub(crate) fn host_line(level: LogLevel, message: String, category: Option<String>) -> LogLine {
    let level = match level {
        LogLevel::Debug => "debug",
        LogLevel::Info | LogLevel::Notice => "info",
        LogLevel::Warning => "warn",
        LogLevel::Error | LogLevel::Critical | LogLevel::Alert | LogLevel::Emergency => "error",
    };
    LogLine {
        time: jiff::Timestamp::now()
            .display_with_offset(jiff::tz::Offset::UTC)
            .to_string(),
        level: level.to_owned(),
        message,
        source: "mcp".to_owned(),
        category,
    }
}

/// Adds a line to the log buffer. Returns when clients can read the line and their log streams have received it.
pub(crate) async fn append(catalog: &Catalog, line: LogLine) {
    catalog.shared.bridge.log().append(line);
    catalog.handed_on().await;
}

impl Catalog {
    /// Waits until all events and log lines that the bridge announced so far are forwarded to the clients' streams.
    pub(crate) async fn handed_on(&self) {
        let (done, wait) = oneshot::channel();
        if self.waiters.send(done).await.is_ok() {
            // An error means that the host is ending and nothing follows.
            let _ = wait.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_log_levels_to_those_of_the_log_buffer() {
        let word = |level| host_line(level, String::new(), None).level;
        assert_eq!(word(LogLevel::Notice), "info");
        assert_eq!(word(LogLevel::Warning), "warn");
        assert_eq!(word(LogLevel::Emergency), "error");
    }
}
