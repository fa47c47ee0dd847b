//! Tests of copies of the real projects in which one folder is a link to a folder outside. References into it, found by
//! an independent reader (`uses_of.py`), are unverifiable. Findings in other files do not change.
#![cfg(unix)]

use super::*;
use crate::session::tests::references_scan::scan;
use host_bridge::ReferenceFinding;
use host_bridge::ReferenceProblem::{self, NotSearched, Unverifiable};
use std::collections::BTreeSet;

/// The number of references from a file to a GUID.
type Uses = BTreeMap<(String, String), usize>;

fn count_pairs(pairs: impl Iterator<Item = (String, String)>) -> Uses {
    let mut uses = Uses::new();
    for pair in pairs {
        *uses.entry(pair).or_default() += 1;
    }
    uses
}

/// Returns the fields of a finding except its sentence.
fn finding_data(finding: &ReferenceFinding) -> (String, String, Option<u32>, String, String, String) {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    (
        finding.path.clone(),
        text(&finding.object_path),
        finding.component_index,
        text(&finding.member),
        text(&finding.guid),
        format!("{:?}", finding.problem),
    )
}

/// Compares the findings before and after the folder becomes a link. Returns the number of references into the folder.
fn compare(name: &str, folder: &str) -> Option<usize> {
    let root = tests_projects::folder()?.join(name);
    let second = tests_projects::second_reader("uses_of.py", &root)?;
    let guids: BTreeMap<String, String> = serde_json::from_value(second["guids"].clone()).expect("guids");
    let uses: Vec<(String, String)> = serde_json::from_value(second["uses"].clone()).expect("uses");
    let is_inside = |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let moved: BTreeSet<&String> = guids
        .iter()
        .filter(|(_, path)| is_inside(path))
        .map(|(guid, _)| guid)
        .collect();
    let right = count_pairs(
        uses.into_iter()
            .filter(|(file, guid)| !is_inside(file) && moved.contains(guid)),
    );

    let (copy, outside) = (
        tempfile::tempdir().expect("a temporary folder"),
        tempfile::tempdir().expect("a temporary folder"),
    );
    tests_projects::copy(&root, copy.path(), |bytes| bytes);
    std::fs::rename(copy.path().join(folder), outside.path().join("moved")).expect("moved");
    std::os::unix::fs::symlink(outside.path().join("moved"), copy.path().join(folder)).expect("a link");
    let (before, _) = scan(&mut open(&root), 500);
    let (after, _) = scan(&mut open(copy.path()), 500);

    let named =
        |problem: ReferenceProblem, path: &str| after.iter().any(|one| one.problem == problem && one.path == path);
    assert!(named(NotSearched, folder), "{name}: {folder} is named");
    let into = |finding: &&ReferenceFinding| finding.guid.as_ref().is_some_and(|guid| moved.contains(guid));
    let lost = after
        .iter()
        .filter(into)
        .filter(|finding| finding.problem != Unverifiable);
    assert_eq!(lost.map(finding_data).collect::<Vec<_>>(), [], "{name}");
    let seen = count_pairs(
        after
            .iter()
            .filter(into)
            .map(|finding| (finding.path.clone(), finding.guid.clone().unwrap_or_default())),
    );
    let wrong: Vec<String> = seen
        .keys()
        .chain(right.keys())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .filter(|key| seen.get(*key) != right.get(*key))
        .map(|key| {
            format!(
                "{name}: {key:?} {}: {:?}, not {:?}",
                guids[&key.1],
                seen.get(key),
                right.get(key)
            )
        })
        .collect();
    expect_none(&wrong);
    // In an instance of a prefab behind the link, more is unverifiable than the references into the folder.
    let users: BTreeSet<&String> = right.keys().map(|(file, _)| file).collect();
    let others = |findings: &[ReferenceFinding]| -> Vec<_> {
        let findings = findings
            .iter()
            .filter(|one| !is_inside(&one.path) && one.path != folder);
        let mut rows: Vec<_> = findings
            .filter(|one| !users.contains(&one.path))
            .map(finding_data)
            .collect();
        rows.sort();
        rows
    };
    assert_eq!(others(&after), others(&before), "{name}");
    Some(right.values().sum())
}

#[test]
fn references_into_linked_folders_of_real_projects_are_unverifiable() {
    for (name, folder, references) in [
        ("cli-loop", "Assets/Tests/Demo", 77),
        ("fluid-sim", "Assets/Scripts/Rendering", 34),
        ("univrm-viewer", "Assets/VRM10_Samples/VRM10Viewer/UIToolkit", 3),
    ] {
        let found = compare(name, folder);
        assert!(found.is_none_or(|found| found == references), "{name}: {found:?}");
    }
}

#[test]
fn references_into_linked_folders_of_mirror_are_unverifiable() {
    for (folder, references) in [("Materials", 45), ("Prefabs", 13)] {
        let folder = format!("Assets/Mirror/Examples/CharacterSelection/{folder}");
        let found = compare("mirror-examples", &folder);
        assert!(found.is_none_or(|found| found == references), "{folder}: {found:?}");
    }
}

#[test]
fn references_into_linked_folder_of_ui_effect_are_unverifiable() {
    let found = compare("ui-effect", "Assets/Samples/Demo/DemoAssets");
    assert!(found.is_none_or(|found| found >= 138), "{found:?}");
}
