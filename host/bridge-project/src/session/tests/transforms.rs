//! Tests of world positions in the session's hierarchy.

use crate::options::ProjectOptions;
use crate::session::Session;
use glam::DVec3;
use host_bridge::ObjectId;
use tests_projects::{TinyProject, guid};
use unity_layout::geometry::Local;
use unity_layout::geometry::rotation_of_euler;

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

/// Returns the YAML text of an object with a Transform. The Transform's file id is `id + 1`.
fn object(id: i64, father: i64, children: &[i64], class: &str, fields: &str) -> String {
    let (number, father) = (
        if class == "Transform" { 4 } else { 224 },
        if father == 0 { 0 } else { father + 1 },
    );
    let children: Vec<String> = children
        .iter()
        .map(|child| format!("{{fileID: {}}}", child + 1))
        .collect();
    let transform = id + 1;
    format!(
        "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n  m_Name: O{id}\n  m_IsActive: 1\n--- !u!{number} &{transform}\n{class}:\n  m_GameObject: {{fileID: {id}}}\n{fields}  m_Children: [{}]\n  m_Father: {{fileID: {father}}}\n",
        children.join(", ")
    )
}

fn session(scene: String) -> (TinyProject, Session) {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), scene);
    let options = ProjectOptions::new(project.root());
    let session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    (project, session)
}

fn close(a: DVec3, b: DVec3) -> bool {
    a.distance(b) < 1e-6
}

#[test]
fn computes_world_transform_of_child_from_its_parent() {
    let half = "{x: 0, y: 0.70710678, z: 0, w: 0.70710678}";
    let turned = format!(
        "  m_LocalPosition: {{x: 1, y: 0, z: 0}}\n  m_LocalRotation: {half}\n  m_LocalScale: {{x: 2, y: 2, z: 2}}\n"
    );
    let ahead = "  m_LocalPosition: {x: 0, y: 1, z: 3}\n  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}\n  m_LocalScale: {x: 1, y: -1, z: 1}\n";
    let (_project, session) = session(
        HEAD.to_owned() + &object(10, 0, &[20], "Transform", &turned) + &object(20, 10, &[], "Transform", ahead),
    );
    let child = session.view().find(ObjectId(2)).expect("the child");
    let placement = session.view().placement(child);
    assert!(close(placement.position(), DVec3::new(7.0, 2.0, 0.0)));
    assert!(close(placement.lossy_scale(), DVec3::new(2.0, -2.0, 2.0)));
    assert!(close(
        session.view().placement(child).matrix.transform_point3(DVec3::Z),
        DVec3::new(9.0, 2.0, 0.0)
    ));
    let kept = session.view().keep_world(child, None);
    assert!(close(kept.position, DVec3::new(7.0, 2.0, 0.0)) && close(kept.scale, DVec3::new(2.0, -2.0, 2.0)));
    assert!(close(kept.rotation * DVec3::Z, DVec3::X));
    let stays = session.view().keep_world(child, session.view().find(ObjectId(1)).ok());
    assert!(close(stays.position, session.view().local(child).position));
}

#[test]
fn replaces_invalid_transform_numbers_with_identity_values() {
    let broken = "  m_LocalPosition: {x: nan, y: 0, z: 0}\n  m_LocalRotation: {x: 0, y: 0, z: 0, w: 0}\n  m_LocalScale: {x: 1e999, y: 1, z: 1}\n";
    let (_project, session) = session(HEAD.to_owned() + &object(10, 0, &[], "Transform", broken));
    let at = session.view().find(ObjectId(1)).expect("the object");
    assert_eq!(session.view().local(at), Local::IDENTITY);
}

#[test]
fn places_root_rect_at_its_anchored_position() {
    let rect = "  m_LocalPosition: {x: 0, y: 0, z: 4}\n  m_LocalScale: {x: 1, y: 1, z: 1}\n  m_AnchoredPosition: {x: 30, y: -5}\n";
    let (_project, session) = session(
        HEAD.to_owned() + &object(10, 0, &[20], "RectTransform", rect) + &object(20, 10, &[], "RectTransform", rect),
    );
    let (root, child) = (ObjectId(1), ObjectId(2));
    let (root, child) = (
        session.view().find(root).expect("root"),
        session.view().find(child).expect("child"),
    );
    assert_eq!(session.view().local(root).position, DVec3::new(30.0, -5.0, 4.0));
    assert!(session.view().is_rect(root) && !session.view().placements().is_laid_out(root));
    assert!(session.view().placements().is_laid_out(child));
}

#[test]
fn converts_rotation_back_to_inspector_euler_angles() {
    let degrees = DVec3::new(12.0, 200.0, 33.0);
    let [x, y, z, w] = rotation_of_euler(degrees).to_array();
    let fields = format!("  m_LocalRotation: {{x: {x}, y: {y}, z: {z}, w: {w}}}\n");
    let (_project, session) = session(HEAD.to_owned() + &object(10, 0, &[], "Transform", &fields));
    let at = session.view().find(ObjectId(1)).expect("the object");
    assert!(close(
        unity_layout::geometry::euler_degrees(session.view().placement(at).rotation),
        degrees
    ));
}

#[test]
fn reparented_object_keeps_its_world_position() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let mut session =
        Session::open(&root, &crate::ProjectOptions::new(&root), &|_, _| true).expect("the sample project opens");
    let find = |session: &mut Session, path: &str| {
        let command = host_bridge::Command::FindObjects {
            path: path.to_owned(),
            page: host_bridge::PageRequest {
                offset: 0,
                limit: 1,
                max_bytes: 65_536,
                cursor: None,
            },
        };
        match session.run(command).expect("listed").reply {
            host_bridge::Reply::Objects(page) => page.items.first().expect(path).id,
            other => panic!("{other:?}"),
        }
    };
    let ball = find(&mut session, "/World/Ball");
    let tilted = find(&mut session, "/World/Tilted/Tilted Box");
    let at = session.view().find(ball).expect("there");
    let before = session.view().placement(at);
    session.reparent(ball, Some(tilted)).expect("moved");
    let after = session.view().placement(session.view().find(ball).expect("there"));
    assert!(
        before.matrix.translation.abs_diff_eq(after.matrix.translation, 1e-4),
        "{:?} {:?}",
        before.matrix.translation,
        after.matrix.translation
    );
    session.reparent(ball, None).expect("moved back");
    let back = session.view().placement(session.view().find(ball).expect("there"));
    assert!(before.matrix.translation.abs_diff_eq(back.matrix.translation, 1e-4));
}
