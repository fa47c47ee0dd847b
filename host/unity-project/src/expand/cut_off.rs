//! A file whose end is missing: its beginning reads well, so that nothing else would say what is not in it.

use super::collect::Collected;
use super::source::Source;
use std::collections::HashSet;

/// What the file lacks by its own words, as a sentence; `None` where it seems whole. A file that ends behind a whole line, and
/// whose objects list no child of the missing part, cannot be told from a whole one.
pub(super) fn lacks(source: &Source, collected: &Collected) -> Option<String> {
    // Unity ends every line, the last one too.
    if !source.text().is_empty() && !source.text().ends_with('\n') {
        return Some("its last line has no end, so that it seems to be cut off: objects can be missing".to_owned());
    }
    let own = collected.transforms.iter().map(|transform| transform.id);
    let there: HashSet<i64> = own.chain(collected.placeholders.keys().copied()).collect();
    let listed = collected.transforms.iter().flat_map(|transform| &transform.children);
    let missing: HashSet<&i64> = listed.filter(|id| **id != 0 && !there.contains(id)).collect();
    match missing.len() {
        0 => None,
        1 => Some("1 Transform that it lists as a child is not in it: objects are missing".to_owned()),
        count => Some(format!(
            "{count} Transforms that it lists as children are not in it: objects are missing"
        )),
    }
}
