//! The tables compared with the parser, and with files that Unity wrote in real projects.

use super::*;
use crate::expand::{Library, Source};
use crate::fields::shape;
use crate::project::Project;
use std::collections::BTreeMap;
use std::sync::Arc;
use unity_yaml::Node;

fn document(spec: &Spec) -> String {
    format!("%YAML 1.1\n--- !u!{} &1\nX:\n{}", spec.class, spec.fields)
}

#[test]
fn every_type_of_the_tables_is_a_document_whose_kinds_fit() {
    assert!(ALL.len() > 65, "{}", ALL.len());
    for spec in ALL.keys().filter_map(|name| of_type(name)) {
        let source = Source::new("table", document(spec).into_bytes()).expect("a source");
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
            assert!(of_type(required).is_some(), "{} needs {required}", spec.name);
        }
    }
}

/// A note without a kind would be ignored silently.
#[test]
fn every_note_is_understood() {
    for line in TABLES.iter().flat_map(|table| table.lines()) {
        if let Some((_, note)) = line.split_once(" ~ ").filter(|_| !line.starts_with('#')) {
            let kind = note.split_whitespace().next().expect("a kind");
            assert!(Kind::named(kind).is_some() || kind == "=", "{line}");
        }
    }
}

/// Unity wrote every field of the tables for that type in some real project of a similar version.
#[test]
fn the_tables_hold_the_fields_that_unity_writes() {
    let Some(folder) = tests_projects::folder() else { return };
    let mut met: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (name, _) in tests_projects::expected(&folder) {
        let project = Arc::new(Project::open(&folder.join(name)).expect("a project"));
        let mut library = Library::new(Arc::clone(&project));
        for scene in &project.scenes {
            let Ok(flat) = library.scene(&scene.path) else { continue };
            for component in flat.objects.iter().flat_map(|object| &object.components) {
                let name = library.types().name(component.kind);
                let Some(spec) = of_type(&name) else { continue };
                assert_eq!(spec.class, component.class, "{name}");
                let Some((source, at)) = &component.text else { continue };
                let document = source.document(*at).expect("a document");
                met.entry(spec.name)
                    .or_default()
                    .extend(document.fields().map(|field| field.key().to_owned()));
            }
        }
    }
    let mut unknown = Vec::new();
    for (name, keys) in &met {
        let spec = of_type(name).expect("it");
        let text = document(spec);
        let source = Source::new("table", text.into_bytes()).expect("a source");
        let fields = source.document(0).expect("a document");
        for field in fields
            .fields()
            .filter(|field| !keys.iter().any(|key| key == field.key()))
        {
            unknown.push(format!("{name} {}", field.key()));
        }
    }
    assert!(met.len() > 30, "{:?}", met.keys());
    // 2022.3 writes these only under conditions that no project here has.
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn orders_of_sorting_have_sixteen_bits() {
    for name in [
        "UnityEngine.Canvas",
        "UnityEngine.MeshRenderer",
        "UnityEngine.SpriteRenderer",
    ] {
        let kind = crate::fields::declared(name, "m_SortingOrder");
        assert_eq!(kind, Kind::named("short"), "{name}");
    }
}
