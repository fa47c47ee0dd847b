//! A fast text scan for suspicious references. It reports some valid references, but never misses an invalid one.

use super::{Judge, Wrong};
use memchr::memmem;
use unity_fields::reference_walk::{ADDRESSED, file_ref_of_guid};
use unity_yaml::{FileRef, Guid};

const START: &str = "fileID: ";

/// Text in an override row of a prefab instance that precedes the id of the row's target object.
const TARGET: &str = "target: {";

/// Maximum length in bytes of the text of a reference, with line breaks; a longer text is not parsed as a reference.
const MOST_BYTES: usize = 200;

/// Returns true if a document's text contains a reference that seems to lack a target or that the scan cannot parse.
pub(super) fn is_suspicious(text: &str, judge: &Judge<'_>) -> bool {
    any_wrong(text, starts(text), judge)
        || addressed_in(text).any(|guid| judge.check_address(file_ref_of_guid(guid)).is_some())
}

/// Returns true if the text of a PrefabInstance document seems to contain a broken reference, apart from the targets of
/// override rows. It always does with an Addressables reference, because its guid does not follow its key directly.
pub(super) fn is_suspicious_instance(text: &str, judge: &Judge<'_>) -> bool {
    let starts = starts(text).filter(|at| {
        !text
            .get(..at - START.len())
            .is_some_and(|before| before.ends_with(TARGET))
    });
    any_wrong(text, starts, judge) || memmem::find(text.as_bytes(), ADDRESSED.as_bytes()).is_some()
}

fn any_wrong(text: &str, mut starts: impl Iterator<Item = usize>, judge: &Judge<'_>) -> bool {
    starts.any(|at| match reference(text, at) {
        Some(reference) => judge.check_reference(reference).is_some(),
        None => true,
    })
}

/// Returns the first problem of a reference in the text of a field that is too long to parse; `None` without problems.
pub(super) fn first_wrong(text: &str, judge: &Judge<'_>) -> Option<Wrong> {
    let usual = starts(text).filter_map(|at| judge.check_reference(reference(text, at)?));
    let addresses = addressed_in(text).filter_map(|guid| judge.check_address(file_ref_of_guid(guid)));
    let mut untold = None;
    let mut all = usual.chain(addresses);
    let sure = all.find(|wrong| match wrong {
        Wrong::Untold(_) | Wrong::OnlyMeta(_) => {
            untold.get_or_insert_with(|| wrong.clone());
            false
        }
        _ => true,
    });
    drop(all);
    sure.or(untold)
}

fn addressed_in(text: &str) -> impl Iterator<Item = Guid> + '_ {
    let ends = memmem::find_iter(text.as_bytes(), ADDRESSED).map(|at| at + ADDRESSED.len());
    ends.filter_map(|at| Guid::parse(text.get(at..)?.strip_prefix(": ")?.get(..32)?))
}

fn starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    memmem::find_iter(text.as_bytes(), START).map(|at| at + START.len())
}

/// Parses the reference whose text `{fileID: ` ends at byte `at`; `None` if it does not have the usual form.
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
