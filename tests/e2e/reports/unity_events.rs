//! Report 08: calls of UnityEvents to methods that are gone, and who calls a method.

use super::{HEAD, behaviour, members, object, script, served};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests_projects::{TinyProject, guid};

const SCENE: &str = "Assets/Yard.unity";

/// uGUI's Button, as its package declares it.
const BUTTON: &str = "4e29b1a8efbd4b44bb3f3716e73f07ff";

/// A call without arguments, unless `mode` names one (3 a whole number, 5 a text).
fn call(target: i64, method: &str, mode: u32) -> String {
    format!(
        "      - m_Target: {{fileID: {target}}}\n        m_TargetAssemblyTypeName: Gate, Assembly-CSharp\n        m_MethodName: {method}\n        m_Mode: {mode}\n        m_Arguments:\n          m_ObjectArgument: {{fileID: 0}}\n          m_ObjectArgumentAssemblyTypeName: UnityEngine.Object, UnityEngine\n          m_IntArgument: 0\n          m_FloatArgument: 0\n          m_StringArgument: \n          m_BoolArgument: 0\n        m_CallState: 2\n"
    )
}

/// A gate, and a button whose calls are right (0, 1, 2), to a method that is gone (3), of another kind of argument (4), to an object that
/// is gone (5) and to none (6).
fn yard() -> TinyProject {
    let project = TinyProject::new();
    project.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.unity.ugui": "2.0.0"}}"#,
    );
    project.asset(
        "Assets/Door.cs",
        &guid('b'),
        script("public class Door : MonoBehaviour { public void Lock() {} }"),
    );
    let gate =
        "public class Gate : Door { public UnityEvent opened; public void Open() {} public void Shut(int speed) {} }";
    project.asset("Assets/Gate.cs", &guid('a'), script(gate));
    let calls = [
        call(13, "Open", 1),
        call(13, "Lock", 1),
        call(13, "Shut", 3),
        call(13, "Vanish", 1),
        call(13, "Shut", 5),
        call(999, "Open", 1),
        call(0, "Open", 1),
    ];
    let click = format!(
        "  m_OnClick:\n    m_PersistentCalls:\n      m_Calls:\n{}",
        calls.concat()
    );
    let opened = format!(
        "  opened:\n    m_PersistentCalls:\n      m_Calls:\n{}",
        call(13, "Open", 1)
    );
    let scene = [
        HEAD.to_owned(),
        object(11, "Gate", &[13]),
        behaviour(13, 11, &guid('a'), &opened),
        object(21, "Bell", &[23]),
        behaviour(23, 21, BUTTON, &click),
    ];
    project.asset(SCENE, &guid('1'), scene.concat());
    let clip = "--- !u!74 &7400000\nAnimationClip:\n  m_Name: Swing\n  m_Events:\n  - time: 0.5\n    functionName: Open\n    data: \n    objectReferenceParameter: {fileID: 0}\n    floatParameter: 0\n    intParameter: 0\n    messageOptions: 0\n";
    project.asset("Assets/Swing.anim", &guid('2'), format!("{HEAD}{clip}"));
    project
}

fn place(index: u32, rest: &str) -> Value {
    json!(format!("m_OnClick.m_PersistentCalls.m_Calls[{index}]{rest}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_only_event_calls_to_missing_methods_and_targets() -> Result<()> {
    let project = yard();
    let (_host, client) = served(project.root()).await?;
    let found = client.ask("missing_references", json!({ "group": "none" })).await?;
    let mut gone = members(&found, ["field", "problem", "file", "path"])?;
    gone.sort_by_key(|row| row[0].to_string());
    let row = |index, rest: &str, problem: &str| [place(index, rest), json!(problem), json!(SCENE), json!("/Bell")];
    let expected = [
        row(3, "", "missing_method"),
        row(4, "", "missing_method"),
        row(5, ".m_Target", "broken_reference"),
        row(6, "", "missing_method"),
    ];
    ensure!(gone == expected && found["total"] == 4, "{found}");
    let contexts = members(&found, ["context"])?;
    for part in ["Gate.Vanish", "Gate.Shut", "calls Open without a target"] {
        let is_said = |[text]: &[Value; 1]| text.as_str().is_some_and(|text| text.contains(part));
        ensure!(contexts.iter().any(is_said), "no {part} in {found}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finds_events_and_animations_that_call_a_method() -> Result<()> {
    let project = yard();
    let (_host, client) = served(project.root()).await?;
    let users = async |target: &str| {
        let found = client.ask("find_references", json!({ "target": target })).await?;
        ensure!(found["complete"] == true, "{found}");
        let mut users = members(&found, ["file", "path", "field", "sure"])?;
        users.sort_by_key(|row| json!(row).to_string());
        Ok(users)
    };
    let bell = |index, sure: Value| [json!(SCENE), json!("/Bell"), place(index, ".m_MethodName"), sure];
    let open = users("Gate.Open").await?;
    let by_name = || json!("by-name");
    let opened = json!("opened.m_PersistentCalls.m_Calls[0].m_MethodName");
    for expected in [
        [json!(SCENE), json!("/Gate"), opened, Value::Null],
        bell(0, Value::Null),
        bell(5, by_name()),
        bell(6, by_name()),
    ] {
        ensure!(open.contains(&expected), "no {expected:?} in {open:?}");
    }
    // An animation names a method and no class.
    let of_clip: Vec<_> = open.iter().filter(|row| row[0] == "Assets/Swing.anim").collect();
    ensure!(
        of_clip.len() == 1 && of_clip[0][3] == "by-name" && open.len() == 5,
        "{open:?}"
    );
    ensure!(users("Door.Lock").await? == [bell(1, Value::Null)]);
    ensure!(users("Gate.Shut").await?.len() == 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn filters_by_event_calls_and_rejects_the_event_as_text() -> Result<()> {
    let project = yard();
    let (_host, client) = served(project.root()).await?;
    let filter = |field: &str, op: &str, value: &str| json!({ "scope": "project", "where": [{ "field": field, "op": op, "value": value }] });
    let calls = "Button.onClick.persistentCalls.calls";
    for (method, expected) in [
        ("Open", vec![[json!("/Bell")]]),
        ("Vanish", vec![[json!("/Bell")]]),
        ("Explode", vec![]),
    ] {
        let found = client
            .ask("find_objects", filter(&format!("{calls}[*].methodName"), "=", method))
            .await?;
        ensure!(
            members(&found, ["path"])? == expected && found["complete"] == true,
            "{method}: {found}"
        );
    }
    for (field, op) in [
        (format!("{calls}.methodName"), "="),
        ("Button.onClick".to_owned(), "contains"),
    ] {
        let refused = client
            .call("find_objects", filter(&field, op, "Open"))
            .await?
            .expect_failure()?;
        let in_button = field.trim_start_matches("Button.");
        ensure!(refused.contains(in_button) && refused.contains("[*]"), "{refused}");
    }
    Ok(())
}
