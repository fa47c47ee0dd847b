//! Tests of overrides on parts that the same instance removes.

use super::*;

/// Expands a scene with one instance (Light 50 on its root, child 20), after these changes to its PrefabInstance.
fn scene(rows: &[(i64, &str, &str)], removed: &str) -> Flat {
    let project = TinyProject::new();
    let lights = "--- !u!108 &50\nLight:\n  m_GameObject: {fileID: 10}\n  m_Intensity: 1\n--- !u!108 &51\nLight:\n  m_GameObject: {fileID: 10}\n  m_Intensity: 1\n";
    project.asset(
        "Assets/P.prefab",
        &guid('a'),
        objects(&[(10, "P", 0), (20, "Child", 10)]) + lights,
    );
    let text =
        objects(&[(1, "First", 0)]) + &instance(200, &guid('a'), 0, rows).replace("m_RemovedComponents: []", removed);
    project.asset("Assets/S.unity", &guid('c'), text);
    open(project.root()).scene("Assets/S.unity").expect("a scene")
}

#[test]
fn ignores_override_of_removed_component() {
    let rows = [(50, "m_Intensity", "3"), (51, "m_Intensity", "4")];
    let flat = scene(&rows, "m_RemovedComponents:\n    - {fileID: 50, guid: 0, type: 3}");
    assert!(flat.problems.is_empty(), "{:?}", flat.problems);
    let object = flat
        .objects
        .iter()
        .find(|object| &*object.name == "P")
        .expect("the instance");
    let lights: Vec<&Component> = object
        .components
        .iter()
        .filter(|component| component.class == 108)
        .collect();
    assert_eq!(lights.len(), 1);
    let last = lights[0]
        .overrides
        .as_ref()
        .and_then(|chain| chain.last("m_Intensity").map(|value| value.into_owned()));
    assert_eq!(last.as_deref(), Some("4"));
}

#[test]
fn ignores_override_of_removed_object() {
    let rows = [(20, "m_Name", "Renamed"), (10, "m_Name", "Kept")];
    let removed = "m_RemovedComponents: []\n    m_RemovedGameObjects:\n    - {fileID: 20, guid: 0, type: 3}";
    let flat = scene(&rows, removed);
    assert!(flat.problems.is_empty(), "{:?}", flat.problems);
    let mut found = paths(&flat);
    found.sort();
    assert_eq!(found, ["/First", "/Kept"]);
}
