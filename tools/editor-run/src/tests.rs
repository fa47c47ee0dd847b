//! Tests of the listing, and of answers in the form that clients expect.

use crate::{BUNDLE_TOOLS, check_status, execute_menu_item::execute_menu_item, run_tests};
use serde_json::{Value, json};
use unity_tools::export::list_tools;
use unity_tools::unity::editor_run::{TestFailure, TestRun};
use unity_tools::unity::project::ProjectInfo;
use unity_tools::{Content, Effect, ErrorKind, ToolError};

#[test]
fn lists_tools_with_expected_names_descriptions_and_arguments() {
    let tools = list_tools(BUNDLE_TOOLS);
    let listed: Vec<(&str, &str, Effect)> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.description.as_str(), tool.effect.clone()))
        .collect();
    assert_eq!(
        listed,
        [
            ("check_status", "Check if the MCP server is running", Effect::Read),
            (
                "execute_menu_item",
                "Execute one menu item of the Unity editor.",
                Effect::Write
            ),
            (
                "refresh_assets",
                "Import files that other programs changed, and return compiler errors.",
                Effect::Write
            ),
            ("run_editmode_tests", "Run Test Runner in EditMode", Effect::Write),
            ("run_playmode_tests", "Run Test Runner in PlayMode", Effect::Write),
        ]
    );
    let schema = |at: usize| serde_json::from_str::<Value>(&tools[at].input_schema).unwrap();
    assert_eq!(schema(0)["properties"], json!({}));
    assert_eq!(schema(1)["required"], json!(["menuPath"]));
    assert_eq!(schema(3).get("required"), None);
    assert!(tools[0].needs.is_empty());
    assert!(tools[1..].iter().all(|tool| tool.needs == ["editor-run"]));
    let output: Value = serde_json::from_str(tools[4].output_schema.as_ref().unwrap()).unwrap();
    let names: Vec<&String> = output["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["passCount", "failedCount", "skippedCount", "failedResults"]);
}

#[test]
fn status_returns_sentence_and_state_even_without_unity() {
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
        capabilities: Vec::new(),
        host_version: "0.1.0".to_owned(),
    };
    let told = check_status::reply(Ok(info));
    assert_eq!(
        serde_json::to_value(told.value().unwrap()).unwrap(),
        json!({
            "running": true, "unityVersion": "2022.3.45f1", "project": "game", "bridge": "project",
            "isPlaying": false, "ready": true,
        })
    );
    assert_eq!(told.content(), [Content::text("Server is running")]);
    assert!(told.notes().is_empty());
    let silent = check_status::reply(Err(ToolError::not_ready("the project is no project")));
    assert_eq!(silent.content(), [Content::text("Server is running")]);
    assert_eq!(silent.notes(), ["Unity cannot be asked: the project is no project"]);
    let status = serde_json::to_value(silent.value().unwrap()).unwrap();
    assert_eq!(
        (&status["running"], &status["unityVersion"]),
        (&json!(true), &Value::Null)
    );
}

#[test]
fn rejects_blank_menu_path_and_names_the_argument() {
    for given in ["", " \t"] {
        let error = execute_menu_item(given.to_owned()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::InvalidArgument);
        assert!(error.message.starts_with("menuPath is \""), "{error}");
        assert!(error.hint.as_ref().unwrap().contains("Assets/Create/Folder"));
    }
}

fn failure(name: &str, message: String) -> TestFailure {
    TestFailure {
        name: name.to_owned(),
        message,
        stack_trace: None,
    }
}

fn run(failures: Vec<TestFailure>) -> TestRun {
    TestRun {
        passed: 5,
        failed: u32::try_from(failures.len()).unwrap(),
        skipped: 1,
        failures,
    }
}

#[test]
fn test_results_have_four_fields() {
    let written = |failures| serde_json::to_string(run_tests::reply(run(failures)).value().unwrap()).unwrap();
    assert_eq!(
        written(Vec::new()),
        r#"{"passCount":5,"failedCount":0,"skippedCount":1,"failedResults":[]}"#
    );
    assert!(
        written(vec![failure("A.B", "no".to_owned())])
            .ends_with(r#""failedResults":[{"name":"A.B","message":"no","stackTrace":null}]}"#)
    );
}

#[test]
fn counts_failures_that_exceed_the_size_limit() {
    let many = (0..40)
        .map(|at| failure(&format!("T{at}"), "\u{1}".repeat(20_000)))
        .collect();
    let told = run_tests::reply(run(many));
    let written = serde_json::to_value(told.value().unwrap()).unwrap();
    let shown = written["failedResults"].as_array().unwrap().len();
    assert_eq!(written["failedCount"], json!(40));
    assert!(shown > 0 && written.to_string().len() < 1 << 20, "{shown}");
    let left = format!("first {shown} failures; {} more", 40 - shown);
    assert!(told.notes()[0].contains(&left), "{:?}", told.notes());
}
