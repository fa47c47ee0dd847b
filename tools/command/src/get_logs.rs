//! `get_logs`: the newest lines of Unity's console.

use unity_tools::prelude::*;
use unity_tools::tail::Tail;
use unity_tools::unity::logs::{Level, Line};

/// Maximum bytes of one answer: clients of these commands disconnect at 1 MiB.
const MOST_BYTES: usize = 512 * 1024;

/// The lines.
#[output]
pub(crate) struct Logs {
    /// Oldest first.
    logs: Vec<LogLine>,
}

/// One line.
#[output]
pub(crate) struct LogLine {
    /// RFC 3339 with offset.
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

/// Keeps as many of the newest lines as fit.
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
