//! The log of the session: lines of the Unity editor's log, and lines of the bridge.

use super::Session;
use host_bridge::{LogBuffer, LogLine, LogTail, Replied};
use host_project_watch::editor_log::EditorLogTail;
use jiff::Timestamp;
use std::sync::Arc;

/// Maximum number of editor log lines that one read announces. Further lines are only stored.
const ANNOUNCED: usize = 500;

/// The source name of lines that come from the editor's log.
const EDITOR: &str = "unity";

impl Session {
    /// Returns the newest log lines that match the request, and notes about missing lines of the editor's log.
    pub(super) fn tail_logs(&mut self, wanted: &LogTail<'_>) -> Replied {
        let notes = self.look_at_editor_log();
        let mut replied = self.log.tail(wanted);
        if wanted.source.is_none_or(|source| source == EDITOR) {
            replied.diagnostics.extend(notes);
        }
        replied
    }

    pub(crate) fn log_buffer(&self) -> Arc<LogBuffer> {
        Arc::clone(&self.log)
    }

    /// Reads the new lines of the editor's log and announces them. Returns notes about missing lines.
    pub(crate) fn look_at_editor_log(&mut self) -> Vec<String> {
        let project = [self.options.root.as_path(), self.library.project().root()];
        let editor = self
            .editor_log
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
            self.log.keep_of_unity(line);
        }
        seen.notes
    }

    /// Adds a line to the session's log, and also to the host's own log for the operator.
    pub(crate) fn log_for_operator(&mut self, level: &str, message: String) {
        match level {
            "error" => tracing::error!("{message}"),
            "warn" => tracing::warn!("{message}"),
            _ => tracing::info!("{message}"),
        }
        self.log(level, message);
    }

    /// Adds a line of the bridge itself to the log. The owner announces it after the current command.
    pub(crate) fn log(&mut self, level: &str, message: String) {
        let line = LogLine {
            time: rfc3339(Timestamp::now()),
            level: level.to_owned(),
            message,
            source: "mcp".to_owned(),
            category: Some("project".to_owned()),
        };
        self.log.keep(line.clone());
        self.lines.push(line);
    }
}

/// Formats a time as RFC 3339 with a numeric offset, which log readers expect.
fn rfc3339(time: Timestamp) -> String {
    time.display_with_offset(jiff::tz::Offset::UTC).to_string()
}

#[cfg(test)]
mod tests;
