//! Refusals that need no user come before any prompt, and name all obstacles.

use crate::confirmation::{Answer, Era, Person, call, connect};
use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, TestHost};

const GRANTS: &str = r#"["unity-tools:unity/edits", "unity-tools:unity/edits-save"]"#;
const MEMBERS: [&str; 3] = [
    "UnityEngine.Light.color",
    "UnityEngine.Light.intensity",
    "UnityEngine.Light.range",
];

const MAIN: &str = "Assets/Scenes/Main.unity";

async fn host(confirm_by: &str) -> Result<TestHost> {
    HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.confirm-by", confirm_by)
        .set("policy.component-allowlist", r#"["UnityEngine.Light"]"#)
        .set("bundles.save.grants", GRANTS)
        .start()
        .await
}

/// Three members that no list holds, on an object that the same batch makes.
fn edits() -> Value {
    let set = |field: &str, value: Value| json!({ "set": { "object": { "made": 0 }, "component": "Light", "field": field, "value": value } });
    json!([
        { "create": { "name": "Fresh", "components": ["Light"] } },
        set("intensity", json!(2.5)),
        set("range", json!(7)),
        set("color", json!({ "r": 1, "g": 0, "b": 0, "a": 1 })),
    ])
}

/// Asks a client that can ask, and one that can't; neither may be asked.
async fn expect_refusal(
    confirm_by: &str,
    answer: Answer,
    tool: &str,
    arguments: Value,
) -> Result<(String, Vec<Value>)> {
    let host = host(confirm_by).await?;
    let person = Person::new(answer);
    let client = connect(&host, Era::Stateless, person.clone()).await?;
    let result = call(&client, tool, arguments).await?;
    ensure!(result["isError"] == true, "{result}");
    ensure!(person.questions().is_empty(), "{:?}", person.questions());
    client.cancel().await?;
    Ok((result.to_string(), audit(&host)?))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_all_members_missing_from_the_allowlist_without_a_prompt() -> Result<()> {
    for (confirm_by, answer) in [
        ("person", Answer::Yes),
        ("person", Answer::CannotAsk),
        ("argument", Answer::CannotAsk),
    ] {
        let about = format!("{confirm_by} {answer:?}");
        let (told, lines) = expect_refusal(confirm_by, answer, "edit_objects", json!({ "edits": edits() })).await?;
        ensure!(told.contains("Denied by allowlist"), "{about}: {told}");
        for member in MEMBERS {
            ensure!(told.contains(member), "{about}: no {member} in {told}");
        }
        let denied = lines
            .iter()
            .filter(|line| line["tool"] == "edit_objects" && line["outcome"] == "denied");
        let rules: Vec<_> = denied.map(|line| &line["rule"]).collect();
        ensure!(
            rules == ["policy.reflection-allowlist-members"],
            "{about}: one attempt, one line: {rules:?}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_dry_run_only_arguments_before_any_prompt() -> Result<()> {
    for (confirm_by, answer) in [("person", Answer::Yes), ("argument", Answer::CannotAsk)] {
        let about = format!("{confirm_by} {answer:?}");
        let (told, lines) = expect_refusal(confirm_by, answer, "save_scenes", json!({})).await?;
        ensure!(
            told.contains("files") && told.contains("dry_run = true"),
            "{about}: {told}"
        );
        let of_save = lines.iter().filter(|line| line["tool"] == "save_scenes");
        let rules: Vec<_> = of_save.map(|line| &line["rule"]).collect();
        ensure!(rules == ["tool.dry-run"], "{about}: one attempt, one line: {rules:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prompts_for_a_write_without_obstacles() -> Result<()> {
    let host = host("person").await?;
    let person = Person::new(Answer::Decline);
    let client = connect(&host, Era::Stateless, person.clone()).await?;
    let edits = json!([{ "create": { "name": "Fresh", "components": ["Light"] } }]);
    let result = call(&client, "edit_objects", json!({ "edits": edits })).await?;
    ensure!(result.to_string().contains("did not approve"), "{result}");
    ensure!(person.questions().len() == 1, "{:?}", person.questions());
    let lines = audit(&host)?;
    let last = lines.last().context("a line")?;
    ensure!(
        last["rule"] == "person.declined" && lines.iter().all(|line| line["stage"] != "gate-2"),
        "{lines:?}"
    );
    client.cancel().await?;
    Ok(())
}

/// A switch of the bridge's own that is off: no yes would write a file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_disabled_saving_without_a_prompt() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("Game");
    let sample = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/unity/sample");
    tests_projects::copy(&sample, &root, |bytes| bytes);
    let host = HostOptions::new()
        .project(&root)
        .set("policy.allow-writes", "true")
        .set("policy.confirm-by", "person")
        .set("bundles.save.grants", GRANTS)
        .start()
        .await?;
    let person = Person::new(Answer::Yes);
    let client = connect(&host, Era::Stateless, person.clone()).await?;
    let edits = json!([{ "set_active": { "object": "/Player", "active": false } }]);
    call(&client, "edit_objects", json!({ "edits": edits })).await?;
    let asked = person.questions().len();
    let shown = call(&client, "save_scenes", json!({ "files": [MAIN], "dry_run": true })).await?;
    let refused = call(&client, "save_scenes", json!({ "files": [MAIN] })).await?;
    ensure!(person.questions().len() == asked, "{:?}", person.questions());
    ensure!(
        refused["isError"] == true && refused.to_string().contains("allow-save"),
        "{refused} {shown}"
    );
    client.cancel().await?;
    Ok(())
}

/// Gate 2 rejects the first: `RemoveComponent` is not rehearsed. The ceiling rejects the second after gate 2.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_the_rule_of_allowlist_and_ceiling_refusals() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let client = connect(&host, Era::Stateless, Person::new(Answer::CannotAsk)).await?;
    for (tool, arguments, rule) in [
        (
            "RemoveComponent",
            json!({ "objectId": "obj:1", "typeOrIndex": "1", "confirm": true }),
            "refused by policy.component-allowlist",
        ),
        (
            "SetConfig",
            json!({ "enableConsoleEval": true, "confirm": true }),
            "refused by policy.ceiling",
        ),
    ] {
        let result = call(&client, tool, arguments).await?;
        ensure!(
            result["isError"] == true && result.to_string().contains(rule),
            "{tool}: {result}"
        );
    }
    client.cancel().await?;
    Ok(())
}
