//! Tests of comparing two objects.

use super::*;
use serde_json::json;

fn compare(session: &mut Session, first: ObjectId, second: ObjectId) -> OverridesAnswer {
    let page = page(100, None);
    let command = Command::CompareObjects { first, second, page };
    ask(session, command).expect("two objects").0
}

#[test]
fn compares_instances_of_one_prefab_by_their_overrides() {
    let project = project();
    let mut session = open(&project);
    let (one, two) = (object(&mut session, "Bright", 0), object(&mut session, "Bright", 1));
    let answer = compare(&mut session, one, two);
    assert_eq!(answer.sources, ["Assets/Bright.prefab", "Assets/Lamp.prefab"]);
    // One switch refers to its own bulb, the other to nothing.
    assert_eq!(
        override_lines(&answer.rows)
            .iter()
            .filter(|row| !row.contains(".bulb"))
            .collect::<Vec<_>>(),
        [
            "/Bright.m_Layer 4 < 0",
            "/Bright[1 UnityEngine.Light].m_Intensity 4 < 2",
            "/Bright[1 UnityEngine.Light].m_CullingMask [\"Default\"] < [\"Default\",\"Ignore Raycast\"]",
            "/Bright[2 Switch].names [\"a\",\"b\"] < [\"a\"]",
            "AddedComponent /Bright[3 UnityEngine.Light]",
            "AddedObject /Bright/Shade",
        ]
    );
    let bulb = answer
        .rows
        .iter()
        .find(|row| row.field.as_deref() == Some("bulb"))
        .expect("a row");
    assert_eq!(super::json(&bulb.value)["name"], "Bulb");
    assert_eq!(super::json(&bulb.source_value), json!(null));
    let other_way = compare(&mut session, two, one);
    assert_eq!(other_way.total, answer.total);
    let removed = [Difference::RemovedComponent, Difference::RemovedObject];
    let kinds = other_way
        .rows
        .iter()
        .map(|row| &row.difference)
        .filter(|kind| **kind != Difference::Value);
    assert_eq!(kinds.collect::<Vec<_>>(), removed.iter().collect::<Vec<_>>());
}

#[test]
fn matches_parts_across_prefab_variant_and_unloaded_scene() {
    let project = project();
    let mut session = open(&project);
    // In a scene that is not loaded: the lamp itself, without light and bulb.
    let (bright, lamp) = (object(&mut session, "Bright", 1), object(&mut session, "Lamp", 0));
    let answer = compare(&mut session, bright, lamp);
    assert_eq!(answer.sources, ["Assets/Lamp.prefab"]);
    assert_eq!(
        override_lines(&answer.rows),
        [
            "/Bright[2].m_Name \"Bright\" < \"Lamp\"",
            "/Bright[2][2 Switch].bulb null < ?",
            "AddedComponent /Bright[2][1 UnityEngine.Light]",
            "AddedObject /Bright[2]/Bulb",
        ]
    );
}

#[test]
fn objects_without_a_common_prefab_are_compared_by_path() {
    let project = TinyProject::new();
    let scene = objects(&[
        (10, "One", 0),
        (20, "Leg", 10),
        (30, "Leg", 10),
        (110, "Two", 0),
        (120, "Leg", 110),
        (130, "Arm", 110),
    ]) + &light(50, 20, "")
        + &light(150, 120, "")
            .replace("m_Intensity: 1", "m_Intensity: 1.0")
            .replace("m_Bits: 5", "m_Bits: 4");
    project.asset("Assets/A.unity", &guid('c'), scene);
    let mut session = open(&project);
    let (one, two) = (object(&mut session, "One", 0), object(&mut session, "Two", 0));
    let answer = compare(&mut session, one, two);
    assert!(answer.sources.is_empty());
    assert_eq!(
        override_lines(&answer.rows),
        [
            "/One.m_Name \"One\" < \"Two\"",
            "AddedObject /One/Leg[2]",
            "RemovedObject /Two/Arm",
            "/One/Leg[1 UnityEngine.Light].m_CullingMask [\"Default\",\"Ignore Raycast\"] < [\"Ignore Raycast\"]",
        ]
    );
    let page = page(1, None);
    let same = Command::CompareObjects {
        first: one,
        second: one,
        page,
    };
    assert!(same.checked().is_err());
}
