//! `get_logs`: the newest lines of Unity's console.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::paging::Limit;
use unity_tools::unity::logs::{self, Level, Line, LogFilter};
use unity_tools::{Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Bytes of messages in one answer: clients of these commands hang up at 1 MiB.
const MOST_BYTES: usize = 512 * 1024;

/// What a line costs beside its message.
const LINE_BYTES: usize = 120;

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

/// As many of the newest lines as fit, and what is left out.
pub(crate) fn reply(mut lines: Vec<Line>, mut left_out: u64) -> Reply<Logs> {
    let mut bytes = 0_usize;
    let fitting = lines
        .iter()
        .rev()
        .take_while(|line| {
            // Escaped, a byte takes up to six.
            bytes = bytes.saturating_add(LINE_BYTES + line.message.escape_debug().count().max(line.message.len()));
            bytes <= MOST_BYTES
        })
        .count();
    let cut = lines.len() - fitting;
    lines.drain(..cut);
    left_out = left_out.saturating_add(cut as u64);
    let reply = Reply::new(Logs {
        logs: lines.into_iter().map(LogLine::from).collect(),
    });
    if left_out == 0 {
        return reply;
    }
    reply.note(format!(
        "these are the newest {fitting} lines; {left_out} older ones are left out"
    ))
}

/// The tool.
pub struct GetLogs;

impl Tool for GetLogs {
    type Args = Args;
    type Output = Logs;
    const EFFECT: Effect = Effect::Read;

    fn info() -> ToolInfo {
        ToolInfo::new(
            "Shows the newest lines of Unity's console, oldest of them first. TailLogs filters, and has the host's.",
        )
        .title("Get logs")
        .category("command")
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Logs>, ToolError> {
        let filter = LogFilter {
            source: Some("unity".to_owned()),
            ..LogFilter::default()
        };
        let (lines, left_out) = logs::tail(args.max_logs.get(), &filter)?;
        Ok(reply(lines, left_out))
    }
}
