//! Tests of the request to Unity, and of answers in the form that clients expect.

use crate::BUNDLE_TOOLS;
use crate::point::{Args, Mode};
use crate::result::{ITEMS, UNTESTED, reply};
use serde_json::{Value, json};
use unity_tools::arguments::decode;
use unity_tools::export::list_tools;
use unity_tools::unity::pick::{Hit, Picked, Point};

fn hit(n: usize, approximate: Option<&str>) -> Hit {
    Hit {
        object: format!("obj:{n}"),
        name: format!("B{n}"),
        path: format!("/C/B{n}"),
        unique_path: format!("/C/B{n}"),
        file: "Assets/A.unity".to_owned(),
        collider: None,
        distance: 0.0,
        position: (0.0, 0.0, 0.0),
        approximate: approximate.map(str::to_owned),
    }
}

fn sample_picked(hits: usize, not_tested: usize) -> Picked {
    Picked {
        hits: (0..hits).map(|n| hit(n, None)).collect(),
        total: hits as u32,
        not_tested_total: not_tested as u32,
        camera: None,
        not_tested: (0..not_tested).map(|n| format!("/M{n}: a mesh")).collect(),
        screen: (1920, 1080),
    }
}

fn result_json(mode: Mode, picked: Picked) -> String {
    serde_json::to_string(reply(mode, &Point::default(), picked).value().unwrap()).unwrap()
}

fn point(json: &str) -> (Option<f64>, Option<f64>, bool) {
    let point = decode::<Args>(json).unwrap().point();
    (point.x, point.y, point.normalized)
}

#[test]
fn clamps_fractions_and_defaults_missing_one_to_zero() {
    assert_eq!(point(r#"{"x":1.5,"normalized":true}"#), (Some(1.0), Some(0.0), true));
    assert_eq!(point(r#"{"y":-3,"normalized":true}"#), (Some(0.0), Some(0.0), true));
}

#[test]
fn reports_clamped_fractions_but_no_pixels() {
    let told = |json: &str| decode::<Args>(json).unwrap().clamped();
    let beyond = told(r#"{"x":0.5,"y":1.5,"normalized":true}"#).unwrap();
    assert!(beyond.contains("0 to 1: y was clamped"), "{beyond}");
    let beyond = told(r#"{"x":-1,"y":2,"normalized":true}"#).unwrap();
    assert!(beyond.contains("x and y"), "{beyond}");
    for json in [r#"{"x":0,"y":1,"normalized":true}"#, r#"{"x":-5,"y":1500}"#, "{}"] {
        assert_eq!(told(json), None, "{json}");
    }
}

#[test]
fn leaves_missing_pixel_unset_and_ignores_normalized_alone() {
    assert_eq!(point(r#"{"x":1500}"#), (Some(1500.0), None, false));
    assert_eq!(point(r#"{"normalized":true}"#), (None, None, false));
    assert_eq!(point("{}"), (None, None, false));
}

#[test]
fn mode_ignores_case_and_defaults_to_world() {
    for (word, expected) in [
        ("ui", Mode::Ui),
        ("UI", Mode::Ui),
        (" Ui ", Mode::Ui),
        ("World", Mode::World),
        ("", Mode::World),
        ("sky", Mode::World),
    ] {
        let args: Args = decode(&json!({ "mode": word }).to_string()).unwrap();
        assert_eq!(args.mode, expected, "{word:?}");
    }
    assert_eq!(decode::<Args>(r#"{"mode":null}"#).unwrap().mode, Mode::World);
}

#[test]
fn schema_lists_modes_and_defaults() {
    let schema: Value = serde_json::from_str(&list_tools(BUNDLE_TOOLS)[0].input_schema).unwrap();
    assert_eq!(
        schema["properties"]["mode"],
        json!({"type": "string", "enum": ["world", "ui"], "default": "world"})
    );
    assert_eq!(schema["properties"]["normalized"]["default"], json!(false));
    assert_eq!(schema.get("required"), None);
}

#[test]
fn world_mode_returns_null_items_and_ui_mode_an_array() {
    assert_eq!(
        result_json(Mode::World, sample_picked(0, 0)),
        r#"{"Mode":"world","Hit":false,"Id":null,"Items":null}"#
    );
    assert_eq!(
        result_json(Mode::World, sample_picked(2, 0)),
        r#"{"Mode":"world","Hit":true,"Id":"obj:0","Items":null}"#
    );
    assert_eq!(
        result_json(Mode::Ui, sample_picked(0, 0)),
        r#"{"Mode":"ui","Hit":false,"Id":null,"Items":[]}"#
    );
    assert_eq!(
        result_json(Mode::Ui, sample_picked(1, 0)),
        r#"{"Mode":"ui","Hit":true,"Id":"obj:0","Items":[{"Id":"obj:0","Name":"B0","Path":"/C/B0"}]}"#
    );
}

#[test]
fn lists_untested_objects_once_with_limit_and_count() {
    let few: Value = serde_json::from_str(&result_json(Mode::World, sample_picked(0, 1))).unwrap();
    assert_eq!(few["NotTested"], json!(["/M0: a mesh"]));
    let many: Value = serde_json::from_str(&result_json(Mode::World, sample_picked(0, UNTESTED + 7))).unwrap();
    assert_eq!(many["NotTested"][UNTESTED], json!("and 7 more"));
    let told = reply(Mode::World, &Point::default(), sample_picked(0, 1));
    assert_eq!(told.notes(), [""; 0], "it is said once");
}

#[test]
fn notes_inexact_hits_only_if_shown() {
    let mut found = sample_picked(2, 0);
    found.hits[1].approximate = Some("a capsule under shear".to_owned());
    assert!(
        reply(Mode::World, &Point::default(), found.clone()).notes().is_empty(),
        "the second hit is not shown"
    );
    let told = reply(Mode::Ui, &Point::default(), found);
    assert_eq!(
        told.notes(),
        ["the hit on obj:1 (/C/B1) is not exact: a capsule under shear"]
    );
}

#[test]
fn notes_screen_size_for_pixels_and_count_of_omitted_hits() {
    let at = Point {
        x: Some(3.0),
        ..Point::default()
    };
    let told = reply(Mode::Ui, &at, sample_picked(ITEMS + 2, 0));
    assert!(told.notes()[0].contains("1920 × 1080"));
    assert!(told.notes()[1].starts_with("2 more hits"));
}
