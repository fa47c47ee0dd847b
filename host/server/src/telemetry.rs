//! The log, written to stderr, because stdout is for answers.
//!
//! This module sets the level and format of lines, and ensures that each event is one line.

mod output;

use crate::config::{LogFormat, LogSettings};
pub(crate) use output::flush;
use output::{ACCESS, Output};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Starts the log of this process. A second start (for several hosts in one test) has no effect.
pub fn start(settings: &LogSettings) {
    let colours = settings.format == LogFormat::Text && std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(Output { colours })
        // The library would report a failed write on the same stderr, and panic there.
        .log_internal_errors(false)
        .with_ansi(colours);
    let kept = tracing_subscriber::registry().with(targets(&settings.level));
    let started = match settings.format {
        LogFormat::Text => kept.with(lines).try_init(),
        LogFormat::Json => kept.with(lines.json().flatten_event(true)).try_init(),
    };
    if started.is_err() {
        tracing::debug!("the log was started before");
    }
}

/// Returns the log level of each target: `level` for the crates of this project, warnings and errors for libraries.
fn targets(level: &str) -> Targets {
    // The prefixes of our crates. The last three are no crates: output of guests, one line for each hop of a call, and
    // one line for each call.
    const OURS: [&str; 5] = ["host_", "unity_", "guest", "hop", ACCESS];
    let level = level.parse().unwrap_or(LevelFilter::INFO);
    Targets::new()
        .with_default(LevelFilter::WARN)
        // It warns for each connection that breaks the protocol, as often as a client causes it; `host_wire` counts
        // them.
        .with_target("h2", LevelFilter::ERROR)
        .with_targets(OURS.map(|name| (name, level)))
}

/// A writer that turns each event into one printable line: it escapes line breaks and control characters in texts of a
/// guest, a file or a client. All log lines pass through it.
struct Lines<W> {
    to: W,
    /// True if the formatter uses colour sequences, which remain unescaped.
    colours: bool,
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        self.write_all(event)?;
        Ok(event.len())
    }

    fn write_all(&mut self, event: &[u8]) -> io::Result<()> {
        let event = String::from_utf8_lossy(event);
        self.to.write_all(escape_line(&event, self.colours).as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// True for a character that a log line must not contain: it ends a line, moves the cursor, or turns the text.
fn acts(character: char) -> bool {
    let turns =
        matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (character.is_control() && character != '\t') || matches!(character, '\u{2028}' | '\u{2029}') || turns
}

/// Escapes characters in a log line that would end it or control a terminal. Keeps the line break at the end and, with
/// `colours`, the formatter's colours.
pub(crate) fn escape_line(event: &str, colours: bool) -> Cow<'_, str> {
    let (text, end) = match event.strip_suffix('\n') {
        Some(text) => (text, "\n"),
        None => (event, ""),
    };
    // Most lines contain only ordinary ASCII.
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    if is_plain || !text.contains(acts) {
        return Cow::Borrowed(event);
    }
    let mut line = String::with_capacity(event.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(acts) {
        line.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = colour(rest).filter(|_| colours).unwrap_or_default();
        if taken == 0 {
            let mut characters = rest.chars();
            line.extend(characters.next().into_iter().flat_map(char::escape_default));
            rest = characters.as_str();
        } else {
            line.push_str(&rest[..taken]);
            rest = &rest[taken..];
        }
    }
    line.push_str(rest);
    line.push_str(end);
    Cow::Owned(line)
}

/// Returns the length in bytes of a colour sequence `ESC [ … m` at the start of `text`; `None` if it is not one that
/// the formatter uses. A logged text may contain one too, but none of these hides text.
fn colour(text: &str) -> Option<usize> {
    const SHOWN: [&str; 10] = ["0", "1", "2", "3", "31", "32", "33", "34", "35", "36"];
    let (numbers, _) = text.strip_prefix("\u{1b}[")?.split_once('m')?;
    let is_shown = numbers.split(';').all(|number| SHOWN.contains(&number));
    is_shown.then_some(2 + numbers.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing_subscriber::fmt::writer::BoxMakeWriter;

    #[test]
    fn escapes_control_characters_in_log_lines() {
        let said = "INFO a\nb\rc\u{85}d\u{2028}e\u{b}f\n";
        assert_eq!(escape_line(said, false), "INFO a\\nb\\rc\\u{85}d\\u{2028}e\\u{b}f\n");
        let turned = "INFO \u{202e}tfel\u{2066} to \u{200f}right\n";
        assert_eq!(
            escape_line(turned, true),
            "INFO \\u{202e}tfel\\u{2066} to \\u{200f}right\n"
        );
        let coloured = "\u{1b}[2mtime\u{1b}[0m \u{1b}[1;31mERROR\u{1b}[0m x\u{1b}[2Jy\u{1b}]0;title\u{7}\u{1b}[\n";
        let shown = "\u{1b}[2mtime\u{1b}[0m \u{1b}[1;31mERROR\u{1b}[0m x\\u{1b}[2Jy\\u{1b}]0;title\\u{7}\\u{1b}[\n";
        assert_eq!(escape_line(coloured, true), shown);
        for (text, shown) in [
            ("a\u{1b}[31mb\n", "a\\u{1b}[31mb\n"),
            ("a\u{1b}[0mb\n", "a\\u{1b}[0mb\n"),
        ] {
            assert_eq!(escape_line(text, false), shown);
            assert_eq!(escape_line(text, true), text);
        }
        for hiding in ["a\u{1b}[8mb\n", "a\u{1b}[30mb\n", "a\u{1b}[0;8mb\n", "a\u{1b}[mb\n"] {
            assert_eq!(escape_line(hiding, true), hiding.replace('\u{1b}', "\\u{1b}"));
        }
        assert!(matches!(escape_line("INFO plain\ttext, é\n", true), Cow::Borrowed(_)));
        let mut written = Vec::new();
        let mut lines = Lines {
            to: &mut written,
            colours: false,
        };
        assert_eq!(lines.write(b"a\nb\xff\n").expect("written"), 5);
        assert_eq!(written, "a\\nb\u{fffd}\n".as_bytes());
    }

    #[test]
    fn applies_log_level_only_to_workspace_crates() {
        use tracing::Level;
        let debug = targets("debug");
        for name in [
            "host_guest::gate",
            "host_wire",
            "host_authors::c",
            "unity_project",
            "guest",
            "hop",
            "access",
        ] {
            assert!(debug.would_enable(name, &Level::DEBUG), "{name}");
            assert!(!targets("error").would_enable(name, &Level::WARN), "{name}");
        }
        assert!(!debug.would_enable("h2::proto::streams::recv", &Level::WARN));
        assert!(!debug.would_enable("hyper::proto", &Level::INFO) && debug.would_enable("hyper", &Level::WARN));
    }

    #[test]
    fn escapes_control_characters_in_event_fields() {
        let written = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);
        impl Write for Shared {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().expect("no panic").write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let into = std::sync::Arc::clone(&written);
        let subscriber = tracing_subscriber::fmt()
            .with_writer(BoxMakeWriter::new(move || Lines {
                to: Shared(std::sync::Arc::clone(&into)),
                colours: false,
            }))
            .with_ansi(false)
            .finish();
        let text = "x\nFORGED\r\u{1b}[2J";
        tracing::subscriber::with_default(subscriber, || {
            tracing::warn!(display = %text, debug = ?text, plain = text, "not published: {text}");
        });
        let written = String::from_utf8(written.lock().expect("no panic").clone()).expect("text");
        assert_eq!(written.lines().count(), 1, "{written}");
        assert!(!written.contains(['\r', '\u{1b}']), "{written}");
    }
}
