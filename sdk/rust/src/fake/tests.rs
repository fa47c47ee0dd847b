//! Tests that a tool gets the same answers from the fake as from a host.

use super::{FakeObject, FakeUnity};
use crate::ask::{Elicited, Question};
use crate::prelude::*;
use crate::unity::objects::{self, ObjectFilter};
use crate::unity::types::PageRequest;
use crate::unity::{components, objects_edit, scenes, time_scale, time_scale_edit};
use serde_json::json;

fn names(filter: &ObjectFilter) -> Vec<String> {
    let (found, page) = objects::list_objects(filter, &PageRequest::default()).unwrap();
    assert_eq!(page.total as usize, found.len());
    found.into_iter().map(|card| card.path).collect()
}

#[test]
fn finds_objects_by_their_properties() {
    let unity = FakeUnity::new();
    let house = unity.add(FakeObject::named("House").tag("Home").inactive());
    unity.add(FakeObject::named("Lamp").with("Light").below(&house));
    unity.add(FakeObject::named("Sun").with("Light").with("My.Glow"));
    let all = ObjectFilter::default();
    assert_eq!(names(&all), ["/House", "/House/Lamp", "/Sun"]);
    let of = |component: &str| ObjectFilter {
        component_type: Some(component.to_owned()),
        ..all.clone()
    };
    assert_eq!(names(&of("light")), ["/House/Lamp", "/Sun"]);
    assert_eq!(names(&of("My.Glow")), ["/Sun"]);
    assert_eq!(
        names(&ObjectFilter {
            active_only: true,
            ..of("Light")
        }),
        ["/Sun"]
    );
    assert_eq!(
        names(&ObjectFilter {
            under: Some(house.clone()),
            ..all.clone()
        }),
        ["/House/Lamp"]
    );
    assert_eq!(
        names(&ObjectFilter {
            roots_only: true,
            tag: Some("Home".into()),
            ..all
        }),
        ["/House"]
    );
    let (cards, _) = components::list_components(&house, &PageRequest::default()).unwrap();
    assert_eq!(cards[0].type_name, "UnityEngine.Transform");
    let missing = objects::get("obj:9").unwrap_err();
    assert!(missing.message.contains("obj:9"));
    assert_eq!(unity.commands(), [""; 0], "nothing of that changed anything");
    assert_eq!(unity.call_log().last().unwrap(), r#"objects::get("obj:9")"#);
}

#[test]
fn finds_scene_by_id_path_or_name() {
    let unity = FakeUnity::new();
    unity.add(FakeObject::named("Lamp"));
    for name in ["scn:1", "Assets/Main.unity", "main"] {
        let found = scenes::find(name).unwrap();
        assert_eq!((found.id.as_str(), found.root_count), ("scn:1", 1), "{name}");
    }
    let missing = scenes::find("Cellar").unwrap_err();
    assert!(missing.message.contains("Cellar") && missing.message.contains("Assets/Main.unity"));
}

#[test]
fn records_calls_and_commands_of_faked_imports() {
    let unity = FakeUnity::new();
    let mut now = 1.0;
    unity.on::<time_scale_edit::set>(move |(value, lock)| {
        now += value;
        Ok(time_scale::Scale {
            value: now,
            locked: lock == Some(true),
        })
    });
    unity.answer::<objects_edit::destroy>(Err(ToolError::not_found("gone")));
    assert_eq!(time_scale_edit::set(0.5, None).unwrap().value, 1.5);
    assert!(time_scale_edit::set(0.5, Some(true)).unwrap().locked);
    assert_eq!(objects_edit::destroy("obj:1").unwrap_err().message, "gone");
    assert_eq!(unity.calls::<time_scale_edit::set>(), [(0.5, None), (0.5, Some(true))]);
    assert_eq!(
        unity.commands(),
        [
            "time_scale_edit::set(0.5, None)",
            "time_scale_edit::set(0.5, Some(true))",
            r#"objects_edit::destroy("obj:1")"#
        ]
    );
}

#[test]
#[should_panic(expected = "write `unity.answer::<time_scale::get>(…)`")]
fn import_without_answer_panics_with_instructions() {
    let _unity = FakeUnity::new();
    let _ = time_scale::get();
}

#[test]
#[should_panic(expected = "let unity = FakeUnity::new();")]
fn import_without_fake_panics_with_instructions() {
    let _ = time_scale::get();
}

#[test]
fn context_logs_reports_progress_stores_state_and_cancels() {
    let unity = FakeUnity::new();
    let cx = Cx::new();
    cx.warning("careful");
    cx.progress(1.0, Some(2.0), Some("half"));
    assert_eq!(cx.state().update("n", |n: Option<u32>| n.unwrap_or(0) + 1).unwrap(), 1);
    assert_eq!(cx.state().update("n", |n: Option<u32>| n.unwrap_or(0) + 1).unwrap(), 2);
    assert!(cx.go_on().is_ok());
    unity.cancel();
    assert_eq!(cx.go_on().unwrap_err().kind, ErrorKind::Cancelled);
    assert_eq!(unity.log(), ["warning: careful"]);
    assert_eq!(unity.progress(), [(1.0, Some(2.0), Some("half".to_owned()))]);
}

#[input]
#[derive(Debug, PartialEq)]
struct Sure {
    really: bool,
}

fn ask(cx: &Cx) -> Result<Elicited<Sure>> {
    let question = Question::form::<Sure>("sure", "Really?").map_err(|error| ToolError::internal(error.to_string()))?;
    cx.ask(vec![question])?.form("sure")
}

#[test]
fn fake_user_answers_as_the_test_configures() {
    let unity = FakeUnity::new();
    let cx = Cx::new();
    assert_eq!(ask(&cx).unwrap_err().kind, ErrorKind::Unsupported);
    unity.accepts("sure", json!({"really": true}));
    assert_eq!(ask(&cx).unwrap(), Elicited::Accepted(Sure { really: true }));
    unity.declines("sure");
    assert_eq!(ask(&cx).unwrap(), Elicited::Declined);
    assert_eq!(unity.questions(), ["Really?"; 3]);
}
