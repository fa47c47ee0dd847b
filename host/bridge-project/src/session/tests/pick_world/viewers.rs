//! Tests of picks for a given scene or camera and along a given ray, while several scenes are loaded.

use super::*;
use crate::session::Session;
use host_bridge::{SceneId, Vector3};

const BOX: &str = "65 BoxCollider\n  m_Enabled: 1\n";

/// Creates two scenes, each with a wall and a camera, in this order. The wall of `There` is farther away.
fn two_scenes() -> (TinyProject, Session) {
    let project = TinyProject::new();
    let wall = |name, at| thing(name, [0.0, 0.0, at], BOX);
    let first = scene(&[wall("Here", 9.5), thing("Eye", [0.0; 3], CAMERA)]);
    let second = scene(&[wall("There", 19.5), thing("Eye", [0.0; 3], CAMERA)]);
    project.asset("Assets/A.unity", &guid('a'), first);
    project.asset("Assets/B.unity", &guid('b'), second);
    let session = open(project.root());
    (project, session)
}

fn scene_viewer(scene: u32) -> Viewer {
    Viewer {
        scene: Some(SceneId(scene)),
        camera: None,
    }
}

fn camera_viewer(camera: ObjectId) -> Viewer {
    Viewer {
        scene: None,
        camera: Some(camera),
    }
}

fn middle_as(session: &mut Session, viewer: Viewer) -> (Picked, Vec<String>) {
    let at = ScreenPoint {
        x: Some(0.5),
        y: Some(0.5),
        normalized: true,
    };
    pick(session, Aim::Screen(at), viewer)
}

fn pick(session: &mut Session, aim: Aim, viewer: Viewer) -> (Picked, Vec<String>) {
    let replied = session.run(Command::PickWorld { aim, viewer }).expect("an answer");
    match replied.reply {
        Reply::Picked(picked) => (picked, replied.diagnostics),
        other => panic!("{other:?}"),
    }
}

fn names(picked: &Picked) -> Vec<&str> {
    picked.hits.iter().map(|hit| hit.name.as_str()).collect()
}

fn ray_aim(origin: [f64; 3], direction: [f64; 3]) -> Aim {
    let vector = |[x, y, z]: [f64; 3]| Vector3 { x, y, z };
    Aim::Ray {
        origin: vector(origin),
        direction: vector(direction),
    }
}

#[test]
fn pick_and_wireframe_use_only_one_scene() {
    let (_project, mut session) = two_scenes();
    for (viewer, name, file) in [
        (Viewer::default(), "Here", "Assets/A.unity"),
        (scene_viewer(0), "Here", "Assets/A.unity"),
        (scene_viewer(1), "There", "Assets/B.unity"),
    ] {
        let (picked, told) = middle_as(&mut session, viewer);
        assert_eq!((names(&picked), picked.total), (vec![name], 1), "{viewer:?}");
        assert_eq!(picked.hits[0].file, file);
        assert_eq!(picked.hits[0].collider.as_deref(), Some("UnityEngine.BoxCollider"));
        let only = format!("only {file}, seen by /Eye, is looked at; 1 other");
        assert!(told.iter().any(|line| line.starts_with(&only)), "{told:?}");
    }
    let drawn = session
        .run(Command::Wireframe { width: 64, height: 64 })
        .expect("drawn");
    let told = &drawn.diagnostics;
    assert!(told.iter().any(|line| line.contains("only Assets/A.unity")), "{told:?}");
}

#[test]
fn named_camera_picks_in_its_scene_even_if_inactive() {
    let (_project, mut session) = two_scenes();
    let eye = middle_as(&mut session, scene_viewer(1)).0.camera.expect("a camera");
    let (seen, told) = middle_as(&mut session, camera_viewer(eye));
    assert_eq!((names(&seen), seen.camera), (vec!["There"], Some(eye)));
    assert_eq!(told.len(), 1, "{told:?}");
    session
        .run(Command::SetActive {
            object: eye,
            active: false,
        })
        .expect("off");
    let (seen, told) = middle_as(&mut session, camera_viewer(eye));
    assert_eq!(names(&seen), ["There"]);
    assert!(told.iter().any(|line| line.contains("/Eye is off")), "{told:?}");
    let (seen, told) = middle_as(&mut session, scene_viewer(1));
    assert!(seen.hits.is_empty() && seen.camera.is_none(), "{seen:?}");
    assert!(
        told.iter().any(|line| line.contains("the only camera is disabled")),
        "{told:?}"
    );
}

#[test]
fn pick_tests_additively_opened_scenes_together() {
    let (_project, mut session) = two_scenes();
    let mut additive = |additive| {
        let scene = SceneId(1);
        session.run(Command::OpenScene { scene, additive }).expect("open");
        let (picked, told) = middle_as(&mut session, Viewer::default());
        let names: Vec<String> = picked.hits.into_iter().map(|hit| hit.name).collect();
        (names, told)
    };
    assert_eq!(additive(None).0, ["Here"]);
    let (both, told) = additive(Some(true));
    assert_eq!(both, ["Here", "There"]);
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(additive(None).0, ["Here", "There"]);
    assert_eq!(additive(Some(false)).0, ["Here"]);
}

#[test]
fn pick_in_named_scene_ignores_additively_opened_scenes() {
    let (_project, mut session) = two_scenes();
    let open = Command::OpenScene {
        scene: SceneId(1),
        additive: Some(true),
    };
    session.run(open).expect("open");
    let eye = middle_as(&mut session, scene_viewer(0)).0.camera.expect("a camera");
    let both_named = Viewer {
        camera: Some(eye),
        ..scene_viewer(0)
    };
    for (viewer, expected) in [
        (scene_viewer(0), vec!["Here"]),
        (scene_viewer(1), vec!["There"]),
        (both_named, vec!["Here"]),
        (camera_viewer(eye), vec!["Here", "There"]),
        (Viewer::default(), vec!["Here", "There"]),
    ] {
        let (seen, _) = middle_as(&mut session, viewer);
        assert_eq!(names(&seen), expected, "{viewer:?}");
        let (seen, _) = pick(&mut session, ray_aim([0.0; 3], [0.0, 0.0, 1.0]), viewer);
        assert_eq!(names(&seen), expected, "{viewer:?}");
    }
}

#[test]
fn ray_pick_works_without_camera_and_with_any_direction_length() {
    let (_project, mut session) = two_scenes();
    for length in [1e-30, 1.0, 1e30] {
        let (hit, _) = pick(
            &mut session,
            ray_aim([0.0, 0.0, 30.0], [0.0, 0.0, -length]),
            scene_viewer(1),
        );
        assert_eq!(names(&hit), ["There"]);
        assert!((hit.hits[0].distance - 10.0).abs() < 1e-9, "{hit:?}");
        assert!((hit.hits[0].position.z - 20.0).abs() < 1e-9 && hit.camera.is_none());
    }
    let (missed, _) = pick(&mut session, ray_aim([0.0, 3.0, 0.0], [0.0, 0.0, 1.0]), scene_viewer(1));
    assert_eq!((missed.hits.len(), missed.total), (0, 0));
    let project = TinyProject::new();
    project.asset(
        "Assets/A.unity",
        &guid('a'),
        scene(&[thing("Wall", [0.0, 0.0, 9.5], BOX)]),
    );
    let mut session = open(project.root());
    let (hit, told) = pick(&mut session, ray_aim([0.0; 3], [0.0, 0.0, 2.0]), Viewer::default());
    assert_eq!((names(&hit), told), (vec!["Wall"], vec![]));
}

#[test]
fn rejects_unusable_scene_or_camera_with_the_reason() {
    let (project, mut session) = two_scenes();
    project.asset("Assets/C.unity", &guid('c'), scene(&[thing("Eye", [0.0; 3], CAMERA)]));
    let options = ProjectOptions {
        open: OpenScenes::Paths(vec!["Assets/A.unity".to_owned(), "Assets/B.unity".to_owned()]),
        ..ProjectOptions::new(project.root())
    };
    let eyes = [0, 1].map(|scene| middle_as(&mut session, scene_viewer(scene)).0.camera.expect("a camera"));
    let wall = middle_as(&mut session, scene_viewer(0)).0.hits[0].object;
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    let other = Viewer {
        scene: Some(SceneId(1)),
        camera: Some(eyes[0]),
    };
    let eye = format!("{} (/Eye)", eyes[0]);
    for (viewer, kind, says, hint) in [
        (scene_viewer(9), BridgeErrorKind::NotFound, "no scene scn:9", "3 scenes"),
        (
            scene_viewer(2),
            BridgeErrorKind::NotReady,
            "(Assets/C.unity) is not loaded",
            "open_scene",
        ),
        (
            camera_viewer(wall),
            BridgeErrorKind::InvalidArgument,
            "(/Here), which has no Camera",
            eye.as_str(),
        ),
        (
            camera_viewer(ObjectId(12345)),
            BridgeErrorKind::NotFound,
            "obj:12345",
            "",
        ),
        (
            other,
            BridgeErrorKind::InvalidArgument,
            "which is in scn:0 and not in scn:1",
            "leave the scene out",
        ),
    ] {
        let command = Command::PickWorld {
            aim: ray_aim([0.0; 3], [0.0, 0.0, 1.0]),
            viewer,
        };
        let error = session.run(command).expect_err(says);
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.message.contains(says), "{error}");
        assert!(error.hint.unwrap_or_default().contains(hint), "{says}");
    }
}
