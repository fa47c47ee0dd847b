//! Tests of the listing, and of arguments that are rejected before the call of Unity.

use crate::BUNDLE_TOOLS;
use crate::call_method::convert_result;
use crate::json_arguments;
use serde_json::{Value, json};
use unity_tools::export::{Call, call_tool, list_tools};
use unity_tools::fake::FakeUnity;
use unity_tools::unity::components_edit::Selector;
use unity_tools::unity::methods_call;
use unity_tools::{Effect, ErrorKind};

#[test]
fn call_method_is_code_and_remove_component_is_destructive() {
    let tools = list_tools(BUNDLE_TOOLS);
    let listed: Vec<(&str, Effect, &str)> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.effect.clone(), tool.needs[0].as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("SetMember", Effect::Write, "scene-edit"),
            ("CallMethod", Effect::Code, "code"),
            ("AddComponent", Effect::Write, "scene-edit"),
            ("RemoveComponent", Effect::Destructive, "scene-edit"),
        ]
    );
}

#[test]
fn schemas_have_expected_argument_names() {
    let tools = list_tools(BUNDLE_TOOLS);
    let names: Vec<String> = tools
        .iter()
        .map(|tool| {
            let schema: Value = serde_json::from_str(&tool.input_schema).unwrap();
            let names: Vec<&str> = schema["properties"]
                .as_object()
                .unwrap()
                .keys()
                .map(String::as_str)
                .collect();
            names.join(",")
        })
        .collect();
    assert_eq!(
        names,
        [
            "objectId,componentType,member,jsonValue",
            "objectId,componentType,method,argsJson",
            "objectId,type",
            "objectId,typeOrIndex"
        ]
    );
    let call: Value = serde_json::from_str(&tools[1].input_schema).unwrap();
    assert_eq!(call["properties"]["argsJson"]["default"], json!("[]"));
    assert_eq!(call["required"], json!(["objectId", "componentType", "method"]));
}

#[test]
fn rejects_value_that_is_not_json_with_an_example() {
    for good in ["2.5", "\"red\"", "null", "{\"x\":1}", " [1] "] {
        json_arguments::json("jsonValue", good).unwrap();
    }
    let deep = "[".repeat(10_000);
    for bad in ["red", "", "{x:1}", "1 2", "NaN", deep.as_str()] {
        let error = json_arguments::json("jsonValue", bad).unwrap_err();
        assert_eq!(error.kind, ErrorKind::InvalidArgument);
        assert!(error.message.starts_with("jsonValue is `"), "{error}");
        assert!(error.message.len() < 300, "{}", error.message.len());
        assert!(error.hint.as_ref().unwrap().contains("\"red\""));
    }
}

#[test]
fn method_arguments_must_be_an_array_and_default_to_empty() {
    assert_eq!(
        serde_json::to_string(&convert_result(r#"{"x":1}"#.into())).unwrap(),
        r#"{"ok":true,"result":{"x":1}}"#
    );
    assert_eq!(
        serde_json::to_string(&convert_result("plain".into())).unwrap(),
        r#"{"ok":true,"result":"plain"}"#
    );
    let unity = FakeUnity::new();
    unity.answer::<methods_call::invoke>(Ok("1".to_owned()));
    let call = Call {
        name: "CallMethod".to_owned(),
        arguments: r#"{"objectId":"obj:1","componentType":"T","method":"M"}"#.to_owned(),
    };
    call_tool(BUNDLE_TOOLS, &call).unwrap();
    let (.., args_json) = &unity.calls::<methods_call::invoke>()[0];
    assert_eq!(args_json, "[]");
    for bad in ["{}", "1", "[1", "null"] {
        let error = json_arguments::json_array("argsJson", bad).unwrap_err();
        assert!(error.message.contains("expected a JSON array"), "{error}");
    }
}

#[test]
fn parses_only_digits_as_component_index() {
    assert_eq!(json_arguments::component("3".into()).unwrap(), Selector::ByIndex(3));
    for name in ["UnityEngine.Light", "-1", "+1", "1.0", "٣"] {
        assert_eq!(
            json_arguments::component(name.into()).unwrap(),
            Selector::ByType(name.to_owned())
        );
    }
    for (wrong, told) in [("99999999999", "at most 4294967295"), ("", "typeOrIndex is empty")] {
        let error = json_arguments::component(wrong.into()).unwrap_err();
        assert!(error.message.contains(told), "{error}");
    }
}
