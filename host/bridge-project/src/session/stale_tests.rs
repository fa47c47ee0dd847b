//! Tests of outdated or invalid ids and indexes in all read commands.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{
    BridgeErrorKind, Command, CursorPage, ObjectFilter, ObjectId, PageRequest, ReferenceTarget, SceneId, ScreenPoint,
    UsersRequest, ValuesRequest, Viewer,
};
use host_project_watch::watch::WatchMode;
use host_project_world::world::NodeAt;
use tests_projects::{TinyProject, guid, objects};

/// Opens a project with a loaded scene with a destroyed object, a scene that is not loaded, and a prefab.
fn session() -> (TinyProject, Session) {
    let project = TinyProject::new();
    let text = objects(&[(1, "A", 0), (3, "B", 1), (5, "C", 0)]);
    project.asset("Assets/A.unity", &guid('a'), &text);
    project.asset("Assets/B.unity", &guid('b'), &text);
    project.asset("Assets/P.prefab", &guid('c'), objects(&[(1, "P", 0)]));
    let options = ProjectOptions {
        open: OpenScenes::First,
        watch: WatchMode::Off,
        ..ProjectOptions::new(project.root())
    };
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    let destroy = Command::DestroyObject { object: ObjectId(1) };
    session.run(destroy).expect("destroyed");
    (project, session)
}

const NUMBERS: [i64; 14] = [
    i64::MIN,
    -1,
    0,
    1,
    2,
    4,
    899_999,
    900_001,
    1_000_001,
    1_000_004,
    1_000_000_000_001,
    1_000_000_000_009,
    1 << 50,
    i64::MAX,
];

fn read_commands(object: ObjectId) -> Vec<Command> {
    let scene = SceneId(u32::try_from(object.0).unwrap_or(u32::MAX));
    let page = || PageRequest {
        offset: u32::MAX,
        limit: 500,
        max_bytes: 1 << 16,
        cursor: None,
    };
    let cursor = || CursorPage {
        limit: 500,
        cursor: None,
        max_bytes: 1 << 16,
    };
    let viewer = || Viewer {
        camera: Some(object),
        scene: Some(scene),
    };
    let mut commands = vec![
        Command::GetObject { object },
        Command::ListComponents { object, page: page() },
        Command::ListOverrides { object, page: cursor() },
        Command::CompareObjects {
            first: object,
            second: ObjectId(3),
            page: cursor(),
        },
        Command::ReadValues {
            request: ValuesRequest {
                objects: vec![object],
                types: Vec::new(),
                paths: vec!["localPosition.x".to_owned()],
                items: 0,
                page: cursor(),
            },
        },
        Command::FindUsers {
            request: UsersRequest {
                target: ReferenceTarget::Object(object),
                places: Vec::new(),
                page: cursor(),
            },
        },
        Command::PickUi {
            at: ScreenPoint {
                x: Some(1.0),
                y: Some(0.0),
                normalized: true,
            },
            viewer: viewer(),
        },
        Command::ListObjects {
            filter: ObjectFilter {
                under: Some(object),
                ..ObjectFilter::default()
            },
            page: page(),
        },
    ];
    for component in ["0", "18446744073709551615", "Transform", ""] {
        let component = component.to_owned();
        commands.extend([
            Command::ListMembers {
                object,
                component: component.clone(),
                page: page(),
            },
            Command::GetMember {
                object,
                component,
                member: "m_Children[4294967295]".to_owned(),
            },
        ]);
    }
    commands
}

#[test]
fn stale_ids_change_nothing_and_cause_no_internal_error() {
    let (_project, mut session) = session();
    let before = (
        session.edits.revision(),
        session.world.count(),
        session.selection.clone(),
    );
    let mut refused = 0;
    for number in NUMBERS {
        for command in read_commands(ObjectId(number)) {
            let asked = format!("{command:?}");
            if let Err(error) = session.run(command) {
                assert_ne!(error.kind, BridgeErrorKind::Internal, "{asked}: {error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
    let after = (
        session.edits.revision(),
        session.world.count(),
        session.selection.clone(),
    );
    assert_eq!(after, before);
}

#[test]
fn invalid_position_has_no_name_and_the_world_placement() {
    let (_project, mut session) = session();
    let beside = session.files().read_unloaded("Assets/P.prefab").expect("a prefab");
    let own = session.view();
    for view in [*own, own.with_world(Some(&beside), "Assets/P.prefab")] {
        for at in [1_000, NodeAt::MAX - 1, NodeAt::MAX] {
            assert_eq!((view.name(at), view.path(at).as_str()), ("", "/"));
            assert!(view.prefab(at).is_none() && view.transform(at).is_none());
            assert_eq!(view.card(at).id, ObjectId(0));
            assert_eq!(view.placement(at), unity_layout::geometry::Placement::WORLD);
            assert!(!view.is_rect(at) && !view.placements().is_laid_out(at));
            assert!(view.camera_on(at).is_none() && view.world.siblings(at).is_empty());
            assert_eq!(view.what_it_has(at), "it has: ");
        }
    }
}
