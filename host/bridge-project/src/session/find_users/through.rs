//! Instances of prefabs that use the target: they use it through their prefab, and no line of their own file says so.

use super::{asset_of, is_wanted};
use host_bridge::ReferencePlace;
use std::collections::{BTreeMap, HashSet};
use unity_project::project::Project;
use unity_project::references::{FileKind, Key, ReferenceIndex};

/// Files that are named; the rest is counted.
const MAX_NAMED: usize = 5;

/// Fields that name the prefab of an instance, in all of Unity's forms.
const SOURCES: [&str; 2] = ["m_SourcePrefab", "m_ParentPrefab"];

/// What to tell of instances that no row stands for. `files` are those of the rows, whatever places are wanted; `of_type` is the
/// component type that is meant, where it is one.
pub(super) fn told<'r>(
    index: &ReferenceIndex,
    project: &Project,
    files: impl Iterator<Item = &'r str>,
    places: &[ReferencePlace],
    of_type: Option<&str>,
) -> Option<String> {
    let mut prefabs: Vec<String> = files
        .filter(|file| matches!(FileKind::of(file), FileKind::Prefab))
        .map(|file| asset_of(file).to_owned())
        .collect();
    prefabs.sort();
    prefabs.dedup();
    let mut seen: HashSet<String> = prefabs.iter().cloned().collect();
    // Instances by the file that they are in, and prefabs that have any.
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut sources: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(prefab) = prefabs.get(at).cloned() {
        at += 1;
        let Some(guid) = project.index.guid(&prefab) else {
            continue;
        };
        let users = index.users(Key::Asset(guid));
        for user in users.filter(|user| user.field.is_some_and(|field| SOURCES.contains(&field))) {
            if is_wanted(user.file, places) {
                *found.entry(user.file.to_owned()).or_default() += 1;
                if sources.last() != Some(&prefab) {
                    sources.push(prefab.clone());
                }
            }
            // Variants and prefabs that hold others hand on what they use.
            if matches!(FileKind::of(user.file), FileKind::Prefab) && seen.insert(user.file.to_owned()) {
                prefabs.push(user.file.to_owned());
            }
        }
    }
    let instances: usize = found.values().sum();
    let first = sources.first()?;
    let named = found.iter().take(MAX_NAMED).map(|(file, count)| match count {
        1 => file.clone(),
        count => format!("{file} ({count})"),
    });
    let more = match found.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more files"),
    };
    let named = named.collect::<Vec<_>>().join(", ");
    let of = match sources.len() {
        1 => first.clone(),
        others => format!("{first} and {} other prefabs", others - 1),
    };
    let objects = match of_type {
        Some(name) => format!(", all objects with it by find_objects with type {name} and scope project"),
        None => String::new(),
    };
    Some(format!(
        "{instances} prefab instances use it through their prefab, unless they removed it, and are no rows: of {of}, in {named}{more}; each is a row of find_references for its prefab, such as {first}{objects}"
    ))
}
