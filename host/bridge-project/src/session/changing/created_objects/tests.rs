//! Tests of created objects on a small project: their ids, lists, edits and reloads.

mod canvas;

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{
    BridgeErrorKind, Command, NewObject, ObjectCard, ObjectFilter, ObjectId, PageRequest, Replied, Reply, SceneId,
    TestUi, Vector3,
};
use host_project_watch::watch::WatchMode;
use tests_projects::{TinyProject, guid, objects};
use unity_files::DiskChange;

const SCENE: &str = "Assets/A.unity";

fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset(
        SCENE,
        &guid('a'),
        objects(&[(10, "First", 0), (20, "Child", 10), (30, "Second", 0)]),
    );
    project.asset("Assets/B.unity", &guid('b'), objects(&[(10, "Other", 0)]));
    project
}

fn open(project: &TinyProject) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::All,
        watch: WatchMode::Off,
        ..ProjectOptions::new(project.root())
    };
    Session::open(project.root(), &options, &|_, _| true).expect("a project")
}

fn new(name: &str) -> NewObject {
    NewObject {
        name: name.to_owned(),
        parent: None,
        scene: None,
        position: Vector3::default(),
        components: Vec::new(),
    }
}

fn create(session: &mut Session, object: NewObject) -> ObjectId {
    match session.run(Command::CreateObject { object }).expect("an object").reply {
        Reply::Created(id) => id,
        other => panic!("{other:?}"),
    }
}

fn cards(session: &mut Session, filter: ObjectFilter) -> Vec<ObjectCard> {
    let page = PageRequest {
        offset: 0,
        limit: 500,
        max_bytes: 1 << 20,
        cursor: None,
    };
    match session
        .run(Command::ListObjects { filter, page })
        .expect("a page")
        .reply
    {
        Reply::Objects(page) => page.items,
        other => panic!("{other:?}"),
    }
}

fn paths(session: &mut Session) -> Vec<String> {
    let all = cards(session, ObjectFilter::default());
    all.into_iter().map(|card| card.path).collect()
}

fn touch(session: &mut Session, path: &str) {
    session.disk_changed(&DiskChange {
        assets: [path.to_owned()].into(),
        ..DiskChange::default()
    });
}

#[test]
fn created_objects_are_listed_moved_and_kept_across_reloads() {
    let project = project();
    let mut session = open(&project);
    let root = create(&mut session, new("Made: \"x\" \\ #1"));
    assert_eq!(root, ObjectId(900_001));
    let below = create(
        &mut session,
        NewObject {
            parent: Some(ObjectId(1)),
            position: Vector3 {
                x: 1.5,
                y: 0.0,
                z: -2.0,
            },
            ..new("Below")
        },
    );
    let expected = [
        "/First",
        "/First/Child",
        "/First/Below",
        "/Second",
        "/Made: \"x\" \\ #1",
        "/Other",
    ];
    assert_eq!(paths(&mut session), expected);
    let found = cards(
        &mut session,
        ObjectFilter {
            name: Some("BELOW".to_owned()),
            ..ObjectFilter::default()
        },
    );
    assert_eq!(
        (found[0].id, found[0].parent, found[0].component_count),
        (below, Some(ObjectId(1)), 1)
    );
    assert_eq!((&*found[0].tag, found[0].global_id.as_deref()), ("Untagged", None));

    session
        .run(Command::Reparent {
            object: root,
            parent: Some(below),
        })
        .expect("a move");
    session
        .run(Command::SetActive {
            object: below,
            active: false,
        })
        .expect("a flag");
    project.asset(
        SCENE,
        &guid('a'),
        objects(&[(10, "First", 0), (30, "Renamed", 0), (40, "New", 0)]),
    );
    touch(&mut session, SCENE);
    let expected = [
        "/First",
        "/First/Below",
        "/First/Below/Made: \"x\" \\ #1",
        "/Renamed",
        "/New",
        "/Other",
    ];
    assert_eq!(paths(&mut session), expected);
    let card = cards(&mut session, ObjectFilter::default()).swap_remove(2);
    assert_eq!((card.id, card.active, card.active_in_hierarchy), (root, true, false));

    session
        .run(Command::DestroyObject { object: below })
        .expect("a destruction");
    touch(&mut session, SCENE);
    assert_eq!(paths(&mut session), ["/First", "/Renamed", "/New", "/Other"]);
    assert_eq!(create(&mut session, new("Later")), ObjectId(900_003));
}

#[test]
fn creates_object_in_the_requested_scene() {
    let project = project();
    let mut session = open(&project);
    let object = NewObject {
        scene: Some(SceneId(1)),
        ..new("There")
    };
    assert_eq!(create(&mut session, object), ObjectId(1_900_001));
    assert_eq!(paths(&mut session).last().map(String::as_str), Some("/There"));
    let object = NewObject {
        scene: Some(SceneId(0)),
        parent: Some(ObjectId(1_900_001)),
        ..new("Torn")
    };
    let problem = session.run(Command::CreateObject { object }).expect_err("two scenes");
    assert_eq!(problem.kind, BridgeErrorKind::InvalidArgument);
    assert!(
        problem.message.contains("scn:0") && problem.message.contains("scn:1"),
        "{}",
        problem.message
    );
}

#[test]
fn rejects_invalid_new_objects_and_changes_nothing() {
    let project = project();
    let mut session = open(&project);
    let before = paths(&mut session);
    let invalid = || BridgeErrorKind::InvalidArgument;
    let with = |components: &[&str]| NewObject {
        components: components.iter().map(|name| (*name).to_owned()).collect(),
        ..new("Bad")
    };
    let cases = [
        (new("a\nb"), invalid(), "control character"),
        (new(&"x".repeat(1_025)), invalid(), "1025 bytes"),
        (with(&["UnityEngine.Transform"]), invalid(), "UnityEngine.Transform"),
        (
            NewObject {
                parent: Some(ObjectId(77)),
                ..new("Bad")
            },
            BridgeErrorKind::NotFound,
            "obj:77",
        ),
        (
            NewObject {
                scene: Some(SceneId(9)),
                ..new("Bad")
            },
            BridgeErrorKind::NotFound,
            "scn:9",
        ),
        (
            NewObject {
                position: Vector3 {
                    x: 0.0,
                    y: f64::NAN,
                    z: 0.0,
                },
                ..new("Bad")
            },
            invalid(),
            "position.y",
        ),
    ];
    for (object, kind, text) in cases {
        let problem = session.run(Command::CreateObject { object }).expect_err(text);
        assert_eq!(problem.kind, kind, "{text}");
        assert!(problem.message.contains(text), "{}", problem.message);
    }
    let object = with(&["No.Such.Component"]);
    let problem = session
        .run(Command::CreateObject { object })
        .expect_err("an unknown component");
    assert!(problem.message.contains("No.Such.Component"), "{}", problem.message);
    assert_eq!(paths(&mut session), before);
    assert_eq!(session.project_info().session_edits, 0);
    touch(&mut session, SCENE);
    assert_eq!(paths(&mut session), before);
}

#[test]
fn creates_object_with_components_and_the_required_transform() {
    let project = project();
    let mut session = open(&project);
    let kinds = |session: &mut Session, object: ObjectId| -> Vec<String> {
        let page = PageRequest {
            offset: 0,
            limit: 50,
            max_bytes: 1 << 16,
            cursor: None,
        };
        match session
            .run(Command::ListComponents { object, page })
            .expect("a page")
            .reply
        {
            Reply::Components(page) => page.items.into_iter().map(|card| card.type_name).collect(),
            other => panic!("{other:?}"),
        }
    };
    let with = |parent: Option<ObjectId>, components: &[&str]| NewObject {
        parent,
        components: components.iter().map(|name| (*name).to_owned()).collect(),
        ..new("Made")
    };
    let eye = create(
        &mut session,
        with(None, &["UnityEngine.Camera", "UnityEngine.BoxCollider"]),
    );
    let expected = ["UnityEngine.Transform", "UnityEngine.Camera", "UnityEngine.BoxCollider"];
    assert_eq!(kinds(&mut session, eye), expected);
    let canvas = create(&mut session, with(None, &["UnityEngine.Canvas"]));
    let image = create(&mut session, with(Some(canvas), &["UnityEngine.UI.Image"]));
    let plain = create(&mut session, with(Some(image), &[]));
    let rect = "UnityEngine.RectTransform";
    assert_eq!(kinds(&mut session, canvas), [rect, "UnityEngine.Canvas"]);
    assert_eq!(
        kinds(&mut session, image),
        [rect, "UnityEngine.CanvasRenderer", "UnityEngine.UI.Image"]
    );
    assert_eq!(kinds(&mut session, plain), [rect]);
    assert_eq!(session.project_info().session_edits, 4);
    touch(&mut session, SCENE);
    assert_eq!(kinds(&mut session, eye), expected);
    assert_eq!(kinds(&mut session, image).len(), 3);
}
