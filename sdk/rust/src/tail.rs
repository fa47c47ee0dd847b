//! The newest lines of Unity's log, in the form that all tools and resources share.
//!
//! Belongs here: reading and shortening the list, and the note about omitted lines. Does not: the form of a line.

use crate::unity::logs::{self, Line, LogFilter};
use crate::{Reply, ToolError, fit};

/// Approximate size of a log line as JSON in bytes, without its texts.
const LINE_BYTES: usize = 120;

/// The newest lines of the host's or Unity's log, oldest first, and the number of omitted older lines.
///
/// ```
/// use unity_tools::tail::Tail;
///
/// let reply = Tail::from_lines(Vec::new(), 5).limit_bytes(1000).reply(|lines| lines.len());
/// assert_eq!(reply.value(), Some(&0));
/// assert!(reply.notes()[0].contains("5 older ones are left out"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tail {
    lines: Vec<Line>,
    left_out: u32,
}

impl Tail {
    /// Reads the newest `count` (1 to 2000) lines that match the filter.
    ///
    /// # Errors
    /// The errors of the import `logs::tail`.
    pub fn read(count: u32, filter: &LogFilter) -> Result<Self, ToolError> {
        let (lines, left_out) = logs::tail(count, filter)?;
        Ok(Self::from_lines(lines, left_out))
    }

    /// Reads the newest `count` (1 to 2000) lines of Unity's own console.
    ///
    /// # Errors
    /// The errors of the import `logs::tail`.
    pub fn from_unity(count: u32) -> Result<Self, ToolError> {
        let filter = LogFilter {
            source: Some("unity".to_owned()),
            ..LogFilter::default()
        };
        Self::read(count, &filter)
    }

    /// Creates a tail from lines that were read before. `left_out` is the number of omitted older lines.
    pub fn from_lines(lines: Vec<Line>, left_out: u32) -> Self {
        Self { lines, left_out }
    }

    /// Omits the oldest lines until the remaining lines have at most `most` bytes of JSON.
    #[must_use]
    pub fn limit_bytes(mut self, most: usize) -> Self {
        let cut = fit::keep_last(&mut self.lines, most, |line| {
            LINE_BYTES + fit::written_len(&line.message) + line.category.as_deref().map_or(0, fit::written_len)
        });
        self.left_out = self.left_out.saturating_add(cut as u32);
        self
    }

    /// Creates a tool's reply from these lines: `shape` converts them to the result, and a note reports omitted lines.
    pub fn reply<T>(self, shape: impl FnOnce(Vec<Line>) -> T) -> Reply<T> {
        let (shown, left_out) = (self.lines.len(), self.left_out);
        let reply = Reply::new(shape(self.lines));
        if left_out == 0 {
            return reply;
        }
        reply.note(format!(
            "these are the newest {shown} matching lines; {left_out} older ones are left out"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::Tail;
    use crate::unity::logs::{Level, Line};

    fn line(message: String) -> Line {
        Line {
            time: "2025-12-17T18:00:00+00:00".to_owned(),
            level: Level::Warn,
            message,
            source: "unity".to_owned(),
            category: None,
        }
    }

    #[test]
    fn drops_and_counts_oldest_lines_first() {
        let lines = (0..30).map(|at| line(format!("{at} {}", "\u{1}".repeat(1000))));
        let reply = Tail::from_lines(lines.collect(), 5)
            .limit_bytes(13_000)
            .reply(|lines| lines.into_iter().map(|line| line.message).collect::<Vec<_>>());
        let kept = reply.value().unwrap();
        assert_eq!(kept.len(), 2);
        assert!(kept[0].starts_with("28 ") && kept[1].starts_with("29 "));
        assert_eq!(
            reply.notes(),
            ["these are the newest 2 matching lines; 33 older ones are left out"]
        );
    }

    #[test]
    fn adds_no_note_if_all_lines_fit() {
        let reply = Tail::from_lines(vec![line("m".to_owned())], 0)
            .limit_bytes(1000)
            .reply(|lines| lines.len());
        assert_eq!((reply.value(), reply.notes()), (Some(&1), &[][..]));
    }
}
