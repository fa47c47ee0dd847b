//! Finds numbers that Unity does not write: ids beyond 64 bits, and layers or flags that are not numbers.

use super::super::collect::Collected;
use super::{NAMED, count_text, list_examples};
use memchr::memmem;
use unity_fields::Source;

/// Minimum number of characters that an id beyond 64 bits has.
const LONG: usize = 19;

/// Returns a message if ids in references exceed 64 bits; the host reads such a reference as empty.
pub(super) fn out_of_range(source: &Source) -> Option<String> {
    let text = source.text();
    let (mut count, mut examples) = (0, Vec::new());
    for at in memmem::find_iter(text.as_bytes(), b"{fileID: ") {
        let rest = text.get(at + "{fileID: ".len()..).unwrap_or_default();
        let end = rest.bytes().position(|byte| matches!(byte, b',' | b'}' | b'\n'));
        let id = rest.get(..end.unwrap_or(0)).unwrap_or_default().trim();
        let is_number = id.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        if id.len() < LONG || !is_number || id.parse::<i64>().is_ok() || id.parse::<u64>().is_ok() {
            continue;
        }
        count += 1;
        if examples.len() < NAMED {
            let line = 1 + memchr::memchr_iter(b'\n', text.as_bytes().get(..at).unwrap_or_default()).count();
            let shown: String = id.chars().take(40).collect();
            examples.push(format!("{shown} in line {line}"));
        }
    }
    (count > 0).then(|| {
        format!(
            "{} out of the range of 64 bits, so that what it refers to is not known: {}",
            count_text(count, "fileID is", "fileIDs are"),
            list_examples(examples.into_iter(), count)
        )
    })
}

/// Returns a message about fields (layers, flags, orders) whose text is not a number, so that the host reads them as 0.
pub(super) fn unreadable(collected: &Collected) -> Option<String> {
    let all = &collected.unreadable;
    let examples = all
        .iter()
        .take(NAMED)
        .map(|(id, field, text)| format!("{field} of &{id} is {text:?}"));
    (!all.is_empty()).then(|| {
        format!(
            "{} no number of the kind that Unity writes there, and was not read: {}",
            count_text(all.len(), "value is", "values are"),
            list_examples(examples, all.len())
        )
    })
}
