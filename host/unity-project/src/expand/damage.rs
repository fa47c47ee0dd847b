//! Rules of Unity's scene and prefab files that a file breaks. Such a file reads well in part, and nothing else reports the rest.
//!
//! Belongs here: which rules there are, and how a broken one is described. Does not: files that cannot be read at all
//! (`unity_yaml::FileProblem`), references to other files, values of fields.
//!
//! Every scene and prefab that an editor saved keeps these rules; merges, hand editing and interrupted copies break them.

mod absent;
mod end;
mod numbers;

use super::collect::Collected;
use super::source::Source;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

/// Examples that one sentence names.
const NAMED: usize = 3;

/// One sentence for each broken rule, with the ids and the text that were read; `in_circle` are the objects below a circle of
/// parents. Empty for a file that keeps all rules.
pub(super) fn of(source: &Source, collected: &Collected, in_circle: &[i64]) -> Vec<String> {
    let ids: HashSet<i64> = source.documents().map(|(_, document)| document.id()).collect();
    [
        end::open(source),
        end::short(source, collected),
        duplicates(source),
        absent::referenced(source, collected, &ids),
        circle(in_circle),
        numbers::out_of_range(source),
        numbers::unreadable(collected),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The same for assets and settings, whose documents no hierarchy connects: an end that is cut off, an id that several documents have,
/// and ids that no 64-bit number holds. An end that is cut behind a whole line shows only if every file of that class has a later field.
pub fn of_asset(source: &Source) -> Vec<String> {
    let all = [
        end::open(source),
        end::short_asset(source),
        duplicates(source),
        numbers::out_of_range(source),
    ];
    all.into_iter().flatten().collect()
}

/// Several documents with one id, as a careless merge leaves them.
fn duplicates(source: &Source) -> Option<String> {
    source.twice()?;
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
    let text = listed(examples, by_id.len());
    Some(format!(
        "{} by more than one document, so that references to them are ambiguous: {text}",
        counted(by_id.len(), "id is used", "ids are used")
    ))
}

fn circle(in_circle: &[i64]) -> Option<String> {
    if in_circle.is_empty() {
        return None;
    }
    let text = listed(in_circle.iter().take(NAMED).map(|id| format!("&{id}")), in_circle.len());
    Some(format!(
        "{} part of a circle of parents or below one; it was cut at the first of them: {text}",
        counted(in_circle.len(), "object is", "objects are")
    ))
}

/// `1 id is` or `2 ids are`.
fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

/// The first examples of `count`.
fn listed(examples: impl Iterator<Item = String>, count: usize) -> String {
    let mut text = examples.take(NAMED).collect::<Vec<_>>().join(", ");
    if count > NAMED {
        let _ = write!(text, " and {} more", count - NAMED);
    }
    text
}
