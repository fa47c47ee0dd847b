//! The log buffer: a bounded ring of lines, the host's own among them, and a second one for the editor's log, so that a
//! talkative editor pushes nothing of the host's out. A tail gives both in the order of time.

use super::Session;
use super::pages::json_len;
use crate::editor_log::EditorLogTail;
use host_bridge::{BridgeError, LogLine, Replied, Reply};
use jiff::Timestamp;
use std::collections::VecDeque;

/// Older lines fall out; of each ring.
const KEPT: usize = 2_000;

/// Lines of the editor's log that one look announces; the rest is in the buffer.
const ANNOUNCED: usize = 500;

const LEVELS: [&str; 4] = ["debug", "info", "warn", "error"];

/// What the editor's lines say where they come from.
const EDITOR: &str = "unity";

#[derive(Debug, Default)]
pub(super) struct Logs {
    own: Ring,
    of_editor: Ring,
    /// `None` until the first look.
    editor: Option<EditorLogTail>,
}

#[derive(Debug, Default)]
struct Ring {
    lines: VecDeque<Kept>,
    dropped: u64,
}

#[derive(Debug)]
struct Kept {
    at: Timestamp,
    line: LogLine,
}

/// Which lines a tail gives.
struct Wanted<'a> {
    count: usize,
    least: usize,
    source: Option<&'a str>,
    /// Lower case.
    text: Option<String>,
    max_bytes: usize,
}

impl Ring {
    fn push(&mut self, line: LogLine) {
        if self.lines.len() >= KEPT {
            self.lines.pop_front();
            self.dropped += 1;
        }
        let at = line.time.parse().unwrap_or_else(|_| Timestamp::now());
        self.lines.push_back(Kept { at, line });
    }
}

impl Logs {
    /// All lines, newest first; of the same moment, the host's own count as newer.
    fn newest_first(&self) -> impl Iterator<Item = &LogLine> {
        let mut own = self.own.lines.iter().rev().peekable();
        let mut of_editor = self.of_editor.lines.iter().rev().peekable();
        std::iter::from_fn(move || {
            let editors_turn = match (own.peek(), of_editor.peek()) {
                (Some(own), Some(editor)) => editor.at > own.at,
                (None, _) => true,
                _ => false,
            };
            let next = if editors_turn { of_editor.next() } else { own.next() };
            next.map(|kept| &kept.line)
        })
    }

    /// The newest matching lines, oldest of them first; fewer where they need too many bytes.
    fn tail(&self, wanted: &Wanted<'_>) -> Replied {
        let mut newest: Vec<LogLine> = Vec::new();
        let mut room = wanted.max_bytes;
        let mut full = false;
        let mut left_out = 0_u64;
        let mut for_bytes = false;
        for line in self.newest_first().filter(|line| wanted.matches(line)) {
            if !full {
                let size = 80 + json_len(&line.message) + line.category.as_deref().map_or(0, json_len);
                for_bytes = newest.len() < wanted.count && size > room && !newest.is_empty();
                full = newest.len() >= wanted.count || for_bytes;
                room = room.saturating_sub(size);
            }
            if full {
                left_out += 1;
            } else {
                newest.push(line.clone());
            }
        }
        let mut diagnostics = Vec::new();
        if for_bytes {
            diagnostics.push(format!(
                "only {} lines are given: more would need more than {} bytes",
                newest.len(),
                wanted.max_bytes
            ));
        }
        for (ring, whose) in [(&self.own, "lines"), (&self.of_editor, "lines of the editor's log")] {
            if ring.dropped > 0 {
                diagnostics.push(format!(
                    "{} older {whose} are no longer kept (limit {KEPT})",
                    ring.dropped
                ));
            }
        }
        newest.reverse();
        Replied {
            reply: Reply::Logs {
                lines: newest,
                left_out,
            },
            diagnostics,
        }
    }
}

impl Wanted<'_> {
    fn matches(&self, line: &LogLine) -> bool {
        let has_text = |text: &String| line.message.to_lowercase().contains(text.as_str());
        rank(&line.level).unwrap_or(1) >= self.least
            && self.source.is_none_or(|source| source == line.source)
            && self.text.as_ref().is_none_or(has_text)
    }
}

fn rank(level: &str) -> Option<usize> {
    LEVELS.iter().position(|known| known.eq_ignore_ascii_case(level))
}

impl Session {
    /// The newest `count` lines of at least that level, of that source, with that text; `left_out` counts every other
    /// matching line of the buffer.
    pub(super) fn tail_logs(
        &mut self,
        count: u32,
        min_level: Option<&str>,
        source: Option<&str>,
        text: Option<&str>,
        max_bytes: usize,
    ) -> Result<Replied, BridgeError> {
        let least = min_level.and_then(rank).unwrap_or(0);
        let notes = self.look_at_editor_log();
        let mut replied = self.logs.tail(&Wanted {
            count: usize::try_from(count).unwrap_or(usize::MAX),
            least,
            source,
            text: text.map(str::to_lowercase),
            max_bytes,
        });
        if source.is_none_or(|source| source == EDITOR) {
            replied.diagnostics.extend(notes);
        }
        Ok(replied)
    }

    /// Takes over what the editor wrote into its log since the last look and announces it; gives notes on what is missing.
    pub(crate) fn look_at_editor_log(&mut self) -> Vec<String> {
        let project = [self.options.root.as_path(), self.library.project().root()];
        let editor = self
            .logs
            .editor
            .get_or_insert_with(|| EditorLogTail::new(&self.options.editor_log, &project));
        let seen = editor.look();
        let time = rfc3339(seen.time);
        let unannounced = seen.lines.len().saturating_sub(ANNOUNCED);
        if unannounced > 0 && !seen.old {
            let message =
                format!("{unannounced} lines of the editor's log came at once; they are in the log, unannounced");
            self.log("warn", message);
        }
        for (at, line) in seen.lines.into_iter().enumerate() {
            let line = LogLine {
                time: time.clone(),
                level: line.level.to_owned(),
                message: line.message,
                source: EDITOR.to_owned(),
                category: Some("editor".to_owned()),
            };
            if !seen.old && at >= unannounced {
                self.lines.push(line.clone());
            }
            self.logs.of_editor.push(line);
        }
        seen.notes
    }

    /// Adds a line and announces it.
    pub(super) fn append(&mut self, line: LogLine) {
        self.logs.own.push(line.clone());
        self.lines.push(line);
    }

    /// A line of the bridge's own.
    pub(crate) fn log(&mut self, level: &str, message: String) {
        self.append(LogLine {
            time: rfc3339(Timestamp::now()),
            level: level.to_owned(),
            message,
            source: "mcp".to_owned(),
            category: Some("project".to_owned()),
        });
    }
}

/// With the offset that the log's readers expect.
fn rfc3339(time: Timestamp) -> String {
    time.display_with_offset(jiff::tz::Offset::UTC).to_string()
}

#[cfg(test)]
mod tests;
