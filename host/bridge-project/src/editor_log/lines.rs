//! Bytes of the editor's log as lines, with the level that a line certainly has.

use super::naming::{Naming, Project};

/// Bytes of one line that are kept.
const MAX_LINE: usize = 4_096;

/// Bytes without a line's end after which they count as a line.
const MAX_PARTIAL: usize = 64 * 1024;

/// One line of the editor's log; blank ones are none.
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
        let mut batch = Batch { lines, message: None };
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
}

impl Batch<'_> {
    fn clear(&mut self) {
        self.lines.clear();
        self.message = None;
    }

    fn add(&mut self, line: &str) {
        if line.trim().is_empty() {
            self.message = None;
            return;
        }
        if is_logging_frame(line) {
            // The frame names the call that wrote the message above it.
            let message = self.message.and_then(|at| self.lines.get_mut(at));
            if let (Some(message), Some(level)) = (message, called(line)) {
                message.level = level;
            }
        } else {
            self.message = Some(self.lines.len());
        }
        self.lines.push(EditorLine {
            level: level(line),
            message: cut(line),
        });
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

fn is_logging_frame(line: &str) -> bool {
    let types = ["Debug:", "StackTraceUtility:", "DebugLogHandler:", "Logger:"];
    line.strip_prefix("UnityEngine.")
        .is_some_and(|call| types.iter().any(|name| call.starts_with(name)))
}

/// The level of the call that the frame names.
fn called(frame: &str) -> Option<&'static str> {
    let call = frame.strip_prefix("UnityEngine.Debug:")?;
    let name = call.split([' ', '(']).next()?;
    match name {
        "LogError" | "LogErrorFormat" | "LogException" | "LogAssertion" | "LogAssertionFormat" => Some("error"),
        "LogWarning" | "LogWarningFormat" => Some("warn"),
        _ => None,
    }
}

fn cut(line: &str) -> String {
    if line.len() <= MAX_LINE {
        return line.to_owned();
    }
    let kept = line.get(..line.floor_char_boundary(MAX_LINE)).unwrap_or_default();
    format!("{kept}… ({} more bytes)", line.len() - kept.len())
}
