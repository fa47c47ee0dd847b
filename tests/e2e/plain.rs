//! A component that was written for another host.
//!
//! Belongs here: what a client, an author and an operator see of one. Does not: values of every type
//! (`host/runtime/src/plain/tests.rs`).

use crate::guests;
use crate::made_components::with_custom;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests_support::{HostOptions, McpClient, paths};

const PLAIN: &str = "plain";
const DOCS: &str = r#"{"interfaces":{"fruit":{"funcs":{"fill":"Fills a basket as wished."},
    "types":{"basket":{"docs":"What apples are put in.","items":{"owner":"Whose it is."}}}}},
    "worlds":{"orchard":{"func_exports":{"greet":{"docs":"Says good morning."}}}}}"#;

async fn list_tools(client: &McpClient) -> Result<Vec<Value>> {
    let answer = client.request("tools/list", json!({})).await?;
    let tools = answer.message["result"]["tools"].as_array().context("tools")?;
    Ok(tools.clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serves_a_component_of_another_host_unchanged() -> Result<()> {
    let folder = TempDir::new()?;
    let component = with_custom(
        &guests::component(PLAIN)?,
        b"package-docs",
        &[&[1], DOCS.as_bytes()].concat(),
    );
    guests::write_bundle(&folder.path().join(PLAIN), PLAIN, &component)?;
    let host = HostOptions::new().no_bundled().tools(folder.path()).start().await?;
    let client = host.client().await?;
    let tools = list_tools(&client).await?;
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    ensure!(names == ["greet", "fruit_fill", "fruit_count"], "{names:?}");
    ensure!(
        tools[1]["description"]
            .as_str()
            .is_some_and(|said| said.contains("as wished")),
        "{}",
        tools[1]
    );
    ensure!(tools[1]["annotations"]["readOnlyHint"] == true, "{}", tools[1]);
    let basket = &tools[1]["inputSchema"]["properties"]["basket"];
    ensure!(
        basket["properties"]["owner"]["description"] == "Whose it is.",
        "{basket}"
    );
    ensure!(basket["required"] == json!(["owner", "apples"]), "{basket}");
    // What it has besides is named to the operator.
    let health = host.bundle_health(PLAIN).await.context("it is served")?;
    let error = health["error"].as_str().unwrap_or_default();
    ensure!(
        health["state"] == "published" && error.contains("`borrow-ladder`") && error.contains("resource"),
        "{health}"
    );
    let filled = client
        .ask(
            "fruit.fill",
            json!({"basket": {"owner": "Ada", "apples": 3}, "wish": {"of-size": "large"}}),
        )
        .await?;
    ensure!(
        filled == json!({"owner": "Ada", "apples": 53, "ripe": null}),
        "{filled}"
    );
    let counted = client
        .ask(
            "fruit.count",
            json!({"baskets": [{"owner": "A", "apples": 1, "ripe": true}, {"owner": "B", "apples": 2}]}),
        )
        .await?;
    ensure!(counted == json!({"result": [["A", 1], ["B", 2]]}), "{counted}");
    ensure!(client.ask("greet", json!({"name": "Ö"})).await? == json!({"result": "Good morning, Ö"}));
    let full = client
        .call(
            "fruit.fill",
            json!({"basket": {"owner": "Ada", "apples": 3}, "wish": {"more": "9007199254740993"}}),
        )
        .await?
        .expect_failure()?;
    ensure!(full.contains("Ada has no room for 9007199254740993 more"), "{full}");
    let wrong = client
        .call(
            "fruit.fill",
            json!({"basket": {"owner": "Ada", "apples": -3}, "wish": "nothing"}),
        )
        .await?
        .expect_failure()?;
    ensure!(wrong.contains("apples") && wrong.contains("-3"), "{wrong}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_and_inspect_accept_a_component_of_another_host() -> Result<()> {
    let bundle = paths::fixture_bundle(PLAIN)?;
    let run = async |words: &[&str], path: &std::path::Path| {
        let output = tokio::process::Command::new(paths::binary()?)
            .args(words)
            .arg(path)
            .output()
            .await?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        anyhow::Ok((output.status.success(), text))
    };
    let (fine, text) = run(&["inspect"], &paths::component_of(&bundle)?).await?;
    ensure!(
        fine && text.contains("plain component") && text.contains("fruit.fill (read)"),
        "{text}"
    );
    let (fine, text) = run(&["inspect", "--json"], &paths::component_of(&bundle)?).await?;
    let told: Value = serde_json::from_str(&text)?;
    ensure!(fine && told["listing"]["from"] == "types", "{text}");
    let (fine, text) = run(&["check", "--json"], &bundle).await?;
    let told: Value = serde_json::from_str(&text)?;
    ensure!(
        fine && told["tools"] == json!(["greet", "fruit.fill", "fruit.count"]),
        "{text}"
    );
    ensure!(text.contains("borrow-ladder"), "what is left out is not named: {text}");

    // A fault beside it makes none of what is no tool.
    let folder = tempfile::tempdir()?;
    let manifest = std::fs::read_to_string(bundle.join("bundle.toml"))?;
    let manifest = format!("{manifest}\n[tools.absent]\neffect = \"read\"\n");
    std::fs::write(folder.path().join("bundle.toml"), manifest)?;
    let component = paths::component_of(&bundle)?;
    let name = component.file_name().context("a file")?;
    std::fs::copy(&component, folder.path().join(name))?;
    let (fine, text) = run(&["check", "--json"], folder.path()).await?;
    let told: Value = serde_json::from_str(&text)?;
    let findings = told["findings"].as_array().context("findings")?;
    let of = |kind: &str| {
        let of_kind = findings.iter().filter(|one| one["kind"] == kind);
        of_kind.map(|one| one["text"].to_string()).collect::<Vec<_>>()
    };
    let (faults, remarks) = (of("fault"), of("remark"));
    ensure!(!fine && faults.len() == 1 && faults[0].contains("absent"), "{text}");
    ensure!(remarks.iter().any(|remark| remark.contains("borrow-ladder")), "{text}");
    Ok(())
}
