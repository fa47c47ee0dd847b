//! Bytes of the editor's log as messages with their stack traces, and the level that one certainly has.

use super::naming::{Naming, Project};
use super::trace;
use std::fmt::Write as _;

/// Bytes of one line that are kept.
const MAX_LINE: usize = 4_096;

/// Bytes of a message with its trace; of a longer trace the rest is counted.
const MAX_MESSAGE: usize = 16 * 1024;

/// Bytes without a line's end after which they count as a line.
const MAX_PARTIAL: usize = 64 * 1024;

/// One line of the editor's log, with the stack trace that was written below it by the same look; blank ones are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditorLine {
    /// `info`, `warn` or `error`.
    pub(crate) level: &'static str,
    pub(crate) message: String,
}

/// Follows one log.
#[derive(Debug, Default)]
pub(super) struct Reader {
    /// Bytes of a line that has no end yet.
    partial: Vec<u8>,
    /// The bytes up to the next line's end belong to a line whose start was left out.
    in_middle: bool,
    naming: Naming,
}

impl Reader {
    /// Whether the last project named is ours; `None` = none was named.
    pub(super) fn is_ours(&self) -> Option<bool> {
        self.naming.ours
    }

    /// What follows does not join what came before.
    pub(super) fn skip(&mut self) {
        self.partial.clear();
        self.in_middle = true;
        self.naming.skip();
    }

    /// Takes the next bytes; adds the lines that are ours. Lines before the first naming belong to the one it names.
    pub(super) fn feed(&mut self, bytes: &[u8], project: &Project, lines: &mut Vec<EditorLine>) {
        let mut batch = Batch::new(lines);
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let ended = piece.last() == Some(&b'\n');
            self.partial.extend_from_slice(piece);
            if !ended && self.partial.len() < MAX_PARTIAL {
                continue;
            }
            let line = std::mem::take(&mut self.partial);
            if std::mem::replace(&mut self.in_middle, false) {
                self.in_middle = !ended;
                continue;
            }
            self.line(&line, project, &mut batch);
        }
        batch.finish();
    }

    fn line(&mut self, line: &[u8], project: &Project, batch: &mut Batch<'_>) {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end();
        let before = self.naming.ours;
        self.naming.take(line, project);
        match (before, self.naming.ours) {
            (None, Some(false)) => batch.clear(),
            (_, Some(false)) => {}
            _ => batch.add(line),
        }
    }
}

/// The lines of one look.
struct Batch<'a> {
    lines: &'a mut Vec<EditorLine>,
    /// The line that a stack trace would belong to.
    message: Option<usize>,
    /// No blank line came since: what stands below it may be its trace.
    open: bool,
    /// The line before this one was part of a trace, or is an exception's own.
    in_trace: bool,
    /// Lines of the trace that were left out.
    left_out: usize,
}

impl<'a> Batch<'a> {
    fn new(lines: &'a mut Vec<EditorLine>) -> Self {
        Self {
            lines,
            message: None,
            open: false,
            in_trace: false,
            left_out: 0,
        }
    }

    fn clear(&mut self) {
        self.lines.clear();
        (self.message, self.open, self.left_out) = (None, false, 0);
    }

    fn add(&mut self, line: &str) {
        if line.trim().is_empty() {
            self.open = false;
        } else if trace::is_place(line) && self.message.is_some() {
            self.join(line);
        } else if self.open && trace::belongs(line, self.in_trace) {
            self.in_trace = true;
            self.join(line);
        } else {
            self.begin(line);
        }
    }

    fn begin(&mut self, line: &str) {
        self.finish();
        (self.message, self.open) = (Some(self.lines.len()), true);
        self.in_trace = is_exception(line) || trace::belongs(line, false);
        self.lines.push(EditorLine {
            level: level(line),
            message: cut(line),
        });
    }

    fn join(&mut self, line: &str) {
        let Some(above) = self.message.and_then(|at| self.lines.get_mut(at)) else {
            return;
        };
        // The frame names the call that wrote the message above it.
        above.level = trace::called(line).unwrap_or(above.level);
        let line = cut(line);
        if self.left_out > 0 || above.message.len() + line.len() >= MAX_MESSAGE {
            self.left_out += 1;
            return;
        }
        above.message.push('\n');
        above.message.push_str(&line);
    }

    /// The trace of the message before is over.
    fn finish(&mut self) {
        let left_out = std::mem::take(&mut self.left_out);
        let above = self.message.take().and_then(|at| self.lines.get_mut(at));
        if let Some(above) = above.filter(|_| left_out > 0) {
            let _ = write!(above.message, "\n… ({left_out} more lines)");
        }
    }
}

/// `error` and `warn` only where the line cannot mean anything else.
fn level(line: &str) -> &'static str {
    if has_code(line, "error CS") || is_exception(line) {
        "error"
    } else if has_code(line, "warning CS") {
        "warn"
    } else {
        "info"
    }
}

/// A compiler's message: `Assets/A.cs(3,5): error CS0103: …`.
fn has_code(line: &str, code: &str) -> bool {
    let (before, after) = line.split_once(code).unwrap_or_default();
    (before.is_empty() || before.ends_with([' ', ':'])) && after.starts_with(|c: char| c.is_ascii_digit())
}

/// `NullReferenceException: …`
fn is_exception(line: &str) -> bool {
    let (name, rest) = line.split_once(':').unwrap_or_default();
    let is_name = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '+'));
    is_name && name.ends_with("Exception") && (rest.is_empty() || rest.starts_with(' '))
}

fn cut(line: &str) -> String {
    if line.len() <= MAX_LINE {
        return line.to_owned();
    }
    let kept = line.get(..line.floor_char_boundary(MAX_LINE)).unwrap_or_default();
    format!("{kept}… ({} more bytes)", line.len() - kept.len())
}
