//! Tests of objects that represent unreadable instances, whose names and positions come only from override rows.

use super::*;
use unity_fields::class;

const PLACE: [&str; 7] = [
    "m_LocalPosition.x",
    "m_LocalPosition.y",
    "m_LocalPosition.z",
    "m_LocalRotation.x",
    "m_LocalRotation.y",
    "m_LocalRotation.z",
    "m_LocalRotation.w",
];

fn scene(text: &str) -> Flat {
    let project = TinyProject::new();
    project.asset("Assets/Hero.fbx", &guid('a'), [1, 2, 3]);
    project.asset("Assets/Box.prefab", &guid('b'), [0, 1, 2, 3]);
    project.asset("Assets/S.unity", &guid('c'), objects(&[(1, "Root", 0)]) + text);
    open(project.root()).scene("Assets/S.unity").expect("a scene")
}

/// Returns the Transform fields that are known of the object that represents the instance.
fn transform_text(flat: &Flat, at: usize) -> String {
    format!("{:?}", override_tree(&flat.objects[at].components[0]).expect("told"))
}

#[test]
fn places_missing_prefab_by_overrides_of_its_root() {
    let place: Vec<(i64, &str, &str)> = PLACE.iter().map(|path| (40, *path, "7")).collect();
    // A part that was moved, and one that was renamed, are not the root.
    let of_parts = [(50, "m_LocalPosition.x", "1"), (30, "m_Name", "Gone")];
    let flat = scene(&instance(200, &guid('e'), 2, &[&place[..], &of_parts].concat()));
    let object = &flat.objects[1];
    assert_eq!((&*object.name, object.components[0].id), ("Gone", 40));
    let why = &*object.unread.as_ref().expect("unread").why;
    assert!(
        why.contains(&guid('e')) && why.contains("no asset of the project"),
        "{why}"
    );
    let told = transform_text(&flat, 1);
    assert!(
        told.contains("m_LocalPosition") && !told.contains("m_LocalScale"),
        "{told}"
    );
}

/// The scene is as in Unity 2019, with a model that was imported by an older version.
#[test]
fn identifies_root_of_old_model_by_its_overrides() {
    let mut rows: Vec<(i64, &str, &str)> = PLACE.iter().rev().map(|path| (400_326, *path, "7")).collect();
    rows.extend([(100_066, "m_IsActive", "0"), (400_000, "m_LocalPosition.x", "1")]);
    rows.extend([(100_326, "m_Name", "Chan"), (100_066, "m_Name", "Hair")]);
    let flat = scene(&instance(200, &guid('a'), 2, &rows));
    let object = &flat.objects[1];
    assert_eq!((&*object.name, object.components[0].id), ("Chan", 400_326));
    let tree = override_tree(&object.components[0]).expect("told");
    let parts = tree.get("m_LocalRotation").expect("a rotation").entries();
    let parts: Vec<&str> = parts.iter().map(|(part, _)| &**part).collect();
    assert_eq!(parts, ["x", "y", "z", "w"]);
}

#[test]
fn leaves_ambiguous_root_unresolved_without_root_order() {
    let place: Vec<(i64, &str, &str)> = [40, 50]
        .into_iter()
        .flat_map(|target| PLACE.map(|path| (target, path, "7")))
        .chain([(30, "m_Name", "One"), (31, "m_Name", "Two")])
        .collect();
    let flat = scene(&instance(200, &guid('b'), 2, &place));
    assert_eq!(
        (&*flat.objects[1].name, transform_text(&flat, 1).as_str()),
        ("Box", "Map([])")
    );
    let ordered = [&place[..], &[(50, "m_RootOrder", "0")]].concat();
    let flat = scene(&instance(200, &guid('b'), 2, &ordered));
    assert_eq!(flat.objects[1].components[0].id, 50);
}

#[test]
fn renamed_part_does_not_rename_model() {
    let flat = scene(&instance(200, &guid('a'), 2, &[(77, "m_Name", "Hand")]));
    assert_eq!(&*flat.objects[1].name, "Hero");
    assert_eq!(
        flat.objects[1].unread.as_ref().map(|unread| &*unread.why),
        Some("only Unity reads its source Assets/Hero.fbx")
    );
}

#[test]
fn detects_rect_transform_root_by_anchors_or_placeholder() {
    let rows = [(40, "m_RootOrder", "0"), (40, "m_AnchorMin.x", "0.5")];
    let flat = scene(&instance(200, &guid('b'), 2, &rows));
    assert_eq!(flat.objects[1].components[0].class, class::RECT_TRANSFORM);
    let placeholder = format!(
        "--- !u!224 &400 stripped\nRectTransform:\n  m_CorrespondingSourceObject: {{fileID: 40, guid: {}, type: 3}}\n  m_PrefabInstance: {{fileID: 200}}\n",
        guid('b')
    );
    let flat = scene(&(instance(200, &guid('b'), 2, &rows[..1]) + &placeholder));
    assert_eq!(flat.objects[1].components[0].class, class::RECT_TRANSFORM);
}

#[test]
fn distinguishes_additions_to_parts_from_additions_to_root() {
    let placeholder = |id: i64, class: &str, source: i64| {
        format!(
            "--- !u!{class} &{id} stripped\nThing:\n  m_CorrespondingSourceObject: {{fileID: {source}, guid: {}, type: 3}}\n  m_PrefabInstance: {{fileID: 200}}\n",
            guid('a')
        )
    };
    let body = |id: i64, object: i64| format!("--- !u!54 &{id}\nRigidbody:\n  m_GameObject: {{fileID: {object}}}\n");
    let child = |id: i64, father: i64| {
        format!(
            "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {}}}\n  m_Name: C{id}\n--- !u!4 &{}\nTransform:\n  m_GameObject: {{fileID: {id}}}\n  m_Children: []\n  m_Father: {{fileID: {father}}}\n",
            id + 1,
            id + 1
        )
    };
    let flat = scene(
        &(instance(200, &guid('a'), 2, &[])
            .replacen(
                "    m_RemovedComponents",
                "    m_AddedComponents:\n    - insertIndex: -1\n      addedObject: {fileID: 62}\n    - insertIndex: -1\n      addedObject: {fileID: 60}\n    m_RemovedComponents",
                1,
            )
            + &placeholder(300, "1", 919_132_149_155_446_097)
            + &placeholder(301, "1", 78)
            + &placeholder(400, "4", -8_679_921_383_154_817_045)
            + &placeholder(401, "4", 77)
            + &body(60, 300)
            + &body(62, 300)
            + &body(61, 301)
            + &child(70, 400)
            + &child(80, 401)),
    );
    let model = &flat.objects[1];
    let added: Vec<(i64, bool)> = model.components.iter().map(|c| (c.id, c.within)).collect();
    // In the order in which the instance lists them; others follow.
    assert_eq!(added[1..], [(62, false), (60, false), (61, true)]);
    let below: Vec<(&str, bool)> = flat.objects[2..].iter().map(|o| (&*o.name, o.within)).collect();
    assert_eq!(below, [("C70", false), ("C80", true)]);
}
