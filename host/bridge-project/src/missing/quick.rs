//! A sweep over text for references that may lead nowhere: cheap, and wrong only towards suspicion.

use super::{ADDRESSED, Judge, Wrong, addressed};
use memchr::memmem;
use unity_yaml::{FileRef, Guid};

const START: &str = "fileID: ";

/// A reference is never longer, wrapped or not.
const MOST_BYTES: usize = 200;

/// True where the text holds anything that looks like a reference to nowhere, or like a reference that cannot be read
/// at a glance.
pub(super) fn is_suspicious(text: &str, judge: &Judge<'_>) -> bool {
    let suspicious = starts(text).any(|at| match reference(text, at) {
        Some(reference) => judge.of_reference(reference).is_some(),
        None => true,
    });
    suspicious || addressed_in(text).any(|guid| judge.of_reference(addressed(guid)).is_some())
}

/// The first reference that leads nowhere, for a field that is too long to parse.
pub(super) fn first_wrong(text: &str, judge: &Judge<'_>) -> Option<Wrong> {
    let usual = starts(text).find_map(|at| judge.of_reference(reference(text, at)?));
    usual.or_else(|| addressed_in(text).find_map(|guid| judge.of_reference(addressed(guid))))
}

fn addressed_in(text: &str) -> impl Iterator<Item = Guid> + '_ {
    let ends = memmem::find_iter(text.as_bytes(), ADDRESSED).map(|at| at + ADDRESSED.len());
    ends.filter_map(|at| Guid::parse(text.get(at..)?.strip_prefix(": ")?.get(..32)?))
}

fn starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    memmem::find_iter(text.as_bytes(), START).map(|at| at + START.len())
}

/// What stands at `at`, behind `{fileID: `; `None` where that is not of the usual form.
fn reference(text: &str, at: usize) -> Option<FileRef> {
    let rest = text.as_bytes().get(at..)?;
    let near = rest.get(..MOST_BYTES).unwrap_or(rest);
    let inside = text.get(at..at + memchr::memchr(b'}', near)?)?;
    let mut parts = inside.split(',');
    let file_id = parts.next()?.trim().parse().ok()?;
    let mut guid = Guid::default();
    for part in parts {
        if let Some(digits) = part.trim().strip_prefix("guid:") {
            guid = Guid::parse(digits)?;
        }
    }
    Some(FileRef { file_id, guid })
}
