//! Tests of the listing, and of answers in the form that clients expect.

use crate::get_startup_script::StartupScript;
use crate::list_scripts::Script;
use crate::read_console_script::reply;
use crate::{BUNDLE_RESOURCES, BUNDLE_TOOLS, Ran};
use serde::Serialize;
use unity_tools::Effect;
use unity_tools::export::{list_resources, list_tools};
use unity_tools::unity::console_scripts;

fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

fn file(truncated: bool) -> console_scripts::ScriptFile {
    console_scripts::ScriptFile {
        name: "a.cs".to_owned(),
        path: "a.cs".to_owned(),
        content: "return 1;".to_owned(),
        size_bytes: 12,
        last_modified: "2025-12-17T18:00:00Z".to_owned(),
        truncated,
    }
}

#[test]
fn script_execution_is_code_and_only_deletion_is_destructive() {
    let tools = list_tools(BUNDLE_TOOLS);
    let effects: Vec<(&str, Effect, bool)> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.effect.clone(), tool.needs == ["code"]))
        .collect();
    assert_eq!(
        effects,
        [
            ("ReadConsoleScript", Effect::Read, false),
            ("GetStartupScript", Effect::Read, false),
            ("WriteConsoleScript", Effect::Write, false),
            ("DeleteConsoleScript", Effect::Destructive, false),
            ("RunConsoleScript", Effect::Code, true),
            ("SetStartupScriptEnabled", Effect::Code, false),
            ("WriteStartupScript", Effect::Code, false),
            ("RunStartupScript", Effect::Code, true),
        ]
    );
}

#[test]
fn lists_script_list_as_resource_and_script_as_template() {
    let listed = list_resources(BUNDLE_RESOURCES);
    let uris: Vec<(&str, bool)> = listed
        .iter()
        .map(|info| (info.uri.as_str(), info.is_template))
        .collect();
    assert_eq!(
        uris,
        [
            ("unity://console/scripts", false),
            ("unity://console/script?path={path}", true)
        ]
    );
}

#[test]
fn script_has_six_fields_and_reports_truncation() {
    let whole = reply(file(false));
    assert_eq!(
        to_json(whole.value().unwrap()),
        r#"{"Name":"a.cs","Path":"a.cs","Content":"return 1;","SizeBytes":12,"LastModifiedUtc":"2025-12-17T18:00:00Z","Truncated":false}"#
    );
    assert!(whole.notes().is_empty());
    assert!(reply(file(true)).notes()[0].contains("9 bytes of a file of 12"));
}

#[test]
fn serializes_script_startup_and_run_results() {
    let script = console_scripts::Script {
        name: "a.cs".to_owned(),
        path: "sub/a.cs".to_owned(),
    };
    assert_eq!(to_json(&Script::from(script)), r#"{"Name":"a.cs","Path":"sub/a.cs"}"#);
    let none = console_scripts::Startup {
        enabled: false,
        path: "startup.cs".to_owned(),
        content: None,
    };
    assert_eq!(
        to_json(&StartupScript::from(none)),
        r#"{"ok":true,"enabled":false,"path":"startup.cs","content":null}"#
    );
    assert_eq!(to_json(&Ran::new("1".to_owned())), r#"{"ok":true,"result":"1"}"#);
}
