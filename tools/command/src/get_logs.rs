//! `get_logs`: the newest lines of Unity's console.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::paging::Limit;
use unity_tools::tail::Tail;
use unity_tools::unity::logs::{Level, Line};
use unity_tools::{Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Maximum bytes of one answer: clients of these commands disconnect at 1 MiB.
const MOST_BYTES: usize = 512 * 1024;

/// How many.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    #[serde(default)]
    max_logs: Limit<100, 2000>,
}

/// The lines.
#[derive(Serialize, JsonSchema)]
pub struct Logs {
    /// Oldest first.
    logs: Vec<LogLine>,
}

/// One line.
#[derive(Serialize, JsonSchema)]
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

/// The tool.
pub struct GetLogs;

impl Tool for GetLogs {
    type Args = Args;
    type Output = Logs;
    const EFFECT: Effect = Effect::Read;

    fn info() -> ToolInfo {
        ToolInfo::new(
            "Show the newest lines of Unity's console in order of time. For filters or host logs use TailLogs.",
        )
        .category("command")
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Logs>, ToolError> {
        Ok(reply(Tail::from_unity(args.max_logs.get())?))
    }
}
