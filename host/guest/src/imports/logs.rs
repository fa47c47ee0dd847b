//! Implements the WIT interface `unity-tools:unity/logs`: returns the newest log lines of the host and of Unity.

use crate::bindings::current::unity_tools::unity::logs::{Host, Level, Line, LogFilter};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::{Command, LogLine};

impl Host for CallState {
    async fn tail(&mut self, count: u32, filter: LogFilter) -> Result<(Vec<Line>, u32), Fault> {
        let texts = [&filter.source, &filter.text].into_iter().flatten();
        let bytes = texts.map(String::len).sum();
        let command = Command::TailLogs {
            count,
            min_level: filter.min_level.map(|level| word(level).to_owned()),
            source: filter.source,
            text: filter.text,
            max_bytes: self.page_bytes(),
        };
        let (lines, left_out): (Vec<LogLine>, u64) = self.unity(bytes, command).await?;
        Ok((lines, left_out).convert())
    }
}

fn word(level: Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Warn => "warn",
        Level::Error => "error",
    }
}

impl Convert<Level> for String {
    fn convert(self) -> Level {
        match self.as_str() {
            "debug" => Level::Debug,
            "warn" => Level::Warn,
            "error" => Level::Error,
            _ => Level::Info,
        }
    }
}

records! {
    LogLine => Line { time level message source category }
}
