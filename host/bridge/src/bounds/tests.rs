//! Tables with one row for each bound: a sample with another value in it, and the error.

use super::rules::{CURSOR, SOURCE, TEXT, VALUE};
use super::*;
use crate::command::{Command, Function};
use crate::model::ResolvedMember;
use crate::samples::{OBJECT, commands};
use serde_json::Value;
use serde_json::value::to_raw_value;

/// Returns the first sample command of a function, with another value at the JSON pointer `pointer`.
fn changed(function: Function, pointer: &str, value: Value) -> Command {
    let mut samples = commands().into_iter();
    let sample = samples.find(|command| command.function() == function);
    let arguments = sample.expect("a sample").arguments();
    // Some samples contain numbers that JSON cannot represent.
    let finite = arguments.get().replace("\"Infinity\"", "1.0").replace("\"NaN\"", "1.0");
    let mut arguments: Value = serde_json::from_str(&finite).expect("JSON");
    *arguments.pointer_mut(pointer).expect(pointer) = value;
    let arguments = to_raw_value(&arguments).expect("writable");
    Command::from_call(function.method(), &arguments).expect(pointer)
}

fn assert_wrong(command: &Command, message: &str) {
    let error = command.check().expect_err(message);
    assert_eq!(error.message, message, "{command:?}");
    assert!(error.message.len() < 300, "{error}");
    if error.kind == BridgeErrorKind::Unsupported {
        return;
    }
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
    let data: Value = serde_json::from_str(&error.data.expect("data")).expect("JSON");
    let argument = data["argument"].as_str().expect("the argument");
    assert!(message.starts_with(&format!("`{argument}` ")), "{data}");
}

/// Checks rows of a function, the JSON pointer and the new value in the arguments of its first sample, and the message.
macro_rules! assert_wrong {
    ($($function:ident $pointer:literal $value:tt => $message:expr;)+) => {
        $(assert_wrong(&changed(Function::$function, $pointer, json!($value)), $message);)+
    };
}

fn x(count: usize) -> String {
    "x".repeat(count)
}

#[test]
fn rejects_pages_out_of_bounds() {
    assert_wrong! {
        ListHooks "/page/limit" 0 => "`page.limit` is 0; it must be 1 to 500";
        ListHooks "/page/limit" 501 => "`page.limit` is 501; it must be 1 to 500";
        ListHooks "/page/cursor" (x(CURSOR + 1)) => "`page.cursor` is 16385 bytes long; it must be at most 16384";
        ListEntries "/page/cursor" (x(CURSOR + 1)) => "`page.cursor` is 16385 bytes long; it must be at most 16384";
        ListEntries "/page/limit" 501 => "`page.limit` is 501; it must be 1 to 500";
        ListEntries "/page/max-bytes" 1023 =>
            "`page.max-bytes` is 1023; it must be 1024 bytes, or up to the operator's page size";
        GetSettings "/max-bytes" 10 => "`max-bytes` is 10; it must be 1024 to the operator's page size";
        GetAsset "/max-bytes" 10 => "`max-bytes` is 10; it must be 1024 to the operator's page size";
        TailLogs "/count" 0 => "`count` is 0; it must be 1 to 2000";
        TailLogs "/count" 2001 => "`count` is 2001; it must be 1 to 2000";
        TailLogs "/min-level" "loud" => "`min-level` is \"loud\"; it must be one of debug, info, warn, error";
    }
}

#[test]
fn rejects_numbers_out_of_bounds() {
    let zero = || json!([0.0, 0.0, 0.0]);
    let ray = |origin: Value, direction: Value| json!({"ray": {"origin": origin, "direction": direction}});
    let from = |origin: Value| ray(origin, json!([0.0, 1.0, 0.0]));
    let to = |direction: Value| ray(zero(), direction);
    assert_wrong! {
        ListObjects "/filter/layer" 32 => "`filter.layer` is 32; it must be 0 to 31";
        SetTimeScale "/value" "NaN" => "`value` is NaN; it must be a finite number; it is clamped to 0 to 4";
        PickUi "/at/y" "NaN" => "`y` is NaN; it must be a finite number";
        PickWorld "/aim/screen/x" "NaN" => "`x` is NaN; it must be a finite number";
        PickWorld "/aim" (from(json!(["Infinity", 0.0, 0.0]))) => "`aim.origin` is inf; it must be three finite numbers";
        PickWorld "/aim" (from(json!([1e39, 0.0, 0.0]))) => "`aim.origin` is 1e39; it must be three 32-bit numbers";
        PickWorld "/aim" (to(json!([0.0, -0.0, 0.0]))) =>
            "`aim.direction` is 0.0, -0.0, 0.0; it must be a direction whose length is not 0 as 32-bit numbers";
        PickWorld "/aim" (to(json!([0.0, 1e-320, 0.0]))) =>
            "`aim.direction` is 0.0, 1e-320, 0.0; it must be a direction whose length is not 0 as 32-bit numbers";
        PickWorld "/aim" {"other": "sphere"} => "`aim` is \"sphere\"; it must be one of screen, ray";
        Screenshot "/width" 0 => "`width` is 0; it must be 1 to 8192 pixels";
        Screenshot "/height" 8193 => "`height` is 8193; it must be 1 to 8192 pixels";
        Wireframe "/width" 15 => "`width` is 15; it must be 16 to 4096 pixels";
        Wireframe "/height" 4097 => "`height` is 4097; it must be 16 to 4096 pixels";
        FrameStats "/frames" 0 => "`frames` is 0; it must be 1 to 1000";
    }
}

#[test]
fn rejects_invalid_object_requests() {
    assert_wrong! {
        FindObjects "/path" "World" => "`path` is \"World\"; it must be a full hierarchy path that starts with /";
        CreateObject "/object/name" (x(1_025)) => "`name` is 1025 bytes long; it must be at most 1024";
        CreateObject "/object/name" "a\nb" => "`name` is \"a\\nb\"; it must be a name without a control character";
        CreateObject "/object/position/1" "Infinity" =>
            "`position.y` is inf; it must be a finite 32-bit number, in world units";
        CreateObject "/object/position/2" (-1e39) =>
            &format!("`position.z` is {}; it must be a finite 32-bit number, in world units", -1e39);
        CreateObject "/object/components" (vec!["A"; 65]) => "`components` has 65 types; it must have at most 64";
        CreateObject "/object/components" [" "] => "`components` is blank; it must be a component's full type name";
        CreateObject "/object/components" ["UnityEngine.Transform"] =>
            "`components` is UnityEngine.Transform; it must be a component type other than Transform";
        Select "/objects" (vec!["obj:1"; 1_001]) => "`objects` has 1001 ids; it must have at most 1000";
        CompareObjects "/second" (OBJECT.to_string()) =>
            "`second` is obj:12; it must be another object than the first";
    }
}

#[test]
fn rejects_blank_names() {
    let signature = "`signature` is blank; it must be a method's signature";
    assert_wrong! {
        FindScene "/name" "" => "`name` is blank; it must be an id, asset path or name of a scene";
        AddComponent "/type-name" " " => "`type-name` is blank; it must be a component's type name";
        RemoveComponent "/type-name" "" => "`type-name` is blank; it must be a component's type name";
        ResolveComponentType "/type-name" "" => "`type-name` is blank; it must be a component's type name";
        ListMembers "/component" "" => "`component` is blank; it must be a component's position or type name";
        GetMember "/component" "" => "`component` is blank; it must be a component's position or type name";
        GetMember "/member" "\t" => "`member` is blank; it must be a member's name";
        ResolveMember "/member" "\t" => "`member` is blank; it must be a member's name";
        SetMember "/member/type-name" "" => "`member.type-name` is blank; it must be a component's type name";
        CallMethod "/method" " " => "`method` is blank; it must be a method's name";
        AddHook "/type-name" "" => "`type-name` is blank; it must be a type's full name";
        AddHook "/method" "" => "`method` is blank; it must be a method's name";
        ListHookMethods "/type-name" "" => "`type-name` is blank; it must be a type's full name";
        GetHookSource "/signature" "" => signature;
        RemoveHook "/signature" "" => signature;
        SetHookEnabled "/signature" "" => signature;
        SetHookSource "/signature" "" => signature;
        SetHookSource "/source" " \n" => "`source` is blank; it must be the C# text of a patch";
        Evaluate "/code" "" => "`code` is blank; it must be C# text";
        Hierarchy "/path" "" => "`path` is blank; it must be the asset path of a scene or prefab";
        ExecuteMenuItem "/path" " " => "`path` is blank; it must be a menu item's path";
        RunCommand "/name" " " => "`name` is blank; it must be a command's name";
        GetSettings "/section" "" => "`section` is blank; it must be a section's name";
        GetAsset "/asset" " " => "`asset` is blank; it must be an asset path or a guid";
        FindAssets "/request/folder" "" => "`folder` is blank; it must be a text";
        ChooseTarget "/unity" "" => "`unity` is blank; it must be an id, a project's name or a path";
    }
}

#[test]
fn rejects_long_texts() {
    let at_most_text = |field: &str| format!("`{field}` is 4097 bytes long; it must be at most 4096");
    for (function, pointer, field) in [
        (Function::AddComponent, "/type-name", "type-name"),
        (Function::GetMember, "/member", "member"),
        (Function::ResolveMember, "/component", "component"),
        (Function::SetMember, "/member/rest", "member.rest"),
        (Function::RemoveHook, "/signature", "signature"),
        (Function::TailLogs, "/source", "source"),
        (Function::TailLogs, "/text", "text"),
        (Function::RunTests, "/filter", "filter"),
        (Function::ListScenes, "/filter/name", "filter.name"),
        (Function::ListObjects, "/filter/tag", "filter.tag"),
        (Function::ListObjects, "/filter/component-type", "filter.component-type"),
        (Function::ListAssets, "/filter/path", "filter.path"),
    ] {
        assert_wrong(&changed(function, pointer, x(TEXT + 1).into()), &at_most_text(field));
    }
    assert_wrong! {
        Evaluate "/code" (x(SOURCE + 1)) => "`code` is 262145 bytes long; it must be at most 262144";
        SetHookSource "/source" (x(SOURCE + 1)) => "`source` is 262145 bytes long; it must be at most 262144";
        ChooseTarget "/unity" (x(4_097)) => "`unity` is 4097 bytes long; it must be at most 4096";
    }
}

#[test]
fn rejects_texts_that_are_not_json() {
    let set = |value: String| Command::SetMember {
        object: OBJECT,
        member: ResolvedMember {
            component: 1,
            type_name: "Game.Door".to_owned(),
            member: "speed".to_owned(),
            csharp_name: None,
            rest: String::new(),
        },
        value,
    };
    let call = |arguments: &str| Command::CallMethod {
        object: OBJECT,
        component: 1,
        type_name: "Game.Door".to_owned(),
        method: "Open".to_owned(),
        arguments: arguments.to_owned(),
    };
    let run = |parameters: &str| Command::RunCommand {
        name: "spawn".to_owned(),
        parameters: parameters.to_owned(),
    };
    for (command, message) in [
        (
            set(x(VALUE + 1)),
            "`value` is 1048577 bytes long; it must be at most 1048576",
        ),
        (
            set("not json".to_owned()),
            "`value` is \"not json\"; it must be one JSON value",
        ),
        (set("1 2".to_owned()), "`value` is \"1 2\"; it must be one JSON value"),
        (call("{}"), "`arguments` is \"{}\"; it must be a JSON array"),
        (run("[]"), "`parameters` is \"[]\"; it must be a JSON object"),
    ] {
        let error = command.check().expect_err(message);
        assert!(error.message.starts_with(message), "{error}");
    }
    for command in [set(" [1] ".to_owned()), call("[]"), run("{}")] {
        assert_eq!(command.check(), Ok(()), "{command:?}");
    }
}

#[test]
fn rejects_invalid_asset_requests() {
    assert_wrong! {
        FindUsers "/request/target" {"guid": "0123"} => "`target.guid` is \"0123\"; it must be 32 hexadecimal digits";
        FindUsers "/request/target" {"asset": " "} => "`target.asset` is blank; it must be an asset path";
        FindUsers "/request/target" {"type-name": (x(TEXT + 1))} =>
            "`target.type-name` is 4097 bytes long; it must be at most 4096";
        FindUsers "/request/target" {"other": "member"} =>
            "`target` is \"member\"; it must be one of asset, guid, type-name, object";
        FindUsers "/request/places" [{"other": "Packages"}] =>
            "`places` is \"Packages\"; it must be one of scenes, prefabs, assets, scripts";
        FindUsers "/request/places" (vec!["scenes"; 17]) => "`places` has 17 places; it must have at most 16";
        FindAssets "/request/order" {"other": "age"} => "`order` is \"age\"; it must be one of path, bytes";
        PreviewSave "/files" [" "] => "`files` is blank; it must be asset paths of scenes";
        PreviewSave "/files" (vec!["A"; 101]) => "`files` has 101 asset paths; it must have 0 to 100";
        SaveFiles "/files" [] => "`files` has 0 asset paths; it must have 1 to 100";
        SaveFiles "/files" ["A", "B", "A"] => "`files` is A twice; it must be a list of different paths";
    }
}

#[test]
fn rejects_invalid_play_and_input_requests() {
    let watch = |path: &str, until: Value| json!({"object": "obj:1", "field": {"component": "Transform", "path": path}, "until": until});
    let many = vec![watch("y", Value::Null); 17];
    assert_wrong! {
        Step "/ticks" {"physics": 10_001} => "`ticks.physics` is 10001; it must be 1 to 10000";
        Step "/ticks" {"frames": 0} => "`ticks.frames` is 0; it must be 1 to 10000";
        Step "/ticks" {"other": ["beats", 1]} => "`ticks` is \"beats\"; it must be one of frames, physics";
        Step "/watched" (many) => "`watched` has 17 values; it must have at most 16";
        Step "/watched" [(watch(" ", Value::Null))] => "`watched.path` is blank; it must be a name";
        Step "/watched" [(watch("y", json!({"op": "less"})))] =>
            "`where \"y\"` is without a value; it must be compared with one";
        Act "/gesture" {"click": {"screen": ["NaN", 0.0]}} => "`spot.x` is NaN; it must be pixels";
        Act "/gesture" {"scroll": {"at": {"screen": [0.0, 0.0]}, "x": 0.0, "y": "NaN"}} =>
            "`gesture.y` is NaN; it must be a finite number";
        Act "/gesture" {"submit": {"other": "near"}} => "`spot` is \"near\"; it must be one of object, screen";
        Act "/gesture" {"other": ["pinch", 2]} =>
            "`gesture` is \"pinch\"; it must be one of click, drag, scroll, submit";
        SetPlayMode "/mode" {"other": "rewind"} => "`mode` is \"rewind\"; it must be one of play, pause, stop";
    }
}

#[test]
fn rejects_invalid_edits() {
    let destroy = || json!({"destroy": {"object": {"object": "obj:1"}}});
    let add = |name: &str| json!({"add-component": {"object": {"made": 0}, "type-name": name}});
    let set = |component: &str, path: &str| {
        let (object, component) = (json!({"made": 0}), json!({"by-type": component}));
        json!({"set": {"object": object, "component": component, "path": path, "value": 1}})
    };
    assert_wrong! {
        PreviewEdits "/edits" [] => "`edits` has 0 edits; it must have 1 to 100";
        PreviewEdits "/edits" (vec![destroy(); 101]) => "`edits` has 101 edits; it must have 1 to 100";
        PreviewEdits "/edits" [(destroy()), (add(" "))] => "`edits[1].type` is \" \"; it must be not blank";
        PreviewEdits "/edits" [(set("7", "m_Mass"))] =>
            "`edits[0].component` is \"7\"; it must be a type name, or a position as number";
        PreviewEdits "/edits" [(set("Light", ""))] => "`edits[0].field` is \"\"; it must be not blank";
        PreviewUndo "/entries" [] => "`entries` has 0 entries; it must have 1 to 500";
        PreviewUndo "/entries" [3, 4, 3] => "`entries` is 3 twice; it must be a list of different entries";
    }
    let most = changed(Function::PreviewEdits, "/edits", vec![destroy(); 100].into());
    assert_eq!(most.check(), Ok(()));
}

#[test]
fn rejects_invalid_queries() {
    let test = |op: Value, value: Value| json!([{"fact": {"path": "tag", "op": op, "value": value}}]);
    assert_wrong! {
        Query "/request/scope" {"files": []} => "`scope.files` is empty; it must be at least one asset path";
        Query "/request/scope" {"other": "nearby"} => "`scope` is \"nearby\", which this host does not know";
        Query "/request/filter" [{"not": 0}] =>
            "`filter[0]` is 0; it must be the position of an earlier node that no other node refers to";
        Query "/request/filter" [{"component": {"type-name": " ", "tests": []}}] =>
            "`filter.type-name` is blank; it must be a name";
        Query "/request/filter" (test(json!("exists"), json!(1))) =>
            "`where \"tag\"` is 1; it must be without a value: exists and missing take none";
        Query "/request/filter" (test(json!("less"), json!("a"))) =>
            "`where \"tag\"` is \"\\\"a\\\"\"; it must be a number: > >= < <= compare numbers only";
        Query "/request/filter" (test(json!({"other": "sounds"}), json!(1))) =>
            "`op` is \"sounds\", which this host does not know";
        Query "/request/per" {"component": ""} => "`per.component` is blank; it must be a name";
        Query "/request/select" [{"field": {"component": "", "path": "y"}}] => "`select` is blank; it must be a name";
        Query "/request/select" (vec![json!({"fact": "tag"}); 33]) => "`select` has 33 columns; it must have at most 32";
        Query "/request/order" [{"column": {"other": "mood"}, "descending": true}] =>
            "`order` is \"mood\", which this host does not know";
        ReadValues "/request/objects" [] => "`objects` has 0 ids; it must have 1 to 50";
        ReadValues "/request/types" [" "] => "`types` is blank; it must be a name";
        ReadValues "/request/items" 0 => "`items` is 0; it must be 1 to 500";
    }
}

#[test]
fn accepts_valid_samples_and_boundary_values() {
    let is_right = |command: &&Command| {
        // The samples also contain values that this version does not know, and numbers that JSON cannot represent.
        let shown = format!("{command:?}");
        !["Other(", "inf", "NaN"].iter().any(|wrong| shown.contains(wrong)) && !shown.contains("x: 0.0, y: 0.0, z: 0.0")
    };
    let samples = commands();
    let right: Vec<&Command> = samples.iter().filter(is_right).collect();
    assert!(
        right.len() * 10 > samples.len() * 8,
        "{} of {}",
        right.len(),
        samples.len()
    );
    for command in right {
        assert_eq!(command.check(), Ok(()), "{command:?}");
    }
    let page = json!({"limit": 500, "cursor": null, "max-bytes": 1024});
    let users = json!({"target": {"guid": "0123456789abcdef0123456789ABCDEF"}, "places": ["scenes"], "page": page});
    for (function, pointer, value) in [
        (Function::CreateObject, "/object/name", json!("a/b".repeat(300))),
        (Function::SetHookSource, "/source", json!(x(SOURCE))),
        (Function::GetMember, "/component", json!("0")),
        (Function::TailLogs, "/min-level", json!("WARN")),
        (Function::FindUsers, "/request", users),
    ] {
        assert_eq!(changed(function, pointer, value).check(), Ok(()), "{pointer}");
    }
}
