//! Tests of the values of an instance's parts with and without its overrides.

use super::*;
use unity_yaml::Node;

/// Creates a light in a prefab, an instance of it in a second prefab, and an instance of the second one, with these
/// override rows, in a scene.
fn scene(rows: &[(i64, &str, &str)]) -> (Flat, Library) {
    let project = TinyProject::new();
    let light =
        "--- !u!108 &50\nLight:\n  m_GameObject: {fileID: 10}\n  m_Intensity: 1\n  m_Range: 1\n  m_List:\n  - a: 1\n";
    project.asset("Assets/A.prefab", &guid('a'), objects(&[(10, "A", 0)]) + light);
    let inner = instance(
        100,
        &guid('a'),
        0,
        &[(50, "m_Intensity", "2"), (50, "m_Gone", "2"), (10, "m_Layer", "5")],
    );
    project.asset("Assets/B.prefab", &guid('b'), inner);
    let rows: Vec<(i64, &str, &str)> = rows.iter().map(|(id, path, value)| (100 ^ id, *path, *value)).collect();
    project.asset("Assets/S.unity", &guid('c'), instance(200, &guid('b'), 0, &rows));
    let mut library = open(project.root());
    (library.scene("Assets/S.unity").expect("a scene"), library)
}

fn read(
    flat: &Flat,
    library: &Library,
    component: &Component,
    field: &str,
) -> (Option<String>, Option<String>, Vec<String>, usize) {
    let file = flat.file.as_ref().expect("a file");
    let found = component
        .overridden(file, 200, library.types())
        .expect("a tree")
        .expect("a text");
    let text = |tree: &Node<'_>| tree.get(field).and_then(Node::text).map(str::to_owned);
    let paths = found.paths.iter().map(ToString::to_string).collect();
    (text(&found.here), text(&found.source), paths, found.ignored.count())
}

fn some_text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn source_value_excludes_outermost_overrides() {
    let (flat, library) = scene(&[(50, "m_Intensity", "3"), (50, "m_Range", "1"), (50, "m_Missing", "1")]);
    let light = &flat.objects[0].components[1];
    let (here, source, paths, ignored) = read(&flat, &library, light, "m_Intensity");
    assert_eq!((here, source), (some_text("3"), some_text("2")));
    // The second row is reported although it changes nothing; rows that the inner prefab ignores do not belong to
    // this instance.
    assert_eq!(
        (paths, ignored),
        (vec!["m_Intensity".to_owned(), "m_Range".to_owned()], 1)
    );
}

#[test]
fn reads_object_overrides_like_component_overrides() {
    let (flat, library) = scene(&[(10, "m_Layer", "7")]);
    let (here, source, paths, _) = read(&flat, &library, &flat.objects[0].own_fields(), "m_Layer");
    assert_eq!(
        (here, source, paths),
        (some_text("7"), some_text("5"), vec!["m_Layer".to_owned()])
    );
    let untouched = read(&flat, &library, &flat.objects[0].components[1], "m_Range");
    assert_eq!(untouched, (some_text("1"), some_text("1"), Vec::new(), 0));
}

#[test]
fn ignores_override_truncated_by_a_later_array_size() {
    let rows = [
        (50, "m_List.Array.size", "3"),
        (50, "'m_List.Array.data[2].a'", "7"),
        (50, "m_List.Array.size", "1"),
    ];
    let (flat, library) = scene(&rows);
    let (_, _, paths, ignored) = read(&flat, &library, &flat.objects[0].components[1], "m_Range");
    assert_eq!((paths, ignored), (vec!["m_List.Array.size".to_owned()], 1));
}

#[test]
fn builds_override_tree_of_unknown_target_from_its_rows() {
    let (flat, _) = scene(&[(999, "m_A.Array.data[1].b", "x"), (999, "m_A.Array.data[1].b", "y")]);
    let rows = InstanceRows::find(flat.file.as_ref().expect("a file"), 200).expect("an instance");
    assert_eq!(rows.targets(), [100 ^ 999]);
    let tree = rows.tree(100 ^ 999);
    assert_eq!(tree.entries().len(), 1);
    assert_eq!(tree.get("m_A[1].b").and_then(Node::text), Some("y"));
    assert!(InstanceRows::find(flat.file.as_ref().expect("a file"), 201).is_none());
}
