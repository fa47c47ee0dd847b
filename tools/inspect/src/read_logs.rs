//! The tool `read_logs`, which returns the newest log lines. Equal successive lines become one line with a count.

use crate::answer::{AROUND, Answer, Row};
use serde_json::Value;
use unity_tools::prelude::*;
use unity_tools::unity::logs::{self, Level, Line, LogFilter};

/// Maximum number of lines of the host's log buffer, from the newest, in which the tool searches.
const LINES: u32 = 2_000;

/// Maximum size of an answer in bytes, if the caller specifies none.
const BYTES: usize = 16 * 1024;

/// Maximum bytes of one log message in the answer. A longer message is cut.
const MESSAGE: usize = 2_000;

/// The minimum level of a line.
#[input]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Least {
    Debug,
    Info,
    Warn,
    Error,
}

/// The arguments of the tool `read_logs`.
#[input]
pub(crate) struct Args {
    /// Minimum severity.
    level: Option<Least>,
    /// Part of the message; e.g. `NullReference`.
    text: Option<String>,
    /// Only lines after this `time` of a row.
    since: Option<String>,
    #[serde(default)]
    limit: Limit<50>,
    /// `next` of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))]
    max_bytes: Option<u32>,
}

/// Equal successive log lines as one row: the line, and how many times it occurred.
struct Repeated {
    line: Line,
    count: u32,
}

/// Combines equal successive log lines after the time `since` into one, and returns the newest line first.
fn collapsed(lines: Vec<Line>, since: Option<&str>) -> Vec<Repeated> {
    let mut all: Vec<Repeated> = Vec::new();
    for line in lines {
        if since.is_some_and(|since| line.time.as_str() <= since) {
            continue;
        }
        match all.last_mut() {
            Some(last) if last.line.message == line.message && last.line.level == line.level => {
                last.count += 1;
                last.line.time = line.time;
            }
            _ => all.push(Repeated { line, count: 1 }),
        }
    }
    all.reverse();
    all
}

fn row(repeated: &Repeated) -> Row {
    let line = &repeated.line;
    let level = match line.level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Warn => "warn",
        Level::Error => "error",
    };
    let end = (0..=MESSAGE.min(line.message.len()))
        .rev()
        .find(|at| line.message.is_char_boundary(*at));
    let shown = line.message.get(..end.unwrap_or_default()).unwrap_or_default();
    let message = match shown.len() < line.message.len() {
        true => format!("{shown}…"),
        false => shown.to_owned(),
    };
    let mut row = Row::new();
    row.insert("time".to_owned(), line.time.clone().into());
    row.insert("level".to_owned(), level.into());
    row.insert("source".to_owned(), line.source.clone().into());
    row.insert("message".to_owned(), message.into());
    if repeated.count > 1 {
        row.insert("count".to_owned(), repeated.count.into());
    }
    row
}

fn answer(lines: Vec<Line>, args: &Args) -> Result<Answer> {
    let all = collapsed(lines, args.since.as_deref());
    let start = match &args.cursor {
        None => 0,
        Some(cursor) => {
            let place = cursor
                .strip_prefix("logs:")
                .and_then(|place| place.parse::<usize>().ok());
            let place = place.filter(|place| *place <= all.len());
            place.ok_or_else(|| ToolError::violation("cursor", "`next` of the previous page", cursor))?
        }
    };
    let most = args
        .max_bytes
        .map_or(BYTES, |bytes| usize::try_from(bytes).unwrap_or(BYTES));
    let (mut rows, mut bytes) = (Vec::new(), AROUND as usize);
    for repeated in all.iter().skip(start).take(args.limit.get() as usize) {
        let row = row(repeated);
        bytes += Value::Object(row.clone()).to_string().len() + 1;
        if bytes > most && !rows.is_empty() {
            break;
        }
        rows.push(row);
    }
    let end = start + rows.len();
    Ok(Answer {
        total: Some(u32::try_from(all.len()).unwrap_or(u32::MAX)),
        complete: end == all.len(),
        rows,
        next: (end < all.len()).then(|| format!("logs:{end}")),
        ..Answer::default()
    })
}

/// Read the newest log lines of Unity and this host, newest first, repeats counted.
#[tool(category = "logs", example = r#"{"level": "error"}"#)]
pub(crate) fn read_logs(#[arguments] args: Args) -> Result<Reply<Answer>> {
    let min_level = args.level.map(|level| match level {
        Least::Debug => Level::Debug,
        Least::Info => Level::Info,
        Least::Warn => Level::Warn,
        Least::Error => Level::Error,
    });
    let filter = LogFilter {
        min_level,
        source: None,
        text: args.text.clone(),
    };
    let (lines, left_out) = logs::tail(LINES, &filter)?;
    let reply = Reply::new(answer(lines, &args)?);
    Ok(match left_out {
        0 => reply,
        left_out => reply.note(format!("{left_out} older lines match and are not counted")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn merges_repeated_lines_and_lists_newest_first() {
        let line = |second: u32, message: &str| Line {
            time: format!("2026-01-01T00:00:{second:02}Z"),
            level: Level::Error,
            message: message.to_owned(),
            source: "unity".to_owned(),
            category: None,
        };
        let lines = || vec![line(1, "old"), line(2, "boom"), line(3, "boom"), line(4, "end")];
        let args = |json: Value| serde_json::from_value::<Args>(json).unwrap();
        let first = answer(lines(), &args(json!({"since": "2026-01-01T00:00:01Z", "limit": 1}))).unwrap();
        assert_eq!((first.total, first.rows[0]["message"].as_str()), (Some(2), Some("end")));
        let next = args(json!({"since": "2026-01-01T00:00:01Z", "limit": 1, "cursor": first.next}));
        let second = answer(lines(), &next).unwrap();
        assert_eq!(second.rows[0]["count"], json!(2));
        assert!(second.next.is_none());
        assert!(answer(lines(), &args(json!({"cursor": "x"}))).is_err());
    }
}
