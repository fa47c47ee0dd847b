//! Finds damage in scene and prefab files: violations of rules that every file saved by an editor follows. Merges,
//! manual edits and interrupted copies can break them. The host can read such a file only in part, and no other check
//! reports the unreadable part.

mod end;
mod missing_documents;
mod numbers;

use super::collect::Collected;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use unity_fields::Source;

/// Maximum number of examples in a message about one broken rule of Unity's file format.
const NAMED: usize = 3;

/// Checks a scene or prefab and returns a message for each rule of Unity's file format that it breaks. `in_circle` has
/// the file ids of the objects in or below a cycle of parents.
pub(super) fn find_damage(source: &Source, collected: &Collected, in_circle: &[i64]) -> Vec<String> {
    let ids: HashSet<i64> = source.documents().map(|(_, document)| document.id()).collect();
    [
        end::open(source),
        end::short(source, collected),
        duplicates(source),
        missing_documents::referenced(source, collected, &ids),
        circle(in_circle),
        numbers::out_of_range(source),
        numbers::unreadable(collected),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns a message for each defect of an asset or settings file: a truncated end, duplicate ids, and ids beyond 64
/// bits. A truncation at the end of a line is detected only if the documents of that class have a later field.
pub fn find_asset_damage(source: &Source) -> Vec<String> {
    let all = [
        end::open(source),
        end::short_asset(source),
        duplicates(source),
        numbers::out_of_range(source),
    ];
    all.into_iter().flatten().collect()
}

/// Returns a message if several documents use the same id, which is usually the result of a wrong merge.
fn duplicates(source: &Source) -> Option<String> {
    source.duplicate_id()?;
    let mut by_id: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
    for (at, document) in source.documents() {
        by_id.entry(document.id()).or_default().push(at);
    }
    by_id.retain(|_, documents| documents.len() > 1);
    let examples = by_id.iter().take(NAMED).map(|(id, documents)| {
        let documents = documents.iter().filter_map(|at| source.document(*at));
        let places = documents.map(|document| format!("{} in line {}", document.type_name(), document.line()));
        format!("&{id} ({})", places.take(NAMED).collect::<Vec<_>>().join(", "))
    });
    let text = list_examples(examples, by_id.len());
    Some(format!(
        "{} by more than one document, so that references to them are ambiguous: {text}",
        count_text(by_id.len(), "id is used", "ids are used")
    ))
}

fn circle(in_circle: &[i64]) -> Option<String> {
    if in_circle.is_empty() {
        return None;
    }
    let text = list_examples(in_circle.iter().take(NAMED).map(|id| format!("&{id}")), in_circle.len());
    Some(format!(
        "{} part of a circle of parents or below one; it was cut at the first of them: {text}",
        count_text(in_circle.len(), "object is", "objects are")
    ))
}

/// Formats a count with the singular or plural text, such as `1 id is` or `2 ids are`.
fn count_text(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

fn list_examples(examples: impl Iterator<Item = String>, count: usize) -> String {
    let mut text = examples.take(NAMED).collect::<Vec<_>>().join(", ");
    if count > NAMED {
        let _ = write!(text, " and {} more", count - NAMED);
    }
    text
}
