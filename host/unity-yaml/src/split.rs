//! Splits a file into its documents with a substring search, without parsing.

use super::bounds::{line_of, slice};
use super::identify::FileProblem;
use super::node::parse_file_id;
use memchr::memmem;

/// The position of one document in a file, and the content of its head line `--- !u!CLASS &ID[ stripped]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub class: u32,
    pub id: i64,
    pub stripped: bool,
    /// The byte range `start..end` of the document's body in the file's text.
    pub start: u32,
    pub end: u32,
}

/// Length in bytes of the shortest possible head line.
const SHORTEST: usize = "--- !u!1 &1".len();

/// Returns the head of each document in `text`, in file order.
///
/// # Errors
/// `BadHead` for a `---` line in another form, `NoDocuments` for none, `TooLarge` over 4 GiB.
pub fn split(text: &str) -> Result<Vec<Head>, FileProblem> {
    let limit = u64::from(u32::MAX);
    if text.len() as u64 >= limit {
        return Err(FileProblem::TooLarge {
            size: text.len() as u64,
            limit,
        });
    }
    let first = text.starts_with("--- ").then_some(0);
    let rest = memmem::find_iter(text.as_bytes(), b"\n--- ").map(|at| at + 1);
    // Counted first, because a growing list takes three times its final memory; no head is shorter than these.
    let count = rest.clone().count() + usize::from(first.is_some());
    let mut heads: Vec<Head> = Vec::with_capacity(count.min(text.len() / SHORTEST + 1));
    for at in first.into_iter().chain(rest) {
        let line_end = memchr::memchr(b'\n', text.as_bytes().get(at..).unwrap_or_default())
            .map_or(text.len(), |length| at + length);
        if let Some(last) = heads.last_mut() {
            last.end = offset(at);
        }
        let line = slice(text, at, line_end).trim_end();
        let (class, id, stripped) = head_line(line).ok_or_else(|| FileProblem::BadHead {
            line: line_of(text, at),
            text: line.chars().take(80).collect(),
        })?;
        heads.push(Head {
            class,
            id,
            stripped,
            start: offset((line_end + 1).min(text.len())),
            end: offset(text.len()),
        });
    }
    if heads.is_empty() {
        return Err(FileProblem::NoDocuments);
    }
    Ok(heads)
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("the text was checked to be shorter than 4 GiB")
}

fn head_line(line: &str) -> Option<(u32, i64, bool)> {
    let mut words = line.strip_prefix("--- !u!")?.split_ascii_whitespace();
    let class = words.next()?.parse().ok()?;
    let id = parse_file_id(words.next()?.strip_prefix('&')?)?;
    let stripped = match words.next() {
        None => false,
        Some("stripped") => true,
        Some(_) => return None,
    };
    Some((class, id, stripped))
}
