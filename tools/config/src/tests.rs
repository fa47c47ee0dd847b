//! Tests of the listing, and of answers in the form that clients expect.

use crate::BUNDLE_TOOLS;
use crate::get_config::Config;
use crate::set_config::convert_error;
use serde_json::{Value, json};
use unity_tools::export::{Call, call_tool, list_tools};
use unity_tools::fake::FakeUnity;
use unity_tools::host::policy_edit;
use unity_tools::host::policy_view::{HostInfo, Policy};
use unity_tools::{Effect, ErrorKind, ToolError};

#[test]
fn set_config_has_the_config_effect() {
    let tools = list_tools(BUNDLE_TOOLS);
    assert_eq!(
        tools
            .iter()
            .map(|tool| (tool.name.as_str(), tool.effect.clone()))
            .collect::<Vec<_>>(),
        [("GetConfig", Effect::Read), ("SetConfig", Effect::Config)]
    );
    let schema: Value = serde_json::from_str(&tools[1].input_schema).unwrap();
    assert_eq!(schema.get("required"), None);
    assert_eq!(schema["properties"]["restart"]["default"], json!(false));
    assert_eq!(
        schema["properties"]["componentAllowlist"],
        json!({"type": "array", "items": {"type": "string"}})
    );
}

#[test]
fn serializes_config_with_twelve_keys() {
    let policy = Policy {
        allow_writes: true,
        require_confirm: true,
        enable_console_eval: false,
        component_allowlist: vec!["A.B".to_owned()],
        reflection_allowlist_members: Vec::new(),
        hook_allowlist_signatures: Vec::new(),
        revision: 3,
    };
    let host = HostInfo {
        version: "0.1.0".to_owned(),
        bind_address: "127.0.0.1".to_owned(),
        port: 7000,
        export_root: "data".to_owned(),
        log_level: "info".to_owned(),
    };
    assert_eq!(
        serde_json::to_string(&Config::new(policy, host)).unwrap(),
        r#"{"ok":true,"enabled":true,"bindAddress":"127.0.0.1","port":7000,"allowWrites":true,"requireConfirm":true,"exportRoot":"data","logLevel":"info","componentAllowlist":["A.B"],"reflectionAllowlistMembers":[],"enableConsoleEval":false,"hookAllowlistSignatures":[]}"#
    );
}

#[test]
fn absent_or_null_settings_stay_unchanged() {
    let change = |json: &str| {
        let unity = FakeUnity::new();
        unity.answer::<policy_edit::apply>(Ok(1));
        let call = Call {
            name: "SetConfig".to_owned(),
            arguments: json.to_owned(),
        };
        call_tool(BUNDLE_TOOLS, &call).unwrap();
        let (change,) = unity.calls::<policy_edit::apply>().remove(0);
        change
    };
    let nothing = change("{}");
    assert_eq!(nothing, change(r#"{"allowWrites":null,"componentAllowlist":null}"#));
    assert_eq!((nothing.allow_writes, nothing.restart), (None, false));
    let some = change(r#"{"allowWrites":false,"hookAllowlistSignatures":[],"restart":true}"#);
    assert_eq!(
        (some.allow_writes, some.hook_allowlist_signatures, some.restart),
        (Some(false), Some(Vec::new()), true)
    );
}

#[test]
fn converted_error_keeps_host_kind_and_message() {
    let error = |kind, message: &str| convert_error(ToolError::new(kind, message).into());
    let above = error(ErrorKind::PermissionDenied, "allow-writes is above its ceiling");
    assert_eq!(
        (&above.kind, above.message.as_str()),
        (&ErrorKind::PermissionDenied, "allow-writes is above its ceiling")
    );
    assert!(above.hint.as_ref().unwrap().contains("[policy.ceiling]"));
    assert_eq!(
        error(ErrorKind::InvalidArgument, "x").hint.as_deref(),
        Some("nothing was changed")
    );
}
