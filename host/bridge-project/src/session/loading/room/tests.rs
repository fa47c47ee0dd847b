//! Tests of closing scenes to free memory, and of scenes that do not fit into the memory limit.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{
    BridgeErrorKind, Command, Event, ObjectFilter, ObjectId, PageRequest, Replied, Reply, SceneCard, SceneFilter,
    SceneId,
};
use tests_projects::{TinyProject, guid, objects};

/// The memory limit of a session in bytes. Half of it is for loaded scenes: enough for 1.5 of the test scenes.
const MEMORY: usize = 4 * 1024 * 1024;

fn page() -> PageRequest {
    PageRequest {
        offset: 0,
        limit: 10,
        max_bytes: 64 * 1024,
        cursor: None,
    }
}

fn scene(name: &str) -> String {
    let rows: Vec<(i64, &str, i64)> = (0..900).map(|at| (10 + at * 2, name, 0)).collect();
    objects(&rows)
}

fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), scene("A"));
    project.asset("Assets/B.unity", &guid('b'), scene("B"));
    let huge: String = (0..3).map(|_| scene("C")).collect();
    project.asset("Assets/C.unity", &guid('c'), huge);
    project
}

fn open(project: &TinyProject, open: OpenScenes, memory: usize) -> Session {
    let options = ProjectOptions {
        open,
        memory,
        ..ProjectOptions::new(project.root())
    };
    Session::open(project.root(), &options, &|_, _| true).expect("a project")
}

fn cards(session: &mut Session) -> Vec<SceneCard> {
    let filter = SceneFilter::default();
    match session
        .run(Command::ListScenes { filter, page: page() })
        .expect("scenes")
        .reply
    {
        Reply::Scenes(page) => page.items,
        other => panic!("{other:?}"),
    }
}

fn loaded_flags(session: &mut Session) -> Vec<bool> {
    cards(session).iter().map(|card| card.is_loaded).collect()
}

fn open_scene(session: &mut Session, scene: u32) -> Replied {
    session
        .run(Command::OpenScene {
            scene: SceneId(scene),
            additive: None,
        })
        .expect("a scene")
}

fn is_active(session: &mut Session, object: i64) -> bool {
    match session
        .run(Command::GetObject {
            object: ObjectId(object),
        })
        .expect("an object")
        .reply
    {
        Reply::Object(card) => card.active,
        other => panic!("{other:?}"),
    }
}

#[test]
fn closes_a_scene_to_open_another() {
    let project = project();
    let mut session = open(&project, OpenScenes::First, MEMORY);
    let replied = open_scene(&mut session, 1);
    let note = &replied.diagnostics[0];
    assert!(
        note.contains("scn:0 (Assets/A.unity) was closed") && note.contains("project.memory"),
        "{note}"
    );
    assert_eq!(loaded_flags(&mut session), [false, true, false]);
    let expected = Event::ScenesChanged {
        added: vec![SceneId(1)],
        removed: vec![SceneId(0)],
        changed: Vec::new(),
    };
    assert!(session.take_events().contains(&expected));
    let gone = session
        .run(Command::GetObject { object: ObjectId(1) })
        .expect_err("closed");
    assert!(gone.hint.expect("a hint").contains("open it first"));
    open_scene(&mut session, 0);
    assert_eq!(loaded_flags(&mut session), [true, false, false]);
}

#[test]
fn does_not_close_a_scene_with_unsaved_changes() {
    let project = project();
    let mut session = open(&project, OpenScenes::First, MEMORY);
    let object = ObjectId(1);
    session
        .run(Command::SetActive { object, active: false })
        .expect("a change");
    let command = Command::OpenScene {
        scene: SceneId(1),
        additive: None,
    };
    let refused = session.run(command).expect_err("no room");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady);
    assert!(
        refused.message.contains("Assets/B.unity") && refused.message.contains("changes that are not saved"),
        "{refused}"
    );
    let hint = refused.hint.expect("a hint");
    assert!(
        hint.contains("save") && hint.contains("undo") && hint.contains("project.memory"),
        "{hint}"
    );
    assert_eq!(loaded_flags(&mut session), [true, false, false]);
    assert!(!is_active(&mut session, 1) && is_active(&mut session, 2));
    // While there are edits, no message suggests opening the scene alone, which would be rejected again.
    let told = |session: &mut Session| cards(session).remove(1).problem.expect("a problem");
    let kept = told(&mut session);
    assert!(
        !kept.contains("open it by itself") && kept.ends_with("Assets/A.unity"),
        "{kept}"
    );
    let problems = session.project_info().problems;
    assert!(problems.iter().any(|line| line.ends_with(&kept)), "{problems:?}");
    session
        .run(Command::UndoEdits {
            entries: vec![1],
            digest: None,
            touches: host_bridge::EditTouches::default(),
        })
        .expect("undone");
    let told = told(&mut session);
    assert!(told.contains("open it by itself"), "{told}");
    open_scene(&mut session, 1);
    assert_eq!(loaded_flags(&mut session), [false, true, false]);
}

#[test]
fn rejects_scene_beyond_memory_limit_without_closing_others() {
    let project = project();
    let mut session = open(&project, OpenScenes::First, MEMORY);
    for _ in 0..2 {
        let filter = ObjectFilter {
            scene: Some(SceneId(2)),
            ..ObjectFilter::default()
        };
        let refused = session
            .run(Command::ListObjects { filter, page: page() })
            .expect_err("too large");
        assert_eq!(refused.kind, BridgeErrorKind::NotReady);
        assert!(refused.message.contains("scn:2 (Assets/C.unity)"), "{refused}");
        assert!(refused.hint.expect("a hint").contains("project.memory"));
    }
    assert_eq!(loaded_flags(&mut session), [true, false, false]);
    let problem = cards(&mut session).remove(2).problem.expect("a problem");
    assert!(problem.contains("memory"), "{problem}");
    assert!(
        session
            .project_info()
            .problems
            .iter()
            .any(|line| line.contains("Assets/C.unity") && line.contains("memory"))
    );
    assert!(is_active(&mut session, 1));
}

#[test]
fn startup_loads_scenes_within_memory_and_reports_the_others() {
    let project = project();
    let mut session = open(&project, OpenScenes::All, MEMORY);
    assert_eq!(loaded_flags(&mut session), [true, false, false]);
    let problem = cards(&mut session).remove(1).problem.expect("a problem");
    assert!(
        problem.contains("leave no room") && problem.contains("open it by itself"),
        "{problem}"
    );
    let listed = |session: &mut Session| {
        let filter = ObjectFilter::default();
        let replied = session.run(Command::ListObjects { filter, page: page() });
        replied.expect("objects").diagnostics
    };
    let told = listed(&mut session);
    assert_eq!(told.len(), 2, "{told:?}");
    for (note, path) in told.iter().zip(["Assets/B.unity", "Assets/C.unity"]) {
        assert!(
            note.contains(path) && note.contains("is not among them") && note.contains("memory"),
            "{note}"
        );
    }
    // A caller who finds the object gets no notes on other scenes; a caller who does not may have meant an object in
    // them.
    for (path, is_told) in [("/A", false), ("/Nobody", true)] {
        let path = path.to_owned();
        let found = session.run(Command::FindObjects { path, page: page() });
        let told = found.expect("an answer").diagnostics;
        assert_eq!(
            told.iter().any(|note| note.contains("Assets/B.unity")),
            is_told,
            "{told:?}"
        );
    }
    open_scene(&mut session, 1);
    assert_eq!(loaded_flags(&mut session), [false, true, false]);
    assert_eq!(cards(&mut session).remove(1).problem, None);
    let mut roomy = open(&project, OpenScenes::All, 16 * MEMORY);
    assert_eq!(loaded_flags(&mut roomy), [true, true, true]);
}
