//! `unity-tools:unity/logs`.

use crate::bindings::unity_tools::unity::logs::{Host, Level, Line, LogFilter};
use crate::fault::{UnityFault, invalid, unexpected};
use crate::store::CallState;
use host_bridge::{Command, LogLine, Reply};

const LOGS: &str = "unity-tools:unity/logs";
/// Lines in one answer, at most; also what is asked of the bridge, so that the lines left out can be counted.
const MOST: u32 = 2000;
/// Bytes of log lines taken from the bridge before the filter is applied.
const SCAN_BYTES: usize = 8 << 20;

impl Host for CallState {
    async fn tail(&mut self, count: u32, filter: LogFilter) -> Result<(Vec<Line>, u64), UnityFault> {
        let bytes = [&filter.source, &filter.text]
            .into_iter()
            .flatten()
            .map(String::len)
            .sum();
        let command = if (1..=MOST).contains(&count) {
            Ok(Command::TailLogs {
                count: MOST,
                min_level: filter.min_level.map(|level| word(level).to_owned()),
                max_bytes: SCAN_BYTES,
            })
        } else {
            Err(invalid("count", count, "1 to 2000"))
        };
        match self.unity(LOGS, "tail", bytes, command).await? {
            Reply::Logs(lines) => Ok(newest(lines, count, &filter, self.page_bytes())),
            _ => Err(unexpected("logs.tail")),
        }
    }
}

/// The newest of the matching lines, oldest of them first, and how many matching ones were left out.
fn newest(lines: Vec<LogLine>, count: u32, filter: &LogFilter, max_bytes: usize) -> (Vec<Line>, u64) {
    let text = filter.text.as_ref().map(|text| text.to_lowercase());
    let matches = |line: &LogLine| {
        filter.source.as_ref().is_none_or(|source| *source == line.source)
            && text
                .as_ref()
                .is_none_or(|text| line.message.to_lowercase().contains(text))
    };
    let mut room = max_bytes;
    let mut full = false;
    let mut kept = Vec::new();
    let mut left_out = 0;
    for line in lines.into_iter().rev().filter(matches) {
        let size = line.message.len() + line.time.len() + 64;
        // At least one line, whatever its size.
        full = full || kept.len() as u32 == count || (size > room && !kept.is_empty());
        if full {
            left_out += 1;
        } else {
            room = room.saturating_sub(size);
            kept.push(line.into());
        }
    }
    kept.reverse();
    (kept, left_out)
}

fn word(level: Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Warn => "warn",
        Level::Error => "error",
    }
}

impl From<LogLine> for Line {
    fn from(line: LogLine) -> Self {
        Self {
            level: match line.level.as_str() {
                "debug" => Level::Debug,
                "warn" => Level::Warn,
                "error" => Level::Error,
                _ => Level::Info,
            },
            time: line.time,
            message: line.message,
            source: line.source,
            category: line.category,
            extra: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(source: &str, message: &str) -> LogLine {
        LogLine {
            time: String::new(),
            level: "info".to_owned(),
            message: message.to_owned(),
            source: source.to_owned(),
            category: None,
        }
    }

    #[test]
    fn the_newest_matching_lines_are_given_and_the_others_counted() {
        let lines = vec![
            line("unity", "A one"),
            line("mcp", "a two"),
            line("unity", "a three"),
            line("unity", "b"),
            line("unity", "a four"),
        ];
        let filter = LogFilter {
            min_level: None,
            source: Some("unity".to_owned()),
            text: Some("A ".to_owned()),
            extra: Vec::new(),
        };
        let (kept, left_out) = newest(lines, 2, &filter, 1 << 16);
        let kept: Vec<&str> = kept.iter().map(|line| line.message.as_str()).collect();
        assert_eq!(kept, ["a three", "a four"]);
        assert_eq!(left_out, 1);
    }
}
