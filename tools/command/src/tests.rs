//! Tests of the listing, of parsing property paths, and of answers in the form that clients expect.

use crate::BUNDLE_TOOLS;
use crate::execute_code::Outcome;
use crate::property_path::{Owner, target};
use crate::{execute_code::execute_code, get_logs, get_unity_info, take_screenshot};
use serde_json::{Value, json};
use unity_tools::export::list_tools;
use unity_tools::tail::Tail;
use unity_tools::unity::console_eval::Evaluated;
use unity_tools::unity::logs::{Level, Line};
use unity_tools::unity::project::ProjectInfo;
use unity_tools::unity::scenes::Scene;
use unity_tools::unity::screenshot::Picture;
use unity_tools::unity::screenshot_save::Saved;
use unity_tools::{Content, Effect, ErrorKind};

fn types(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn lists_commands_with_expected_names_effects_and_arguments() {
    let tools = list_tools(BUNDLE_TOOLS);
    let listed: Vec<(&str, Effect)> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.effect.clone()))
        .collect();
    assert_eq!(
        listed,
        [
            ("execute_code", Effect::Code),
            ("take_screenshot", Effect::Read),
            ("modify_object", Effect::Write),
            ("get_logs", Effect::Read),
            ("get_unity_info", Effect::Read),
            ("save_screenshot", Effect::Write),
        ]
    );
    let schema = |at: usize| serde_json::from_str::<Value>(&tools[at].input_schema).unwrap();
    assert_eq!(
        schema(2)["required"],
        json!(["object_id", "property_path", "property_value"])
    );
    assert_eq!(schema(3)["properties"]["max_logs"]["default"], json!(100));
    assert_eq!(tools[0].needs, ["code"]);
    assert_eq!(tools[1].needs, ["screenshot"]);
    assert_eq!(tools[2].needs, ["scene-edit"]);
    assert_eq!(
        schema(1)["properties"]["width"],
        json!({ "type": "integer", "minimum": 1, "maximum": 8192, "default": 1920 })
    );
    assert_eq!(schema(1)["properties"]["height"]["default"], json!(1080));
    assert_eq!(schema(1).get("required"), None);
}

#[test]
fn returns_screenshot_as_file_or_base64_and_rejects_oversized() {
    let picture = |bytes: usize| Picture {
        data: vec![7; bytes],
        width: 4,
        height: 2,
        not_drawn: Vec::new(),
    };
    let saved = take_screenshot::Screenshot::from_saved(Saved {
        file_path: "/data/exports/a.png".to_owned(),
        width: 4,
        height: 2,
    });
    assert_eq!(
        serde_json::to_string(&saved).unwrap(),
        r#"{"filePath":"/data/exports/a.png","width":4,"height":2}"#
    );
    let inside = take_screenshot::reply(picture(3)).unwrap();
    assert_eq!(
        serde_json::to_string(inside.value().unwrap()).unwrap(),
        r#"{"base64":"BwcH","width":4,"height":2}"#
    );
    assert_eq!(inside.content(), [Content::image(vec![7; 3], "image/png")]);
    let error = take_screenshot::reply(picture(1 << 20)).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TooLarge);
    assert!(error.hint.as_ref().unwrap().contains("save_screenshot"));
}

#[test]
fn resolves_component_by_full_or_short_type_name() {
    let lamp = types(&[
        "UnityEngine.Transform",
        "UnityEngine.Light",
        "Game.Light2D",
        "UnityEngine.UI.Image",
    ]);
    let owner = Owner {
        types: &lamp,
        has_parent: true,
    };
    for (path, component, member) in [
        ("UnityEngine.Light.intensity", "UnityEngine.Light", "intensity"),
        ("Light.m_Color.r", "UnityEngine.Light", "m_Color.r"),
        ("light.intensity", "UnityEngine.Light", "intensity"),
        ("Image.color", "UnityEngine.UI.Image", "color"),
        ("transform.localPosition.x", "UnityEngine.Transform", "localPosition.x"),
        ("Transform.m_LocalScale", "UnityEngine.Transform", "m_LocalScale"),
        ("gameObject.transform.localScale", "UnityEngine.Transform", "localScale"),
    ] {
        let found = target(path, &owner).unwrap();
        assert_eq!((found.component, found.member.as_str()), (component, member), "{path}");
    }
}

#[test]
fn rejects_unknown_or_ambiguous_path_with_alternatives() {
    let two = types(&["UnityEngine.Transform", "A.Door", "B.Door"]);
    let owner = Owner {
        types: &two,
        has_parent: false,
    };
    for (path, kind, told) in [
        (
            "Light.intensity",
            ErrorKind::InvalidArgument,
            "it has: UnityEngine.Transform, A.Door",
        ),
        ("Door.open", ErrorKind::InvalidArgument, "A.Door and B.Door"),
        ("transform", ErrorKind::InvalidArgument, "no member"),
        ("transform.", ErrorKind::InvalidArgument, "no member"),
        ("", ErrorKind::InvalidArgument, "no component"),
        ("activeSelf", ErrorKind::Unsupported, "SetActive"),
        ("gameObject.layer", ErrorKind::Unsupported, "layers"),
        ("transform.parent", ErrorKind::Unsupported, "Reparent"),
    ] {
        let error = target(path, &owner).unwrap_err();
        assert_eq!(error.kind, kind, "{path}: {error}");
        assert!(error.to_string().contains(told), "{path}: {error}");
    }
    let long = format!("{}.x", "é".repeat(10_000));
    assert!(target(&long, &owner).unwrap_err().message.len() < 400);
}

#[test]
fn accepts_world_transform_only_on_plain_root_objects() {
    let plain = types(&["UnityEngine.Transform"]);
    let rect = types(&["UnityEngine.RectTransform"]);
    let of = |types: &'static [String], has_parent| Owner { types, has_parent };
    let (plain, rect): (&'static [String], &'static [String]) = (plain.leak(), rect.leak());
    for (path, member) in [
        ("transform.position.x", "localPosition.x"),
        ("transform.rotation", "localRotation"),
        ("transform.eulerAngles", "localEulerAngles"),
        ("Transform.position", "localPosition"),
    ] {
        assert_eq!(target(path, &of(plain, false)).unwrap().member, member);
        for owner in [of(plain, true), of(rect, false)] {
            let error = target(path, &owner).unwrap_err();
            assert_eq!(error.kind, ErrorKind::Unsupported);
            assert!(error.hint.as_ref().unwrap().contains("transform.local"), "{error}");
        }
    }
    for path in [
        "transform.eulerAngles.y",
        "transform.localEulerAngles.x",
        "transform.lossyScale",
    ] {
        assert_eq!(
            target(path, &of(plain, false)).unwrap_err().kind,
            ErrorKind::Unsupported,
            "{path}"
        );
    }
    assert_eq!(
        target("transform.anchoredPosition.y", &of(rect, true)).unwrap().member,
        "anchoredPosition.y"
    );
}

#[test]
fn code_returns_output_logs_and_value() {
    let evaluated = |value: Option<&str>| Evaluated {
        output: "42".to_owned(),
        logs: vec!["Hello".to_owned()],
        value: value.map(str::to_owned),
    };
    let written = |value| serde_json::to_string(&Outcome::from(evaluated(value))).unwrap();
    assert_eq!(
        written(Some("42")),
        r#"{"output":"42","logs":["Hello"],"returnValue":42}"#
    );
    assert!(written(None).ends_with(r#""returnValue":null}"#));
    let blank = execute_code(" \n".to_owned());
    assert_eq!(blank.unwrap_err().kind, ErrorKind::InvalidArgument);
}

#[test]
fn omits_and_counts_oldest_log_lines_over_size_limit() {
    let line = |message: String| Line {
        time: "2025-12-17T18:00:00+00:00".to_owned(),
        level: Level::Warn,
        message,
        source: "unity".to_owned(),
        category: None,
    };
    let few = get_logs::reply(Tail::from_lines(vec![line("boom".to_owned())], 0));
    assert_eq!(
        serde_json::to_string(few.value().unwrap()).unwrap(),
        r#"{"logs":[{"timestamp":"2025-12-17T18:00:00+00:00","level":"warning","message":"boom"}]}"#
    );
    assert!(few.notes().is_empty());
    let long = (0..30)
        .map(|n| line(format!("{n}{}", "\u{1}".repeat(50_000))))
        .collect();
    let reply = get_logs::reply(Tail::from_lines(long, 5));
    let written = serde_json::to_string(reply.value().unwrap()).unwrap();
    assert!(written.len() < 1 << 20, "{}", written.len());
    let kept = serde_json::to_value(reply.value().unwrap()).unwrap()["logs"]
        .as_array()
        .unwrap()
        .len();
    assert!(kept > 0 && written.contains("\"29"), "{kept}");
    assert!(
        reply.notes()[0].contains(&format!("newest {kept} matching lines; {} older", 35 - kept)),
        "{:?}",
        reply.notes()
    );
}

#[test]
fn info_lists_loaded_scenes_and_counts_the_rest() {
    let info = ProjectInfo {
        product_name: "Game".to_owned(),
        company_name: "Us".to_owned(),
        product_version: "1.0".to_owned(),
        unity_version: "2022.3.45f1".to_owned(),
        runtime: "project".to_owned(),
        platform: "Offline".to_owned(),
        is_playing: false,
        ready: true,
        scenes_total: 2,
        scenes_loaded: 1,
        objects_loaded: 3,
        session_edits: 0,
        folder: "game".to_owned(),
        packages: Vec::new(),
        tags: Vec::new(),
        layers: Vec::new(),
        problems: Vec::new(),
        capabilities: vec!["scene".to_owned()],
        host_version: "0.1.0".to_owned(),
    };
    let scene = Scene {
        id: "scn:0".to_owned(),
        name: "Main".to_owned(),
        path: "Assets/Main.unity".to_owned(),
        index: 0,
        build_index: Some(0),
        is_loaded: true,
        root_count: 3,
        problem: None,
    };
    let reply = get_unity_info::reply(info, vec![scene], 3);
    assert_eq!(
        serde_json::to_value(reply.value().unwrap()).unwrap(),
        json!({
            "unityVersion": "2022.3.45f1", "platform": "Offline", "isPlaying": false, "activeScenes": ["Main"],
            "projectName": "game", "productName": "Game", "productVersion": "1.0", "capabilities": ["scene"],
        })
    );
    assert_eq!(reply.notes(), ["2 more scenes are loaded; ListScenes lists them"]);
}
