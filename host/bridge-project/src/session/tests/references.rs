//! Tests that the references of every component of the real projects resolve to the objects that the files specify.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::ObjectId;
use host_project_world::world::NodeAt;
use unity_fields::class;
use unity_project::expand::component_tree;
use unity_yaml::Node;

pub(crate) fn open(root: &std::path::Path) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::All,
        ..ProjectOptions::new(root)
    };
    Session::open(root, &options, &|_, _| true).expect("a project")
}

fn nodes(session: &Session) -> Vec<NodeAt> {
    let places = 0..session.world.count();
    places.filter_map(|place| session.world.node_at_place(place)).collect()
}

/// Every component has a reference to its object. The reference must resolve to this object, also in nested prefab
/// instances.
#[test]
fn resolves_owner_of_every_component_and_parent_of_every_transform() {
    let Some(folder) = tests_projects::folder() else { return };
    let (mut owners, mut fathers, mut nested) = (0, 0, 0);
    for (name, _) in tests_projects::expected(&folder) {
        let session = open(&folder.join(name));
        for at in nodes(&session) {
            let parent = session.world.node(at).expect("a node").parent;
            let object = session.world.object(at).expect("an object");
            if object.is_opaque() {
                continue;
            }
            for component in session.world.components(at) {
                let tree = component_tree(component, session.library.types())
                    .expect("a tree")
                    .expect("a document");
                let owner = tree.get("m_GameObject").map(Node::file_ref).unwrap_or_default();
                let found = session.view().resolve_reference(at, component, owner);
                assert_eq!(found, Some((at, None)), "{} {}", object.name, component.id);
                owners += 1;
                nested +=
                    u32::from(object.instance != 0 && !component.is_in(&session.world.flat(at).expect("a file").file));
                let father = tree
                    .get("m_Father")
                    .map(Node::file_ref)
                    .filter(|father| father.file_id != 0);
                if let Some(father) = father.filter(|_| class::is_transform(component.class)) {
                    assert_eq!(
                        session.view().resolve_reference(at, component, father),
                        parent.map(|at| (at, Some(0)))
                    );
                    fathers += 1;
                }
            }
        }
    }
    assert!(
        owners > 4_000 && fathers > 1_000 && nested > 300,
        "{owners} {fathers} {nested}"
    );
}

/// The content and the viewport of a ScrollRect must resolve to RectTransforms below it.
#[test]
fn resolves_content_and_viewport_of_scroll_rects() {
    let Some(folder) = tests_projects::folder() else { return };
    let mut found = 0;
    for (name, _) in tests_projects::expected(&folder) {
        let session = open(&folder.join(name));
        let types = session.library.types();
        for at in nodes(&session) {
            for component in session.world.components(at) {
                if &*types.name(component.kind) != "UnityEngine.UI.ScrollRect" {
                    continue;
                }
                let tree = component_tree(component, session.library.types())
                    .expect("a tree")
                    .expect("a document");
                for field in ["m_Content", "m_Viewport"] {
                    let file = tree.get(field).map(Node::file_ref).unwrap_or_default();
                    if file.file_id == 0 {
                        continue;
                    }
                    let (target, position) = session.view().resolve_reference(at, component, file).expect(field);
                    assert!(session.world.is_below(target, at), "{field}");
                    let target = session.world.components(target).get(position.expect("a component"));
                    assert_eq!(target.expect("it").class, class::RECT_TRANSFORM);
                    found += 1;
                }
            }
        }
    }
    assert!(found >= 2, "{found}");
}

/// Overrides of an instance refer to objects of the scene; values of a nested prefab refer to that prefab.
#[test]
fn resolves_sample_references_through_nested_instances() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let session = open(&root);
    let mut seen: Vec<(ObjectId, ObjectId)> = Vec::new();
    let mut gone: Vec<String> = Vec::new();
    for at in nodes(&session) {
        for component in session.world.components(at) {
            let Ok(Some(tree)) = component_tree(component, session.library.types()) else {
                continue;
            };
            for (key, value) in tree.entries() {
                let file = value.file_ref();
                if value.get("fileID").is_none() || file.file_id == 0 || !file.guid.is_none() {
                    continue;
                }
                let editor_only = ["m_PrefabInstance", "m_CorrespondingSourceObject", "m_PrefabAsset"];
                if editor_only.contains(&&**key) || key == "m_Father" {
                    continue;
                }
                let Some((target, _)) = session.view().resolve_reference(at, component, file) else {
                    // The lid of one crate of the sample is removed.
                    gone.push(key.to_string());
                    continue;
                };
                let id = |at| session.world.node(at).expect("a node").id;
                seen.push((id(at), id(target)));
            }
        }
    }
    assert!(seen.iter().any(|(from, to)| from != to), "{seen:?}");
    assert_eq!(gone, ["lid"]);
}
