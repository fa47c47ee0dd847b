//! Tests that compare all real scenes with independent counts and digests and with Unity's placeholders, and tests of
//! generated extreme cases.

mod bombs;
mod damage;
mod declarations;
mod overridden;
mod removed;
mod unread;

use super::*;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;
use tests_projects::{TinyProject, guid, instance, objects};
use unity_files::Project;

fn open(root: &Path) -> Library {
    Library::new(Arc::new(Project::open(root).expect("a project")))
}

fn paths(flat: &Flat) -> Vec<String> {
    let mut paths: Vec<String> = Vec::with_capacity(flat.objects.len());
    for object in &flat.objects {
        let parent = object.parent.map_or("", |at| paths[at as usize].as_str());
        paths.push(format!("{parent}/{}", object.name));
    }
    paths
}

fn digest(flat: &Flat) -> String {
    let mut lines: Vec<String> = paths(flat)
        .iter()
        .zip(&flat.objects)
        .filter(|(_, object)| !object.is_opaque())
        .map(|(path, object)| {
            let tag = if object.tag.is_empty() { "Untagged" } else { &object.tag };
            let active = u8::from(object.active);
            format!(
                "{path}\t{active}\t{tag}\t{}\t{}\n",
                object.layer,
                object.components.len()
            )
        })
        .collect();
    lines.sort();
    tests_projects::hex(&Sha256::digest(lines.concat()))
}

fn check_project(root: &Path, scenes: &[(String, serde_json::Value)]) {
    let mut library = open(root);
    let listed: Vec<String> = library
        .project()
        .scenes
        .iter()
        .map(|scene| scene.path.clone())
        .collect();
    assert_eq!(listed.len(), scenes.len(), "{listed:?}");
    for (path, expected) in scenes {
        assert!(listed.contains(path), "{path} is listed");
        let flat = library.scene(path).expect("a text scene");
        let counts = flat.counts;
        let number = |key: &str| expected[key].as_u64().expect("a number") as u32;
        assert_eq!(counts.objects, number("gameObjects"), "{path} objects");
        assert_eq!(counts.opaque, number("opaque"), "{path} opaque");
        assert_eq!(counts.rect_transforms, number("rectTransforms"), "{path} rects");
        assert_eq!(counts.components, number("components"), "{path} components");
        assert_eq!(counts.mono_behaviours, number("monoBehaviours"), "{path} behaviours");
        assert_eq!(counts.instances, number("prefabInstances"), "{path} instances");
        assert_eq!(counts.depth, number("depth"), "{path} depth");
        assert_eq!(digest(&flat), expected["cardsSha256"], "{path} cards");
        assert_placeholders(path, &flat.stripped);
        let positions: std::collections::HashSet<_> = flat.objects.iter().map(|o| (o.id, o.instance)).collect();
        assert_eq!(
            positions.len(),
            flat.objects.len(),
            "{path}: every object has its own key"
        );
        for object in &flat.objects {
            for component in &object.components {
                component_tree(component, library.types()).expect("a tree");
            }
        }
    }
    let project = Arc::clone(library.project());
    let prefabs = project.index.with_extension("prefab");
    for prefab in prefabs.into_iter().filter(|path| root.join(path).is_file()) {
        let flat = library.scene(prefab).expect("a text prefab");
        assert_placeholders(prefab, &flat.stripped);
        assert!(flat.counts.objects > 0, "{prefab}");
    }
    for (path, report) in library.prefab_reports() {
        assert_placeholders(&path, &report);
    }
}

#[track_caller]
fn assert_placeholders(path: &str, report: &StrippedReport) {
    assert_eq!(report.missing, Vec::<i64>::new(), "{path}: placeholders without object");
    assert_eq!(
        report.mismatched,
        Vec::<i64>::new(),
        "{path}: placeholders of another class"
    );
    assert_eq!(report.resolved + report.opaque, report.total, "{path}");
}

#[test]
fn expands_real_scenes_as_expected_without_changing_files() {
    let Some(folder) = tests_projects::folder() else { return };
    let before = tests_projects::tree_hash(&folder);
    let mut scenes = 0;
    for (name, expected) in tests_projects::expected(&folder) {
        scenes += expected.len();
        // An enabled build entry without its file would be listed as well; the fixtures have none.
        check_project(&folder.join(name), &expected);
    }
    assert_eq!(scenes, 44);
    assert_eq!(tests_projects::tree_hash(&folder), before);
}

#[test]
fn expands_real_scenes_identically_with_crlf() {
    let Some(folder) = tests_projects::folder() else { return };
    let copies = tempfile::tempdir().expect("a temporary folder");
    for (name, expected) in tests_projects::expected(&folder) {
        let copy = copies.path().join(&name);
        tests_projects::copy(&folder.join(&name), &copy, |bytes| {
            let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
            lines.join(&b"\r\n"[..])
        });
        check_project(&copy, &expected);
    }
}

#[test]
fn applies_overrides_to_nested_instances() {
    let project = TinyProject::new();
    project.asset(
        "Assets/Inner.prefab",
        &guid('a'),
        objects(&[(10, "Inner", 0), (20, "Leaf #1", 10)]),
    );
    let outer = objects(&[(30, "Outer", 0)])
        + &instance(
            100,
            &guid('a'),
            31,
            &[(20, "m_Name", "\"Leaf #2\""), (10, "m_IsActive", "0")],
        );
    project.asset("Assets/Outer.prefab", &guid('b'), outer);
    let leaf = 100 ^ 20;
    let scene = objects(&[(1, "Root", 0)]) + &instance(200, &guid('b'), 2, &[(leaf, "m_TagString", "Player")]);
    project.asset("Assets/Scene.unity", &guid('c'), scene);
    let mut library = open(project.root());
    let flat = library.scene("Assets/Scene.unity").expect("a scene");
    assert_eq!(
        paths(&flat),
        ["/Root", "/Root/Outer", "/Root/Outer/Inner", "/Root/Outer/Inner/Leaf #2"]
    );
    assert_eq!(&*flat.objects[3].tag, "Player");
    assert!(!flat.objects[2].active);
    assert_eq!(flat.counts.depth, 2);
    assert_eq!(flat.objects[3].id, leaf);
    assert_eq!(flat.objects[3].instance, 200);
    assert_eq!(flat.problems, Vec::<String>::new());
}

#[test]
fn component_tree_includes_overrides() {
    let project = TinyProject::new();
    let light = "--- !u!108 &50\nLight:\n  m_GameObject: {fileID: 10}\n  m_Enabled: 1\n  m_Color: {r: 1, g: 1}\n  m_Flare: {fileID: 0}\n  m_List:\n  - a: 1\n";
    project.asset("Assets/A.prefab", &guid('a'), objects(&[(10, "A", 0)]) + light);
    let changes = [
        (50, "m_Color.g", "0.5"),
        (50, "m_List.Array.size", "3"),
        (50, "'m_List.Array.data[2].a'", "7"),
        (50, "m_Gone.x", "1"),
    ];
    let scene = objects(&[(1, "Root", 0)]) + &instance(200, &guid('a'), 2, &changes);
    project.asset("Assets/S.unity", &guid('c'), scene);
    let mut library = open(project.root());
    let flat = library.scene("Assets/S.unity").expect("a scene");
    let tree = component_tree(&flat.objects[1].components[1], library.types())
        .expect("a tree")
        .expect("a text");
    let text = |node: Option<&unity_yaml::Node<'_>>| node.and_then(|n| n.text()).map(str::to_owned);
    assert_eq!(
        text(tree.get("m_Color").and_then(|c| c.get("g"))).as_deref(),
        Some("0.5")
    );
    let list = tree.get("m_List").expect("the list").items();
    assert_eq!(list.len(), 3);
    assert_eq!(text(list[2].get("a")).as_deref(), Some("7"));
}

#[test]
fn removes_and_adds_parts_of_prefab_instance() {
    let project = TinyProject::new();
    let rows = [(10, "P", 0), (20, "Gone", 10), (30, "Below", 20), (40, "Kept", 10)];
    let light = "--- !u!108 &50\nLight:\n  m_GameObject: {fileID: 40}\n";
    project.asset("Assets/P.prefab", &guid('a'), objects(&rows) + light);
    let scene = objects(&[(1, "First", 0)])
        + &instance(200, &guid('a'), 0, &[(11, "m_RootOrder", "0")])
            .replace("m_RemovedComponents: []", "m_RemovedComponents:\n    - {fileID: 50, guid: 0, type: 3}\n    m_RemovedGameObjects:\n    - {fileID: 20, guid: 0, type: 3}\n    m_AddedGameObjects:\n    - targetCorrespondingSourceObject: {fileID: 11}\n      insertIndex: 0\n      addedObject: {fileID: 61}")
        + "--- !u!4 &300 stripped\nTransform:\n  m_CorrespondingSourceObject: {fileID: 11, guid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, type: 3}\n  m_PrefabInstance: {fileID: 200}\n"
        + "--- !u!1 &60\nGameObject:\n  m_Component:\n  - component: {fileID: 61}\n  m_Name: Added\n  m_TagString: Untagged\n--- !u!4 &61\nTransform:\n  m_GameObject: {fileID: 60}\n  m_Children: []\n  m_Father: {fileID: 300}\n"
        + "--- !u!1660057539 &9223372036854775807\nSceneRoots:\n  m_Roots:\n  - {fileID: 200}\n  - {fileID: 2}\n";
    project.asset("Assets/S.unity", &guid('c'), scene);
    let flat = open(project.root()).scene("Assets/S.unity").expect("a scene");
    assert_eq!(paths(&flat), ["/P", "/P/Added", "/P/Kept", "/First"]);
    assert_eq!(flat.counts.components, 0);
    assert_eq!(flat.stripped.resolved, 1);
}

/// `insertIndex` is the index in the resulting list, for children and for components.
#[test]
fn inserts_added_parts_at_their_insert_index() {
    let project = TinyProject::new();
    let rows = [(10, "P", 0), (20, "A", 10), (30, "B", 10), (40, "C", 10)];
    let light = "--- !u!108 &50\nLight:\n  m_GameObject: {fileID: 10}\n";
    project.asset("Assets/P.prefab", &guid('a'), objects(&rows) + light);
    let lists = "m_RemovedComponents: []\n    m_AddedGameObjects:\n    - targetCorrespondingSourceObject: {fileID: 11}\n      insertIndex: 2\n      addedObject: {fileID: 61}\n    - targetCorrespondingSourceObject: {fileID: 11}\n      insertIndex: 1\n      addedObject: {fileID: 63}\n    - targetCorrespondingSourceObject: {fileID: 11}\n      insertIndex: -1\n      addedObject: {fileID: 65}\n    m_AddedComponents:\n    - targetCorrespondingSourceObject: {fileID: 10}\n      insertIndex: 1\n      addedObject: {fileID: 71}\n    - targetCorrespondingSourceObject: {fileID: 10}\n      insertIndex: -1\n      addedObject: {fileID: 70}";
    let placeholder = |id: i64, class: u32, name: &str, source: i64| {
        let guid = guid('a');
        format!(
            "--- !u!{class} &{id} stripped\n{name}:\n  m_CorrespondingSourceObject: {{fileID: {source}, guid: {guid}, type: 3}}\n  m_PrefabInstance: {{fileID: 200}}\n"
        )
    };
    let added = objects(&[(60, "X", 0), (62, "Y", 0), (64, "Z", 0)]);
    let added = added
        .split_once("com,2011:\n")
        .expect("a head")
        .1
        .replace("m_Father: {fileID: 0}", "m_Father: {fileID: 300}");
    let scene = objects(&[(1, "Root", 0)])
        + &instance(200, &guid('a'), 2, &[]).replace("m_RemovedComponents: []", lists)
        + &placeholder(300, 4, "Transform", 11)
        + &placeholder(301, 1, "GameObject", 10)
        + &added
        + "--- !u!65 &70\nBoxCollider:\n  m_GameObject: {fileID: 301}\n--- !u!33 &71\nMeshFilter:\n  m_GameObject: {fileID: 301}\n";
    project.asset("Assets/S.unity", &guid('c'), scene);
    let flat = open(project.root()).scene("Assets/S.unity").expect("a scene");
    let names: Vec<&str> = flat.objects[2..].iter().map(|object| &*object.name).collect();
    assert_eq!(names, ["A", "Y", "X", "B", "C", "Z"]);
    let classes: Vec<u32> = flat.objects[1].components.iter().map(|c| c.class).collect();
    assert_eq!(classes, [4, 33, 108, 65]);
}

#[test]
fn expands_scene_format_before_2018_3() {
    let project = TinyProject::new();
    let own = "--- !u!1001 &100100000\nPrefab:\n  m_Modification:\n    m_TransformParent: {fileID: 0}\n    m_Modifications: []\n  m_ParentPrefab: {fileID: 0}\n  m_RootGameObject: {fileID: 10}\n  m_IsPrefabParent: 1\n";
    let light = "--- !u!108 &50\nLight:\n  m_GameObject: {fileID: 10}\n";
    let prefab = objects(&[(10, "Old", 0)]).replace("- component:", "- 4:") + own + light;
    project.asset("Assets/Old.prefab", &guid('a'), prefab);
    let used = instance(200, &guid('a'), 2, &[(10, "m_Name", "New name")])
        .replace("PrefabInstance:", "Prefab:")
        .replace("m_SourcePrefab", "m_ParentPrefab");
    let placeholder = |id: i64, class: u32, name: &str, source: i64| {
        let guid = guid('a');
        format!(
            "--- !u!{class} &{id} stripped\n{name}:\n  m_PrefabParentObject: {{fileID: {source}, guid: {guid}, type: 2}}\n  m_PrefabInternal: {{fileID: 200}}\n"
        )
    };
    let added = "--- !u!65 &300\nBoxCollider:\n  m_PrefabInternal: {fileID: 0}\n  m_GameObject: {fileID: 210}\n";
    let scene = objects(&[(1, "Root", 0)])
        + &used
        + &placeholder(210, 1, "GameObject", 10)
        + &placeholder(211, 4, "Transform", 11)
        + added;
    project.asset("Assets/S.unity", &guid('c'), scene);
    let flat = open(project.root()).scene("Assets/S.unity").expect("a scene");
    assert_eq!(paths(&flat), ["/Root", "/Root/New name"]);
    assert_eq!(
        (flat.counts.instances, flat.counts.opaque, flat.counts.components),
        (1, 0, 2)
    );
    assert_eq!((flat.stripped.resolved, flat.stripped.total), (2, 2));
    let classes: Vec<u32> = flat.objects[1].components.iter().map(|c| c.class).collect();
    assert_eq!(classes, [4, 108, 65]);
}

#[test]
fn expands_model_as_one_opaque_object_and_keeps_its_children() {
    let project = TinyProject::new();
    project.asset("Assets/Hero.fbx", &guid('a'), [1, 2, 3]);
    let model = instance(200, &guid('a'), 2, &[(-8_679_921_383_154_817_045, "m_RootOrder", "0")]);
    let bone = format!(
        "--- !u!4 &400 stripped\nTransform:\n  m_CorrespondingSourceObject: {{fileID: 77, guid: {}, type: 3}}\n  m_PrefabInstance: {{fileID: 200}}\n",
        guid('a')
    );
    let sword = "--- !u!1 &60\nGameObject:\n  m_Component:\n  - component: {fileID: 61}\n  m_Name: Sword\n--- !u!4 &61\nTransform:\n  m_GameObject: {fileID: 60}\n  m_Children: []\n  m_Father: {fileID: 400}\n";
    project.asset(
        "Assets/S.unity",
        &guid('c'),
        objects(&[(1, "Root", 0)]) + &model + &bone + sword,
    );
    let flat = open(project.root()).scene("Assets/S.unity").expect("a scene");
    assert_eq!(paths(&flat), ["/Root", "/Root/Hero", "/Root/Hero/Sword"]);
    assert!(flat.objects[1].is_opaque() && !flat.objects[2].is_opaque());
    assert_eq!((flat.stripped.opaque, flat.stripped.missing.len()), (1, 0));
    assert!(
        flat.problems[0].contains("1 objects hang on parts of an instance"),
        "{:?}",
        flat.problems
    );
}

#[test]
fn reports_prefab_cycles_excessive_nesting_and_missing_sources() {
    let project = TinyProject::new();
    project.asset(
        "Assets/A.prefab",
        &guid('a'),
        objects(&[(10, "A", 0)]) + &instance(100, &guid('b'), 11, &[]),
    );
    project.asset(
        "Assets/B.prefab",
        &guid('b'),
        objects(&[(10, "B", 0)]) + &instance(100, &guid('a'), 11, &[]),
    );
    // Each level contains the next one eight times: 8^20 objects, if it were expanded.
    let level = |at: usize| format!("{:032x}", 0xabc0 + at);
    for at in 0..20 {
        let copies: String = (0..8)
            .map(|copy| instance(100 + copy, &level(at + 1), 11, &[]))
            .collect();
        project.asset(
            &format!("Assets/L{at}.prefab"),
            &level(at),
            objects(&[(10, "L", 0)]) + &copies,
        );
    }
    for at in 0..200 {
        let deep = |at: usize| format!("{:032x}", 0xd_0000 + at);
        let content = objects(&[(10, "D", 0)]) + &instance(100, &deep(at + 1), 11, &[]);
        project.asset(&format!("Assets/D{at}.prefab"), &deep(at), content);
    }
    let uses = |guid: &str| objects(&[(1, "Root", 0)]) + &instance(200, guid, 2, &[]);
    let table = [
        (uses(&guid('a')), "contains itself"),
        (uses(&level(0)), "more than 250000 objects"),
        (uses(&format!("{:032x}", 0xd_0000)), "nested deeper than 32 levels"),
        (uses(&guid('e')), "is no asset of the project"),
    ];
    for (scene, expected) in table {
        project.asset("Assets/S.unity", &guid('c'), scene);
        let mut library = open(project.root());
        let flat = library.scene("Assets/S.unity").expect("a scene");
        let problems = library.problems_of(&flat);
        assert!(
            problems.iter().any(|p| p.contains(expected)),
            "{expected}: {problems:?}"
        );
        assert!(flat.counts.opaque > 0);
        assert!(flat.objects.len() <= MAX_OBJECTS + 1);
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        failure_persistence: None,
        ..proptest::prelude::ProptestConfig::with_cases(1_000)
    })]

    #[test]
    fn mutated_scenes_never_panic(
        edits in proptest::collection::vec((proptest::prelude::any::<proptest::sample::Index>(), 0_usize..12), 1..6),
    ) {
        let project = TinyProject::new();
        let rows = [(10, "P", 0), (20, "Q", 10)];
        project.asset("Assets/P.prefab", &guid('a'), objects(&rows));
        let mut library = open(project.root());
        let mut scene = objects(&[(1, "Root", 0), (3, "Child", 1)])
            + &instance(200, &guid('a'), 4, &[(20, "m_Name", "X"), (11, "m_RootOrder", "1")])
            + "--- !u!4 &300 stripped\nTransform:\n  m_CorrespondingSourceObject: {fileID: 11, guid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, type: 3}\n  m_PrefabInstance: {fileID: 200}\n";
        for (index, kind) in edits {
            let pieces = ["10", "0", "-1", "\n", " ", "{", "}", "- ", "&", "200", ": ", "\""];
            let places: Vec<usize> = scene.char_indices().map(|(at, _)| at).collect();
            let at = places[index.index(places.len())];
            let end = (at + kind).min(scene.len());
            scene.replace_range(at..end, pieces[kind]);
        }
        if let Ok(flat) = library.scene_from("Assets/S.unity", scene.into_bytes()) {
            for component in flat.objects.iter().flat_map(|object| &object.components) {
                let _ = component_tree(component, library.types());
            }
            paths(&flat);
        }
    }
}
