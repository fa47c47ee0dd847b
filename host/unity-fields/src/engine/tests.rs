//! Tests that compare the tables of component types with the results of the parser.

use super::*;
use crate::shape;
use unity_yaml::Node;

#[test]
fn table_documents_parse_and_match_declared_kinds() {
    assert!(ALL.len() > 65, "{}", ALL.len());
    for spec in ALL.keys().filter_map(|name| find_type(name)) {
        let text = format!("%YAML 1.1\n--- !u!{} &1\nX:\n{}", spec.class, spec.fields);
        let source = Source::new("table", text.into_bytes()).expect("a source");
        let document = source.document(0).expect("a document");
        let tree = document
            .tree()
            .unwrap_or_else(|problem| panic!("{}: {problem}", spec.name));
        let body = tree.get("X").expect("a body");
        assert!(
            spec.class > 1 && (spec.class == 114) == spec.script.is_some(),
            "{}",
            spec.name
        );
        for (path, declared) in &spec.kinds {
            let found = path.split('.').try_fold(body, |node, key| match node {
                Node::List(items) => items.first()?.get(key),
                _ => node.get(key),
            });
            let node = found.unwrap_or_else(|| panic!("{} has no {path}", spec.name));
            let fits = match (&declared.kind, shape(node)) {
                (Kind::Text, _) => node.text().is_some(),
                (Kind::Float | Kind::Double, shape) => {
                    matches!(shape, Kind::Float | Kind::Number) || node.text() == Some("Infinity")
                }
                (Kind::Bool | Kind::Int(_) | Kind::Char | Kind::Enum(_), shape) => shape == Kind::Number,
                (Kind::Quaternion | Kind::Vector(4), shape) => shape == Kind::VectorOrQuaternion,
                (Kind::PackedColor, shape) => shape == Kind::Color32,
                (Kind::List(_), shape) => matches!(shape, Kind::List(_)),
                (Kind::Struct(_), shape) => matches!(shape, Kind::Struct(_)),
                (Kind::Reference(_), shape) => shape == Kind::Reference(None),
                (declared, shape) => *declared == shape,
            };
            assert!(fits, "{} {path}: {} does not fit {:?}", spec.name, declared.kind, node);
            if let Kind::Enum(names) = &declared.kind {
                assert!(names.has(node.number().expect("a number")), "{} {path}", spec.name);
            }
        }
        for required in &spec.requires {
            assert!(find_type(required).is_some(), "{} needs {required}", spec.name);
        }
    }
}

/// A note in a table without a valid kind would be ignored silently.
#[test]
fn every_note_has_a_valid_kind() {
    for line in TABLES.iter().flat_map(|table| table.lines()) {
        if let Some((_, note)) = line.split_once(" ~ ").filter(|_| !line.starts_with('#')) {
            let kind = note.split_whitespace().next().expect("a kind");
            assert!(Kind::from_name(kind).is_some() || kind == "=", "{line}");
        }
    }
}

#[test]
fn sorting_order_has_kind_short() {
    for name in [
        "UnityEngine.Canvas",
        "UnityEngine.MeshRenderer",
        "UnityEngine.SpriteRenderer",
    ] {
        let kind = crate::declared_kind(name, "m_SortingOrder");
        assert_eq!(kind, Kind::from_name("short"), "{name}");
    }
}

#[test]
fn resize_of_canvas_in_standalone_has_enum_names() {
    let kind = crate::declared_kind("UnityEngine.Canvas", "m_UpdateRectTransformForStandalone");
    let Some(Kind::Enum(names)) = kind else {
        panic!("{kind:?}");
    };
    assert_eq!(names.list_values(), "Enabled = 0, Disabled = 1");
}
