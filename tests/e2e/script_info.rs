//! `script_info` on the sample project: types of its sources, and the sources themselves.
//!
//! Belongs here: what an agent gets over the wire. Does not: what a type is (`host/unity-scripts/src/script_info`).

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::HostOptions;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn script_info_returns_the_type_and_its_source() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let health = client.ask("script_info", json!({ "type": "Health" })).await?;
    ensure!(health["type"] == "Sample.Game.Combat.Health", "{health}");
    ensure!(health["path"] == "Assets/Scripts/Combat/Health.cs", "{health}");
    ensure!(health["bases"][0] == "UnityEngine.MonoBehaviour", "{health}");
    ensure!(health["messages"] == json!(["Awake"]), "{health}");
    ensure!(health["attributes"] == json!(["DisallowMultipleComponent"]), "{health}");
    let fields = health["fields"].as_array().context("fields")?;
    let told: Vec<(&str, &Value)> = fields
        .iter()
        .filter_map(|field| Some((field["name"].as_str()?, &field["default"])))
        .collect();
    let expected = [
        ("maxHitPoints", json!(100)),
        ("hitPoints", json!(100)),
        ("team", Value::Null),
        ("resistances", json!([])),
        ("onDeath", Value::Null),
    ];
    ensure!(
        told == expected.each_ref().map(|(name, value)| (*name, value)),
        "{told:?}"
    );
    ensure!(
        health["methods"]
            .to_string()
            .contains("public void Heal(int amount = 10, bool overheal = false)"),
        "{health}"
    );

    let player = client
        .ask("script_info", json!({ "asset": "Assets/Scripts/PlayerController.cs" }))
        .await?;
    let abilities = player["fields"]
        .as_array()
        .and_then(|all| all.iter().find(|field| field["name"] == "abilities"));
    ensure!(abilities.context("a field")?["default"] == json!(["Jump"]), "{player}");

    let file = std::fs::read_to_string(
        tests_support::paths::root().join("tests/fixtures/unity/sample/Assets/Scripts/Combat/Health.cs"),
    )?;
    let (mut read, mut cursor) = (String::new(), Value::Null);
    loop {
        let arguments = match &cursor {
            Value::Null => json!({ "type": "Health", "source": true, "max_bytes": 2048 }),
            cursor => json!({ "type": "Health", "source": true, "max_bytes": 2048, "cursor": cursor }),
        };
        let answer = client.call("script_info", arguments).await?;
        let text = answer.text();
        ensure!(text.len() <= 2_048 && answer.structured().is_err(), "{text}");
        let (lines, last) = text.rsplit_once('\n').context("a last line")?;
        read.push_str(lines);
        read.push('\n');
        match last.split_once("cursor ") {
            Some((_, next)) => cursor = json!(next.trim_end_matches(']')),
            None => break,
        }
    }
    ensure!(read == file, "{read}");

    let said = client
        .call("script_info", json!({ "type": "Heatlh" }))
        .await?
        .expect_failure()?;
    ensure!(said.contains("did you mean Sample.Game.Combat.Health?"), "{said}");
    let both = json!({ "type": "Health", "asset": "Assets/Scripts/Combat/Health.cs" });
    let said = client.call("script_info", both).await?.expect_failure()?;
    ensure!(said.contains("asset"), "{said}");
    Ok(())
}
