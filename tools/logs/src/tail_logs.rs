//! The tool `TailLogs` and the resource `unity://logs/tail`, which return the newest log lines in order of time.

use unity_tools::prelude::*;
use unity_tools::tail::Tail;
use unity_tools::unity::logs::{Level, Line, LogFilter};
use unity_tools::{Contents, Resource, ResourceInfo};

/// The arguments of the tool `TailLogs`.
#[input]
pub(crate) struct Args {
    #[serde(default)]
    count: Limit<200, 2000>,
    /// `unity` or `mcp`.
    source: Option<String>,
    /// Part of the message.
    text: Option<String>,
    /// Minimum severity.
    level: Option<LevelName>,
}

/// A log level, as in the answer.
#[input]
#[derive(Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LevelName {
    Debug,
    Info,
    Warn,
    Error,
}

impl Args {
    fn filter(&self) -> LogFilter {
        LogFilter {
            min_level: self.level.map(|level| match level {
                LevelName::Debug => Level::Debug,
                LevelName::Info => Level::Info,
                LevelName::Warn => Level::Warn,
                LevelName::Error => Level::Error,
            }),
            source: non_empty(self.source.as_deref()),
            text: non_empty(self.text.as_deref()),
        }
    }
}

/// Returns the text of a filter argument. An empty text is `None`, because it restricts nothing.
fn non_empty(text: Option<&str>) -> Option<String> {
    text.filter(|text| !text.is_empty()).map(str::to_owned)
}

/// The log lines, which the tool `TailLogs` returns.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct LogTail {
    /// Log lines, oldest first.
    items: Vec<LogLine>,
}

/// One log line.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct LogLine {
    /// Time in ISO 8601 with UTC offset.
    t: String,
    /// `debug`, `info`, `warn` or `error`.
    level: &'static str,
    message: String,
    /// Writer of the line: `unity` or `mcp` (this host).
    source: String,
    /// Category within the source, if known.
    category: Option<String>,
}

impl From<Line> for LogLine {
    fn from(line: Line) -> Self {
        Self {
            t: line.time,
            level: match line.level {
                Level::Debug => "debug",
                Level::Info => "info",
                Level::Warn => "warn",
                Level::Error => "error",
            },
            message: line.message,
            source: line.source,
            category: line.category,
        }
    }
}

pub(crate) fn reply(tail: Tail) -> Reply<LogTail> {
    tail.reply(|lines| LogTail {
        items: lines.into_iter().map(LogLine::from).collect(),
    })
}

/// Show the newest lines of the host's and Unity's log, in order of time.
#[tool(name = "TailLogs", title = "Tail logs", category = "logs")]
pub(crate) fn tail_logs(#[arguments] args: Args) -> Result<Reply<LogTail>> {
    Ok(reply(Tail::read(args.count.get(), &args.filter())?))
}

/// The MCP resource `unity://logs/tail`, which contains the newest lines of the log.
pub(crate) struct TailResource;

impl Resource for TailResource {
    type Params = Args;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://logs/tail{?count,source,text,level}",
            "log tail",
            "The newest lines of the log, oldest first.",
        )
        .json::<LogTail>()
        .example("unity://logs/tail?count=50")
        .listed_without_query()
    }

    fn read(params: Args, _: &Cx) -> Result<Contents> {
        tail_logs(params)?.into_contents()
    }
}

#[cfg(test)]
mod tests {
    use super::{Args, reply};
    use crate::{BUNDLE_RESOURCES, BUNDLE_TOOLS};
    use unity_tools::arguments::decode;
    use unity_tools::export::{list_resources, list_tools};
    use unity_tools::tail::Tail;
    use unity_tools::unity::logs::{Level, Line, LogFilter};

    #[test]
    fn writes_null_fields_and_reports_omitted_line_count() {
        let line = Line {
            time: "2025-12-17T18:00:00+00:00".to_owned(),
            level: Level::Warn,
            message: "m".to_owned(),
            source: "mcp".to_owned(),
            category: None,
        };
        let reply = reply(Tail::from_lines(vec![line], 7));
        assert_eq!(
            serde_json::to_string(reply.value().unwrap()).unwrap(),
            r#"{"Items":[{"T":"2025-12-17T18:00:00+00:00","Level":"warn","Message":"m","Source":"mcp","Category":null}]}"#
        );
        assert!(reply.notes()[0].contains("7 older"));
    }

    #[test]
    fn schema_limits_count_to_two_thousand_and_lists_levels() {
        let tools = list_tools(BUNDLE_TOOLS);
        assert_eq!(
            tools[0].input_schema,
            r#"{"type":"object","properties":{"count":{"type":"integer","minimum":1,"maximum":2000,"default":200},"source":{"type":"string","description":"`unity` or `mcp`."},"text":{"type":"string","description":"Part of the message."},"level":{"type":"string","enum":["debug","info","warn","error"],"description":"Minimum severity."}},"additionalProperties":false}"#
        );
    }

    #[test]
    fn filter_contains_only_the_given_values() {
        let filter = |json: &str| decode::<Args>(json).unwrap().filter();
        assert_eq!(filter(r#"{"source":"","text":"","level":null}"#), LogFilter::default());
        let given = filter(r#"{"source":"unity","text":"boom","level":"warn"}"#);
        assert_eq!(
            (given.min_level, given.source.as_deref(), given.text.as_deref()),
            (Some(Level::Warn), Some("unity"), Some("boom"))
        );
        assert!(decode::<Args>(r#"{"level":"loud"}"#).is_err());
    }

    #[test]
    fn lists_tail_as_non_template_resource() {
        let listed = &list_resources(BUNDLE_RESOURCES)[0];
        assert_eq!((listed.uri.as_str(), listed.is_template), ("unity://logs/tail", false));
    }
}
