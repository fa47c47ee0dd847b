//! Prefab instances that contain a use of the target only through their prefab: the use is in the prefab's file, not in
//! the file of the instance.

use super::{asset_of, is_wanted};
use host_bridge::ReferencePlace;
use std::collections::{BTreeMap, HashSet};
use unity_files::Project;
use unity_project::references::{FileKind, Key, ReferenceIndex};

/// Maximum number of files that a note names; further files are counted.
const MAX_NAMED: usize = 5;

/// Fields that refer to the prefab of an instance, in all Unity versions.
const SOURCES: [&str; 2] = ["m_SourcePrefab", "m_ParentPrefab"];

/// Returns a note about prefab instances that contain the found reference only through their prefab, so they have no
/// row. `files` are the files of all rows, regardless of the requested places; `of_type` is the component type, if the
/// target is one.
pub(super) fn instances_note<'r>(
    index: &ReferenceIndex,
    project: &Project,
    files: impl Iterator<Item = &'r str>,
    places: &[ReferencePlace],
    of_type: Option<&str>,
) -> Option<String> {
    let mut prefabs: Vec<String> = files
        .filter(|file| matches!(FileKind::from_path(file), FileKind::Prefab))
        .map(|file| asset_of(file).to_owned())
        .collect();
    prefabs.sort();
    prefabs.dedup();
    let mut seen: HashSet<String> = prefabs.iter().cloned().collect();
    // Instances by file, and the prefabs that have instances.
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
            // Variants, and prefabs that contain other prefabs, inherit the uses.
            if matches!(FileKind::from_path(user.file), FileKind::Prefab) && seen.insert(user.file.to_owned()) {
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
        Some(name) => format!("; find_objects with type {name} and scope project lists all objects with it"),
        None => String::new(),
    };
    Some(format!(
        "{instances} prefab instances use it through their prefab (unless they removed it) and have no rows: instances of {of}, in {named}{more}; find_references for the prefab, such as {first}, lists them{objects}"
    ))
}
