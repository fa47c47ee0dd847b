//! Tests of colliders on instances whose prefab cannot be read. A pick does not hit a collider of unknown position.

use super::*;
use tests_projects::instance;

const MODEL: i64 = -8_679_921_383_154_817_045;

/// Creates a scene with a model instance, a box on its root, a box on one of its bones, and a camera in front. `scale`
/// is an override of the root's scale, if any.
fn session(scale: Option<&str>) -> (TinyProject, Session) {
    let project = TinyProject::new();
    project.asset("Assets/Hero.fbx", &guid('e'), [1, 2, 3]);
    let parts = ["m_LocalPosition.x", "m_LocalPosition.y", "m_LocalPosition.z"];
    let turn = ["m_LocalRotation.x", "m_LocalRotation.y", "m_LocalRotation.z"];
    let mut rows = vec![(MODEL, "m_LocalRotation.w", "1")];
    rows.extend(
        parts
            .iter()
            .zip(["0", "0", "9"])
            .map(|(path, value)| (MODEL, *path, value)),
    );
    rows.extend(turn.iter().map(|path| (MODEL, *path, "0")));
    let scales = ["m_LocalScale.x", "m_LocalScale.y", "m_LocalScale.z"];
    rows.extend(scales.iter().filter_map(|path| Some((MODEL, *path, scale?))));
    let placeholder = |id: i64, source: i64| {
        format!(
            "--- !u!1 &{id} stripped\nGameObject:\n  m_CorrespondingSourceObject: {{fileID: {source}, guid: {}, type: 3}}\n  m_PrefabInstance: {{fileID: 200}}\n",
            guid('e')
        )
    };
    let body = |id: i64, object: i64| {
        format!("--- !u!65 &{id}\nBoxCollider:\n  m_GameObject: {{fileID: {object}}}\n  m_Size: {{x: 1, y: 1, z: 1}}\n")
    };
    let text = scene(&[thing("Eye", [0.0; 3], CAMERA)])
        + &instance(200, &guid('e'), 0, &rows)
        + &placeholder(300, 919_132_149_155_446_097)
        + &placeholder(301, 78)
        + &body(600, 300)
        + &body(601, 301);
    project.asset("Assets/A.unity", &guid('a'), text);
    let session = open(project.root());
    (project, session)
}

#[test]
fn hits_collider_on_instance_root_with_known_transform() {
    let (_project, mut session) = session(Some("2"));
    let hits = middle(&mut session);
    assert!(is(&hits, &[("Hero", 7.0)]), "{hits:?}");
    let (picked, _) = pick(&mut session, 500.0, 250.0);
    assert!(
        picked.not_tested[0].contains("on a part of it") && picked.not_tested[0].contains("Assets/Hero.fbx"),
        "{:?}",
        picked.not_tested
    );
    assert_eq!(picked.not_tested_total, 2);
}

#[test]
fn reports_collider_of_unknown_scale_as_not_tested() {
    let (_project, mut session) = session(None);
    let (picked, _) = pick(&mut session, 500.0, 250.0);
    assert!(picked.hits.is_empty(), "{:?}", picked.hits);
    let scale = picked.not_tested.iter().find(|line| line.contains("m_LocalScale"));
    assert!(
        scale.is_some_and(|line| line.contains("Assets/Hero.fbx")),
        "{:?}",
        picked.not_tested
    );
    assert_eq!(picked.not_tested_total, 3);
}
