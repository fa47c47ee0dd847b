//! Tests that files of a few kilobytes that would expand to gigabytes are rejected before the expansion.

use super::*;
use unity_files::{AssetProblem, Excess};
use unity_yaml::{MAX_VALUES, TreeProblemKind};

const MIB: usize = 1024 * 1024;

fn level(at: usize) -> String {
    format!("{:032x}", 0xb0_0000 + at)
}

/// Writes prefabs in `levels` levels, each with `copies` instances of the next; the last has `lights` components.
fn bomb(project: &TinyProject, levels: usize, copies: i64, lights: i64) -> usize {
    let mut bytes = 0;
    for at in 0..levels {
        let inner: String = (0..copies)
            .map(|copy| instance(100 + copy, &level(at + 1), 11, &[]))
            .collect();
        let text = objects(&[(10, "L", 0)]) + &inner;
        bytes += text.len();
        project.asset(&format!("Assets/L{at}.prefab"), &level(at), text);
    }
    let all: String = (0..lights)
        .map(|id| format!("--- !u!108 &{}\nLight:\n  m_GameObject: {{fileID: 10}}\n", 50 + id))
        .collect();
    let text = objects(&[(10, "Lamp", 0)]) + &all;
    bytes += text.len();
    project.asset("Assets/Lamp.prefab", &level(levels), text);
    bytes
}

fn using(guid: &str) -> String {
    objects(&[(1, "Root", 0)]) + &instance(200, guid, 2, &[])
}

fn library_with_memory(project: &TinyProject, memory: usize) -> Library {
    Library::with_memory(Arc::new(Project::open(project.root()).expect("a project")), memory)
}

/// Expands a file that must be rejected, and returns the error.
fn expect_refusal(library: &mut Library, path: &str) -> AssetProblem {
    match library.scene(path) {
        Ok(_) => panic!("{path} was expanded"),
        Err(problem) => problem,
    }
}

#[test]
fn rejects_multiplied_components_and_serves_other_scenes() {
    let project = TinyProject::new();
    // 8^6 objects with a hundred components each: 26 million components, some gigabytes.
    let bytes = bomb(&project, 6, 8, 100);
    assert!(bytes < 30_000, "{bytes}");
    project.asset("Assets/Bomb.unity", &guid('c'), using(&level(0)));
    project.asset("Assets/Small.unity", &guid('d'), using(&level(6)));
    let mut library = library_with_memory(&project, 32 * MIB);
    for _ in 0..2 {
        let refused = expect_refusal(&mut library, "Assets/Bomb.unity");
        assert_eq!(
            refused,
            AssetProblem::OverBudget {
                excess: Excess::Memory { limit: 32 * MIB }
            }
        );
        assert!(refused.with_remedy().contains("project.memory"), "{refused}");
        let small = library.scene("Assets/Small.unity").expect("a scene");
        assert_eq!(small.counts.components, 100);
        assert!(library.kept_bytes() <= 16 * MIB);
    }
}

#[test]
fn rejects_scene_whose_removed_prefab_copies_exceed_budget() {
    let project = TinyProject::new();
    bomb(&project, 5, 8, 1);
    // Each copy has all of its objects removed, so that none of them is ever added to the scene.
    let removed = |id: i64| {
        instance(id, &level(0), 2, &[]).replace(
            "m_RemovedComponents: []",
            "m_RemovedComponents: []\n    m_RemovedGameObjects:\n    - {fileID: 10, guid: 0, type: 3}",
        )
    };
    let scene: String = (0..1_000).map(|at| removed(1_000 + at)).collect();
    project.asset("Assets/S.unity", &guid('c'), objects(&[(1, "Root", 0)]) + &scene);
    let refused = expect_refusal(&mut library_with_memory(&project, 1024 * MIB), "Assets/S.unity");
    assert!(matches!(refused, AssetProblem::OverBudget { .. }), "{refused}");
}

#[test]
fn evicts_and_rereads_prefabs_within_memory_limit() {
    let project = TinyProject::new();
    let rows: Vec<(i64, &str, i64)> = (0..600)
        .map(|at| (10 + at * 2, "Part", if at == 0 { 0 } else { 10 }))
        .collect();
    for digit in '0'..='9' {
        let broken = instance(90_000, &guid('f'), 11, &[]);
        project.asset(
            &format!("Assets/P{digit}.prefab"),
            &level(digit as usize),
            objects(&rows) + &broken,
        );
    }
    let all: String = ('0'..='9')
        .zip(200..)
        .map(|(digit, id)| instance(id, &level(digit as usize), 2, &[]))
        .collect();
    project.asset("Assets/All.unity", &guid('c'), objects(&[(1, "Root", 0)]) + &all);
    let whole = open(project.root()).scene("Assets/All.unity").expect("a scene");
    let mut tight = library_with_memory(&project, 7 * MIB);
    for _ in 0..2 {
        let again = tight.scene("Assets/All.unity").expect("a scene");
        assert_eq!(digest(&again), digest(&whole));
        // Problems of an evicted prefab are still reported.
        assert_eq!(tight.problems_of(&again).len(), 10, "{:?}", tight.problems_of(&again));
    }
    let mut tiny = library_with_memory(&project, 4 * MIB);
    expect_refusal(&mut tiny, "Assets/All.unity");
    assert!(tiny.kept_bytes() <= 4 * MIB);
}

#[test]
fn rejects_scene_with_too_long_object_paths() {
    let project = TinyProject::new();
    bomb(&project, 4, 8, 1);
    let long = "n".repeat(100_000);
    let named = using(&level(0)).replace("m_Name: Root", &format!("m_Name: {long}"));
    project.asset("Assets/S.unity", &guid('c'), named);
    let refused = expect_refusal(&mut open(project.root()), "Assets/S.unity");
    assert!(matches!(refused, AssetProblem::LongPaths { .. }), "{refused}");
}

#[test]
fn rejects_document_with_too_many_values() {
    let list = ",".repeat(2 * MAX_VALUES + 10);
    let text = format!("%YAML 1.1\n--- !u!114 &1\nMonoBehaviour:\n  m_X: [{list}]\n");
    let file = unity_yaml::File::parse(text.as_bytes()).expect("a file");
    let document = file.documents().next().expect("a document");
    let field = document.field("m_X").expect("the field");
    for tree in [document.tree(), field.node()] {
        assert!(tree.is_err_and(|refused| refused.kind == TreeProblemKind::TooMany));
    }
}
