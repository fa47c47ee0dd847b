//! A sweep over text for references that may lead nowhere: cheap, and wrong only towards suspicion.

use super::{Judge, Wrong};
use crate::reference_walk::{ADDRESSED, addressed};
use memchr::memmem;
use unity_yaml::{FileRef, Guid};

const START: &str = "fileID: ";

/// Before the id of what a row of a prefab instance is laid over.
const TARGET: &str = "target: {";

/// A reference is never longer, wrapped or not.
const MOST_BYTES: usize = 200;

/// True where the text holds anything that looks like a reference to nowhere, or like a reference that cannot be read
/// at a glance.
pub(super) fn is_suspicious(text: &str, judge: &Judge<'_>) -> bool {
    any_wrong(text, starts(text), judge) || addressed_in(text).any(|guid| judge.of_address(addressed(guid)).is_some())
}

/// The same for the document of a prefab instance: what its rows are laid over may be gone, and addresses stand apart from their key.
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
        Some(reference) => judge.of_reference(reference).is_some(),
        None => true,
    })
}

/// The first reference that leads nowhere, for a field that is too long to parse.
pub(super) fn first_wrong(text: &str, judge: &Judge<'_>) -> Option<Wrong> {
    let usual = starts(text).filter_map(|at| judge.of_reference(reference(text, at)?));
    let addresses = addressed_in(text).filter_map(|guid| judge.of_address(addressed(guid)));
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
