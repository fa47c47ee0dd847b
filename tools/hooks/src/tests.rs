//! Tests of the listing, and of answers in the form that clients expect.

use crate::hook_add::hook_add;
use crate::hook_get_source::Source;
use crate::hook_list_allowed_types::reply as allowed;
use crate::hook_list_methods::HookMethod;
use crate::hooks_resource::Hook;
use crate::{BUNDLE_RESOURCES, BUNDLE_TOOLS};
use serde::Serialize;
use serde_json::Value;
use unity_tools::Effect;
use unity_tools::export::{list_resources, list_tools};
use unity_tools::fake::FakeUnity;
use unity_tools::host::notify;
use unity_tools::unity::types::PageInfo;
use unity_tools::unity::{hooks, hooks_edit};

const SET_ACTIVE: &str = "System.Void UnityEngine.GameObject::SetActive(System.Boolean)";

fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn lists_hook_tools_with_expected_effects() {
    let tools = list_tools(BUNDLE_TOOLS);
    let effects: Vec<(&str, Effect)> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.effect.clone()))
        .collect();
    assert_eq!(
        effects,
        [
            ("HookListAllowedTypes", Effect::Read),
            ("HookListMethods", Effect::Read),
            ("HookGetSource", Effect::Read),
            ("HookAdd", Effect::Write),
            ("HookRemove", Effect::Write),
            ("HookSetEnabled", Effect::Write),
            ("HookSetSource", Effect::Code),
        ]
    );
    assert!(
        tools.iter().all(|tool| tool.needs.is_empty()),
        "hooks are recorded anywhere"
    );
    let resource = &list_resources(BUNDLE_RESOURCES)[0];
    assert_eq!((resource.uri.as_str(), resource.is_template), ("unity://hooks", false));
}

#[test]
fn accepts_method_under_either_argument_name() {
    let unity = FakeUnity::new();
    unity.answer::<notify::resource_updated>(());
    unity.on::<hooks_edit::add>(|(_, method)| Ok(method));
    let info = PageInfo {
        total: 0,
        next_offset: None,
        next_cursor: None,
        scanned: None,
    };
    unity.answer::<hooks::list_hooks>(Ok((Vec::new(), info)));
    let method = |method: Option<&str>, signature: Option<&str>| {
        let [method, signature] = [method, signature].map(|text| text.map(str::to_owned));
        hook_add("T".to_owned(), method, signature).map(|reply| reply.value().unwrap().signature.clone())
    };
    assert_eq!(method(Some("M"), None).unwrap(), "M");
    assert_eq!(method(None, Some("M")).unwrap(), "M");
    assert_eq!(method(Some(""), Some("M")).unwrap(), "M");
    assert_eq!(method(Some("M"), Some("M")).unwrap(), "M");
    let none = method(None, None).unwrap_err();
    assert!(none.message.contains("method is missing"), "{none}");
    let both = method(Some("M"), Some("N")).unwrap_err();
    assert!(both.message.contains("`M`") && both.message.contains("`N`"), "{both}");
}

#[test]
fn hook_add_schema_requires_only_the_type() {
    let tools = list_tools(BUNDLE_TOOLS);
    let schema: Value = serde_json::from_str(&tools[3].input_schema).unwrap();
    assert_eq!(schema["required"], serde_json::json!(["type"]));
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["type", "method", "methodOrSignature"]);
}

#[test]
fn hook_reports_whether_it_fires_and_the_reason() {
    let hook = |not_firing: Option<&str>| {
        to_json(&Hook::from(hooks::Hook {
            signature: SET_ACTIVE.to_owned(),
            enabled: true,
            not_firing: not_firing.map(str::to_owned),
        }))
    };
    let start = format!(r#"{{"Signature":"{SET_ACTIVE}","Enabled":true,"#);
    assert_eq!(hook(None), format!(r#"{start}"Firing":true,"Reason":null}}"#));
    assert_eq!(
        hook(Some("no Unity")),
        format!(r#"{start}"Firing":false,"Reason":"no Unity"}}"#)
    );
}

#[test]
fn serializes_methods_sources_and_allowed_types() {
    let method = hooks::HookMethod {
        name: "SetActive".to_owned(),
        signature: SET_ACTIVE.to_owned(),
        origin: "table".to_owned(),
        resolved: true,
    };
    assert_eq!(
        to_json(&HookMethod::from(method)),
        format!(r#"{{"Name":"SetActive","Signature":"{SET_ACTIVE}","Origin":"table","Resolved":true}}"#)
    );
    let source = Source {
        ok: true,
        signature: "S".to_owned(),
        source: "// c".to_owned(),
    };
    assert_eq!(to_json(&source), r#"{"ok":true,"signature":"S","source":"// c"}"#);
    let none = allowed(Vec::new());
    assert_eq!(to_json(none.value().unwrap()), r#"{"ok":true,"items":[]}"#);
    assert!(none.notes()[0].contains("hook-allowlist-signatures"));
    assert!(allowed(vec!["UnityEngine.GameObject".to_owned()]).notes().is_empty());
}
