//! Parses bytes of the editor's log into messages with stack traces, and with a level.

use super::naming::{Naming, Project};
use super::trace;
use std::fmt::Write as _;

/// Maximum number of bytes of one line. The remaining bytes of the line are dropped.
const MAX_LINE: usize = 4_096;

/// Maximum number of bytes of a message with its stack trace. Further lines of the stack trace are only counted.
const MAX_MESSAGE: usize = 16 * 1024;

/// Number of bytes without a line break after which these bytes are treated as one line.
const MAX_PARTIAL: usize = 64 * 1024;

/// One message in the editor's log, with the part of its stack trace that was written when the log was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditorLine {
    /// Severity of the message: `info`, `warn` or `error`.
    pub level: &'static str,
    /// The text of the message. A stack trace follows after a line break.
    pub message: String,
}

/// A parser for the bytes of one log file.
#[derive(Debug, Default)]
pub(super) struct Reader {
    /// The start of the last line of the log, whose line break was not read yet.
    partial: Vec<u8>,
    /// True after skipped bytes, until the next line break: the rest of the incomplete line is then skipped, too.
    in_middle: bool,
    naming: Naming,
}

impl Reader {
    /// Returns true if the last project path in the log is that of the served project; `None` if the log contains none.
    pub(super) fn is_ours(&self) -> Option<bool> {
        self.naming.ours
    }

    /// Prepares the parser for bytes that do not follow the previous ones, because a part of the log is skipped.
    pub(super) fn skip(&mut self) {
        self.partial.clear();
        self.in_middle = true;
        self.naming.skip();
    }

    /// Parses the next bytes and adds the messages of the served project to `lines`. Lines before the first project
    /// path belong to the project with this path.
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

/// The messages that the parser reads from one part of an editor log, with the state of the current stack trace.
struct Batch<'a> {
    lines: &'a mut Vec<EditorLine>,
    /// Index of the message to which the next lines of a stack trace belong; `None` if there is no such message.
    message: Option<usize>,
    /// True while no blank line followed the current message, so that the next lines can be its stack trace.
    open: bool,
    /// True if the previous line belongs to a stack trace, or is the first line of an exception.
    in_trace: bool,
    /// Number of lines of the current stack trace that were omitted because of the size limit.
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
        above.level = trace::level_of_call(line).unwrap_or(above.level);
        let line = cut(line);
        if self.left_out > 0 || above.message.len() + line.len() >= MAX_MESSAGE {
            self.left_out += 1;
            return;
        }
        above.message.push('\n');
        above.message.push_str(&line);
    }

    /// Ends the stack trace of the current message, and adds the number of omitted lines to the message.
    fn finish(&mut self) {
        let left_out = std::mem::take(&mut self.left_out);
        let above = self.message.take().and_then(|at| self.lines.get_mut(at));
        if let Some(above) = above.filter(|_| left_out > 0) {
            let _ = write!(above.message, "\n… ({left_out} more lines)");
        }
    }
}

/// Returns the level of a line: `error` or `warn` if the line is certainly an error or a warning, otherwise `info`.
fn level(line: &str) -> &'static str {
    if has_code(line, "error CS") || is_exception(line) {
        "error"
    } else if has_code(line, "warning CS") {
        "warn"
    } else {
        "info"
    }
}

/// True for a message of the C# compiler with such a code, as in `Assets/A.cs(3,5): error CS0103: …`.
fn has_code(line: &str, code: &str) -> bool {
    let (before, after) = line.split_once(code).unwrap_or_default();
    (before.is_empty() || before.ends_with([' ', ':'])) && after.starts_with(|c: char| c.is_ascii_digit())
}

/// True for the first line of an exception, such as `NullReferenceException: …`.
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
