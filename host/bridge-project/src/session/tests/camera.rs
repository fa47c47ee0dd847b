//! Tests of cameras in small projects and in the sample project.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use glam::{DVec2, DVec3};
use host_bridge::{CameraCard, Reply, Vector3};
use host_bridge::{Command, ObjectId};
use std::path::Path;
use tests_projects::{TinyProject, guid};
use unity_layout::geometry::Projection;

/// An object: name, tag, active flag, and YAML fields of its camera. With empty fields it has no camera.
type Row<'a> = (&'a str, &'a str, bool, &'a str);

fn scene(rows: &[Row<'_>]) -> String {
    let mut text = String::from("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n");
    for (at, (name, tag, active, fields)) in (1..).zip(rows) {
        let (object, transform, camera) = (at * 10, at * 10 + 1, at * 10 + 2);
        let active = u8::from(*active);
        text += &format!(
            "--- !u!1 &{object}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n  - component: {{fileID: {camera}}}\n  m_Name: {name}\n  m_TagString: {tag}\n  m_IsActive: {active}\n--- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {object}}}\n  m_LocalRotation: {{x: 0, y: 1, z: 0, w: 0}}\n  m_LocalPosition: {{x: {at}, y: 2, z: 3}}\n  m_LocalScale: {{x: 5, y: 1, z: 1}}\n  m_Children: []\n  m_Father: {{fileID: 0}}\n"
        );
        if !fields.is_empty() {
            text += &format!("--- !u!20 &{camera}\nCamera:\n  m_GameObject: {{fileID: {object}}}\n{fields}");
        }
    }
    text
}

fn session(rows: &[Row<'_>]) -> (TinyProject, Session) {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), scene(rows));
    let options = ProjectOptions {
        screen: Some((200, 100)),
        ..ProjectOptions::new(project.root())
    };
    let session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    (project, session)
}

fn card(session: &mut Session) -> (CameraCard, Vec<String>) {
    let replied = session.run(Command::ActiveCamera).expect("an answer");
    match replied.reply {
        Reply::Camera(card) => (card, replied.diagnostics),
        other => panic!("{other:?}"),
    }
}

const ON: &str = "  m_Enabled: 1\n  field of view: 40\n";
const OFF: &str = "  m_Enabled: 0\n";

#[test]
fn prefers_enabled_main_camera_over_first_enabled_camera() {
    let table: [(&[Row<'_>], &str, &str); 6] = [
        (&[("A", "Untagged", true, ON), ("B", "MainCamera", true, ON)], "B", ""),
        (
            &[
                ("A", "MainCamera", false, ON),
                ("B", "MainCamera", true, OFF),
                ("C", "MainCamera", true, ON),
            ],
            "C",
            "",
        ),
        (
            &[("A", "MainCamera", true, OFF), ("B", "Untagged", true, ON)],
            "B",
            "/B is the first other one",
        ),
        (
            &[("A", "MainCamera", true, OFF), ("B", "Untagged", false, ON)],
            "<none>",
            "all 2 cameras are disabled",
        ),
        (
            &[("A", "MainCamera", false, ON)],
            "<none>",
            "the only camera is disabled",
        ),
        (
            &[("A", "MainCamera", true, "")],
            "<none>",
            "there is no camera in the loaded scenes",
        ),
    ];
    for (rows, name, says) in table {
        let (_project, mut session) = session(rows);
        let (found, diagnostics) = card(&mut session);
        assert_eq!(found.name, name);
        assert!(diagnostics.concat().contains(says) && diagnostics.is_empty() == says.is_empty());
        assert_eq!(found.object.is_some(), name != "<none>");
        if name == "<none>" {
            assert_eq!(
                (found.fov, found.position, found.rotation),
                (0.0, Vector3::default(), Vector3::default())
            );
        }
    }
}

#[test]
fn camera_card_reports_pose_and_projection() {
    let (_project, mut one) = session(&[("A", "MainCamera", true, ON)]);
    let (found, _) = card(&mut one);
    assert_eq!(
        (found.object, found.fov, found.orthographic_size),
        (Some(ObjectId(1)), 40.0, None)
    );
    assert_eq!(found.position, Vector3 { x: 1.0, y: 2.0, z: 3.0 });
    assert_eq!(
        found.rotation,
        Vector3 {
            x: 0.0,
            y: 180.0,
            z: 0.0
        }
    );
    let flat = "  orthographic: 1\n  orthographic size: 7\n  field of view: 60\n";
    let (_project, mut one) = session(&[("A", "MainCamera", true, flat)]);
    let (found, _) = card(&mut one);
    assert_eq!((found.fov, found.orthographic_size), (60.0, Some(7.0)));
    let physical =
        "  m_projectionMatrixMode: 2\n  m_SensorSize: {x: 36, y: 24}\n  m_FocalLength: 12\n  field of view: 60\n";
    let (_project, mut one) = session(&[("A", "MainCamera", true, physical)]);
    assert_eq!(card(&mut one).0.fov, 90.0);
}

#[test]
fn edits_change_the_active_camera() {
    let (_project, mut session) = session(&[("A", "MainCamera", true, ON), ("B", "Untagged", true, ON)]);
    let object = ObjectId(1);
    session.run(Command::SetActive { object, active: false }).expect("set");
    assert_eq!(card(&mut session).0.name, "B");
    session
        .run(Command::DestroyObject { object: ObjectId(2) })
        .expect("destroyed");
    assert_eq!(card(&mut session).0.name, "<none>");
}

#[test]
fn converts_between_pixels_and_world_points_in_a_viewport() {
    let fields = "  near clip plane: 0.5\n  field of view: 90\n  m_NormalizedViewPortRect:\n    x: 0.5\n    y: 0\n    width: 0.5\n    height: 1\n";
    let (_project, session) = session(&[("A", "MainCamera", true, fields)]);
    let view = session
        .view()
        .camera_on(session.view().find(ObjectId(1)).expect("it"))
        .expect("a camera");
    let screen = session.view().screen_size();
    // Rotated by 180 degrees: it looks along -z, and +x is on its left.
    let ray = view.ray(DVec2::new(200.0, 50.0), screen).expect("a ray");
    let slant = std::f64::consts::FRAC_1_SQRT_2;
    assert!(ray.origin.distance(DVec3::new(0.5, 2.0, 2.5)) < 1e-9);
    assert!(ray.direction.distance(DVec3::new(-slant, 0.0, -slant)) < 1e-9);
    assert_eq!(view.ray(DVec2::new(99.0, 50.0), screen), None);
    let pixel = view.project(DVec3::new(1.0, 2.0, -7.0), screen).expect("in front");
    assert!(pixel.distance(DVec3::new(150.0, 50.0, 10.0)) < 1e-9);
    assert_eq!(view.project(DVec3::new(1.0, 2.0, 10.0), screen), None);
}

#[test]
fn uses_default_values_for_invalid_camera_fields() {
    let fields = "  near clip plane: nan\n  far clip plane: -3\n  field of view: lots\n  m_CullingMask: {}\n";
    let (_project, session) = session(&[("A", "MainCamera", true, fields)]);
    let view = session.view().looking_camera().expect("it").view;
    assert_eq!(view.projection, Projection::Perspective { fov: 60.0 });
    assert_eq!((view.near, view.far, view.culling_mask), (0.3, 1000.0, u32::MAX));
    assert_eq!((view.depth, view.display, view.to_texture), (0.0, 0, false));
}

#[test]
fn reads_cameras_of_the_sample_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let options = ProjectOptions::new(&root);
    let mut main = Session::open(&root, &options, &|_, _| true).expect("the sample");
    let (found, diagnostics) = card(&mut main);
    assert!(diagnostics.is_empty());
    assert_eq!((found.name.as_str(), found.fov), ("Main Camera", 60.0));
    assert_eq!(
        found.position,
        Vector3 {
            x: 0.0,
            y: 1.0,
            z: -10.0
        }
    );
    let options = ProjectOptions {
        open: OpenScenes::Paths(vec!["Assets/Scenes/Arena.unity".to_owned()]),
        ..options
    };
    let mut arena = Session::open(&root, &options, &|_, _| true).expect("the sample");
    let (found, _) = card(&mut arena);
    assert_eq!((found.name.as_str(), found.fov), ("Arena Camera", 45.0));
    assert!((found.rotation.x - 30.0).abs() < 1e-4);
    let minimap = arena
        .view()
        .components_of("UnityEngine.Camera", 20)
        .nth(1)
        .expect("two cameras")
        .0;
    let view = arena.view().camera_on(minimap).expect("a camera");
    assert_eq!(view.viewport, (DVec2::splat(0.75), DVec2::splat(0.25)));
    assert_eq!(view.culling_mask, 192);
}
