//! The log buffer: a bounded ring of lines, the host's own among them.

use super::Session;
use super::pages::json_len;
use host_bridge::{BridgeError, BridgeErrorKind, Event, LogLine, Replied, Reply};
use std::collections::VecDeque;

/// Older lines fall out.
const KEPT: usize = 2_000;

const LEVELS: [&str; 4] = ["debug", "info", "warn", "error"];

#[derive(Debug, Default)]
pub(super) struct Logs {
    lines: VecDeque<LogLine>,
    dropped: u64,
}

impl Logs {
    fn push(&mut self, line: LogLine) {
        if self.lines.len() >= KEPT {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(line);
    }

    /// The newest `count` lines of at least that level, oldest of them first; fewer where they need too many bytes.
    pub(super) fn tail(&self, count: u32, min_level: Option<&str>, max_bytes: usize) -> Result<Replied, BridgeError> {
        let least = match min_level {
            None => 0,
            Some(level) => rank(level).ok_or_else(|| {
                BridgeError::new(
                    BridgeErrorKind::InvalidArgument,
                    format!("min-level is {level:?}, expected one of debug, info, warn, error"),
                )
            })?,
        };
        let matching = self.lines.iter().rev();
        let mut matching = matching
            .filter(|line| rank(&line.level).unwrap_or(1) >= least)
            .peekable();
        let mut newest: Vec<LogLine> = Vec::new();
        let mut bytes = 0;
        let mut diagnostics = Vec::new();
        while newest.len() < count as usize {
            let Some(line) = matching.next() else { break };
            bytes += 80 + json_len(&line.message) + line.category.as_deref().map_or(0, json_len);
            if bytes > max_bytes && !newest.is_empty() {
                diagnostics.push(format!(
                    "{} older lines were left out: the answer would need more than {max_bytes} bytes",
                    1 + matching.take(count as usize - newest.len() - 1).count()
                ));
                break;
            }
            newest.push(line.clone());
        }
        if self.dropped > 0 {
            diagnostics.push(format!(
                "{} older lines are no longer kept (limit {KEPT})",
                self.dropped
            ));
        }
        newest.reverse();
        Ok(Replied {
            reply: Reply::Logs(newest),
            diagnostics,
        })
    }
}

fn rank(level: &str) -> Option<usize> {
    LEVELS.iter().position(|known| known.eq_ignore_ascii_case(level))
}

impl Session {
    /// Adds a line and announces it.
    pub(super) fn append(&mut self, line: LogLine) {
        self.logs.push(line.clone());
        self.events.push(Event::Log(line));
    }

    /// A line of the bridge's own.
    pub(crate) fn log(&mut self, level: &str, message: String) {
        self.append(LogLine {
            time: jiff::Timestamp::now()
                .display_with_offset(jiff::tz::Offset::UTC)
                .to_string(),
            level: level.to_owned(),
            message,
            source: "mcp".to_owned(),
            category: Some("project".to_owned()),
        });
    }
}
