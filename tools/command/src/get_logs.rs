//! The tool `get_logs`, which returns the newest lines of Unity's console.

use unity_tools::prelude::*;
use unity_tools::tail::Tail;
use unity_tools::unity::logs::{Level, Line};

/// Maximum size of one answer in bytes. Clients of these tools disconnect at 1 MiB.
const MOST_BYTES: usize = 512 * 1024;

/// The newest lines, which the tool `get_logs` returns.
#[output]
pub(crate) struct Logs {
    /// Log lines, oldest first.
    logs: Vec<LogLine>,
}

/// One log line.
#[output]
pub(crate) struct LogLine {
    /// Time in RFC 3339 with UTC offset.
    timestamp: String,
    /// `debug`, `info`, `warning` or `error`.
    level: &'static str,
    message: String,
}

impl From<Line> for LogLine {
    fn from(line: Line) -> Self {
        Self {
            timestamp: line.time,
            level: match line.level {
                Level::Debug => "debug",
                Level::Info => "info",
                Level::Warn => "warning",
                Level::Error => "error",
            },
            message: line.message,
        }
    }
}

/// Creates the answer from the last lines of the log, with as many of the newest lines as fit into the maximum size.
pub(crate) fn reply(tail: Tail) -> Reply<Logs> {
    tail.limit_bytes(MOST_BYTES).reply(|lines| Logs {
        logs: lines.into_iter().map(LogLine::from).collect(),
    })
}

/// Show the newest lines of Unity's console in order of time. For filters or host logs use TailLogs.
#[tool(category = "command")]
pub(crate) fn get_logs(#[default] max_logs: Limit<100, 2000>) -> Result<Reply<Logs>> {
    Ok(reply(Tail::from_unity(max_logs.get())?))
}
