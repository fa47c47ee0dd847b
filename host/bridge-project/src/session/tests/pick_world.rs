//! Tests of picks in the 3D world, in small projects and at documented points of the sample project.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{Aim, BridgeErrorKind, ObjectId, Picked, Reply, Viewer};
use host_bridge::{Command, ScreenPoint};
use host_project_view::camera::Active;
use std::path::{Path, PathBuf};
use tests_projects::{TinyProject, guid};

mod eyes;
mod rules;
mod unread;
mod viewers;

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

/// A camera at the origin that looks along the z axis, with a field of view of 60 degrees and a near plane of 1.
const CAMERA: &str = "20 Camera\n  near clip plane: 1\n  field of view: 60\n";

/// An object of a small test scene.
#[derive(Clone, Copy)]
pub(in crate::session) struct Thing<'a> {
    pub(in crate::session) name: &'a str,
    pub(in crate::session) at: [f64; 3],
    pub(in crate::session) scale: [f64; 3],
    pub(in crate::session) turn: [f64; 4],
    pub(in crate::session) layer: u32,
    pub(in crate::session) active: bool,
    /// Class number, class name and fields of the object's component.
    pub(in crate::session) component: &'a str,
    /// Number of the parent in the list of things, counted from 1; 0 if there is no parent.
    pub(in crate::session) parent: usize,
}

pub(in crate::session) fn thing<'a>(name: &'a str, at: [f64; 3], component: &'a str) -> Thing<'a> {
    Thing {
        name,
        at,
        scale: [1.0; 3],
        turn: [0.0, 0.0, 0.0, 1.0],
        layer: 0,
        active: true,
        component,
        parent: 0,
    }
}

fn scene(things: &[Thing<'_>]) -> String {
    let mut text = HEAD.to_owned();
    for (at, thing) in (1..).zip(things) {
        let (object, transform, component) = (at * 10, at * 10 + 1, at * 10 + 2);
        let children: Vec<String> = (1..)
            .zip(things)
            .filter(|(_, child)| child.parent == at)
            .map(|(child, _)| format!("{{fileID: {}}}", child * 10 + 1))
            .collect();
        let father = if thing.parent == 0 { 0 } else { thing.parent * 10 + 1 };
        let (head, fields) = thing.component.split_once('\n').expect("a class and its fields");
        let (number, class) = head.split_once(' ').expect("a class");
        let tag = if class == "Camera" { "MainCamera" } else { "Untagged" };
        let ([x, y, z], [a, b, c], [p, q, r, s]) = (thing.at, thing.scale, thing.turn);
        text += &format!(
            "--- !u!1 &{object}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n  - component: {{fileID: {component}}}\n  m_Layer: {}\n  m_Name: {}\n  m_TagString: {tag}\n  m_IsActive: {}\n--- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {object}}}\n  m_LocalRotation: {{x: {p}, y: {q}, z: {r}, w: {s}}}\n  m_LocalPosition: {{x: {x}, y: {y}, z: {z}}}\n  m_LocalScale: {{x: {a}, y: {b}, z: {c}}}\n  m_Children: [{}]\n  m_Father: {{fileID: {father}}}\n--- !u!{number} &{component}\n{class}:\n  m_GameObject: {{fileID: {object}}}\n{fields}",
            thing.layer,
            thing.name,
            u8::from(thing.active),
            children.join(", "),
        );
    }
    text
}

pub(in crate::session) fn open(root: &Path) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::All,
        screen: Some((1000, 500)),
        ..ProjectOptions::new(root)
    };
    Session::open(root, &options, &|_, _| true).expect("a project")
}

/// Creates a scene with these things and the camera as the last object.
pub(in crate::session) fn with_camera(things: &[Thing<'_>]) -> (TinyProject, Session) {
    let things: Vec<Thing<'_>> = things.iter().copied().chain([thing("Eye", [0.0; 3], CAMERA)]).collect();
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), scene(&things));
    let session = open(project.root());
    (project, session)
}

fn screen(at: ScreenPoint) -> Command {
    Command::PickWorld {
        aim: Aim::Screen(at),
        viewer: Viewer::default(),
    }
}

pub(in crate::session) fn pick(session: &mut Session, x: f64, y: f64) -> (Picked, Vec<String>) {
    let at = ScreenPoint {
        x: Some(x),
        y: Some(y),
        normalized: false,
    };
    let replied = session.run(screen(at)).expect("an answer");
    match replied.reply {
        Reply::Picked(picked) => (picked, replied.diagnostics),
        other => panic!("{other:?}"),
    }
}

/// Returns the names and distances of the hits of a pick at the center of the screen.
pub(in crate::session) fn middle(session: &mut Session) -> Vec<(String, f64)> {
    let (picked, _) = pick(session, 500.0, 250.0);
    picked.hits.into_iter().map(|hit| (hit.name, hit.distance)).collect()
}

fn is(found: &[(String, f64)], expected: &[(&str, f64)]) -> bool {
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|((name, at), (wanted, distance))| name == wanted && (at - distance).abs() < 1e-6)
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample")
}

#[test]
fn picks_documented_objects_of_the_sample_scene() {
    let options = ProjectOptions::new(sample());
    let mut session = Session::open(&sample(), &options, &|_, _| true).expect("the sample");
    let table = [
        ((960.0, 540.0), Some("/World/Target Box"), Some(9.2)),
        ((679.0, 540.0), Some("/World/Trigger Zone"), None),
        ((1241.0, 540.0), Some("/World/Ball"), Some(9.127)),
        ((535.0, 583.0), Some("/World/Pillar"), None),
        ((1389.0, 735.0), Some("/World/Log"), None),
        ((984.0, 790.0), Some("/World/Tilted/Tilted Box"), None),
        ((873.0, 859.0), Some("/World/Tilted/Tilted Box/Tilted Ball"), None),
        ((480.0, 720.0), Some("/World/Wall"), None),
        ((700.0, 420.0), Some("/World/Ground"), None),
        ((960.0, 100.0), Some("/World/Ground"), None),
        ((1064.0, 540.0), Some("/Player"), None),
        ((1428.0, 485.0), Some("/World/Ground"), None),
        ((960.0, 1075.0), None, None),
    ];
    for ((x, y), path, distance) in table {
        let (picked, diagnostics) = pick(&mut session, x, y);
        let first = picked.hits.first();
        assert_eq!(first.map(|hit| hit.path.as_str()), path, "{x}, {y}");
        if let (Some(hit), Some(distance)) = (first, distance) {
            assert!((hit.distance - distance).abs() < 1e-3, "{x}, {y}: {}", hit.distance);
            assert_eq!(hit.approximate, None);
        }
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        assert!(
            picked
                .not_tested
                .iter()
                .any(|line| line.starts_with("/World/Statue: MeshCollider"))
        );
        assert_eq!(picked.screen, (1920, 1080));
        for hit in &picked.hits {
            let card = session.run(Command::GetObject { object: hit.object }).expect("a card");
            assert!(matches!(card.reply, Reply::Object(card) if card.path == hit.path));
        }
    }
}

#[test]
fn returns_hits_nearest_first_with_positions() {
    let (_project, mut session) = with_camera(&[
        thing(
            "Far",
            [0.0, 0.0, 20.0],
            "65 BoxCollider\n  m_Size: {x: 2, y: 2, z: 2}\n",
        ),
        thing("Near", [0.0, 0.0, 10.0], "135 SphereCollider\n  m_Radius: 2\n"),
        thing("Beside", [8.0, 0.0, 10.0], "135 SphereCollider\n  m_Radius: 2\n"),
        thing("Behind", [0.0, 0.0, -10.0], "135 SphereCollider\n  m_Radius: 2\n"),
    ]);
    assert!(is(&middle(&mut session), &[("Near", 7.0), ("Far", 18.0)]));
    let (picked, _) = pick(&mut session, 500.0, 250.0);
    assert_eq!(picked.hits[0].position, host_bridge::Vector3 { x: 0.0, y: 0.0, z: 8.0 });
    assert_eq!(picked.screen, (1000, 500));
    // The top edge looks 30 degrees up.
    assert!(pick(&mut session, 500.0, 500.0).0.hits.is_empty());
}

#[test]
fn clamps_normalized_points_and_rejects_invalid_ones() {
    let (_project, mut session) = with_camera(&[thing("Box", [0.0, 0.0, 5.0], "65 BoxCollider\n  m_Enabled: 1\n")]);
    let mut ask = |x, y, normalized| {
        let at = ScreenPoint { x, y, normalized };
        session.run(screen(at)).map(|replied| match replied.reply {
            Reply::Picked(picked) => picked.hits.len(),
            other => panic!("{other:?}"),
        })
    };
    assert_eq!(ask(Some(0.5), Some(0.5), true), Ok(1));
    // Clamped to the corner; a missing coordinate is 0.
    assert_eq!(ask(Some(7.0), Some(-3.0), true), Ok(0));
    assert_eq!(ask(Some(0.5), None, true), Ok(0));
    for (x, y, normalized, kind, says) in [
        (None, None, false, BridgeErrorKind::NotReady, "pointer"),
        (None, None, true, BridgeErrorKind::NotReady, "pointer"),
        (Some(1.0), None, false, BridgeErrorKind::NotReady, "`y` is missing"),
        (None, Some(1.0), false, BridgeErrorKind::NotReady, "`x` is missing"),
        (
            Some(1000.5),
            Some(1.0),
            false,
            BridgeErrorKind::InvalidArgument,
            "`x` is 1000.5, expected 0 to 1000",
        ),
        (
            Some(1.0),
            Some(-1.0),
            false,
            BridgeErrorKind::InvalidArgument,
            "`y` is -1, expected 0 to 500",
        ),
        (
            Some(f64::NAN),
            Some(1.0),
            true,
            BridgeErrorKind::InvalidArgument,
            "`x` is NaN",
        ),
    ] {
        let error = ask(x, y, normalized).expect_err(says);
        assert_eq!(error.kind, kind);
        assert!(error.message.contains(says), "{error}");
    }
}

#[test]
fn next_world_pick_reflects_edits() {
    let (_project, mut session) = with_camera(&[
        thing("Group", [0.0; 3], "65 BoxCollider\n  m_Enabled: 0\n"),
        Thing {
            parent: 1,
            ..thing("Box", [0.0, 0.0, 5.5], "65 BoxCollider\n  m_Enabled: 1\n")
        },
        thing("Wall", [0.0, 0.0, 9.5], "65 BoxCollider\n  m_Enabled: 1\n"),
    ]);
    let both = [("Box", 4.0), ("Wall", 8.0)];
    let (group, wall) = (ObjectId(1), ObjectId(3));
    assert!(is(&middle(&mut session), &both));
    for active in [false, true] {
        session.run(Command::SetActive { object: group, active }).expect("set");
        let shown = if active { &both[..] } else { &both[1..] };
        assert!(is(&middle(&mut session), shown));
    }
    session.run(Command::DestroyObject { object: wall }).expect("destroyed");
    assert!(is(&middle(&mut session), &both[..1]));
}
