//! Edits by an agent: previewed, applied at once, listed, undone.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::f64::consts::FRAC_1_SQRT_2;
use tests_support::{HostOptions, McpClient, TestHost};

async fn object(client: &McpClient, name: &str) -> Result<String> {
    let found = client.ask("ListObjects", json!({ "name": name, "limit": 1 })).await?;
    found["Items"][0]["Id"]
        .as_str()
        .map(str::to_owned)
        .with_context(|| found.to_string())
}

fn edits() -> Value {
    json!([
        { "create": { "name": "Fresh", "position": [0, 2, 0], "components": ["Light"] } },
        { "set": { "object": { "made": 0 }, "component": "Light", "field": "intensity", "value": 2.5 } },
        { "set_active": { "object": { "made": 0 }, "active": false } },
    ])
}

fn rows(answer: &Value) -> Vec<&Value> {
    answer["rows"]
        .as_array()
        .map(|rows| rows.iter().collect())
        .unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dry_run_needs_no_permission_and_lists_denying_rules() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let tried = client
        .ask("edit_objects", json!({ "edits": edits(), "dry_run": true }))
        .await?;
    ensure!(tried["entry"].is_null() && tried["total"] == 4, "{tried}");
    let denied: Vec<&str> = rows(&tried).iter().filter_map(|row| row["denied"].as_str()).collect();
    let expected = [
        "policy.allow-writes",
        "policy.allow-writes, policy.component-allowlist",
        "policy.allow-writes, policy.reflection-allowlist-members",
        "policy.allow-writes",
    ];
    ensure!(denied == expected, "{tried}");
    let set = rows(&tried)[2];
    ensure!(
        set["field"] == "intensity" && set["old"] == 1 && set["new"] == 2.5,
        "{set}"
    );
    let left = client
        .ask("ListObjects", json!({ "name": "Fresh", "limit": 1 }))
        .await?;
    ensure!(left["Items"] == json!([]), "nothing was made: {left}");
    let refused = client
        .call("edit_objects", json!({ "edits": edits() }))
        .await?
        .failure()
        .context("a refusal")?;
    ensure!(refused.contains("Writes disabled"), "{refused}");
    ensure!(
        client.ask("list_edits", json!({})).await?["total"] == 0,
        "nothing was recorded"
    );
    Ok(())
}

async fn writing(members: &str, components: &str) -> Result<TestHost> {
    HostOptions::new()
        .writing()
        .set("policy.reflection-allowlist-members", members)
        .set("policy.component-allowlist", components)
        .start()
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn applies_lists_undoes_and_redoes_a_batch() -> Result<()> {
    let host = writing(r#"["UnityEngine.Light.*"]"#, r#"["*"]"#).await?;
    let client = host.client().await?;
    let tried = client
        .ask("edit_objects", json!({ "edits": edits(), "dry_run": true }))
        .await?;
    ensure!(rows(&tried).iter().all(|row| row["denied"].is_null()), "{tried}");
    let done = client.ask("edit_objects", json!({ "edits": edits() })).await?;
    ensure!(done["rows"] == tried["rows"], "{done} is not {tried}");
    let lamp = object(&client, "Fresh").await?;
    client
        .ask("SetActive", json!({ "objectId": lamp, "active": true }))
        .await?;

    let listed = client.ask("list_edits", json!({})).await?;
    let tools: Vec<&str> = rows(&listed)
        .iter()
        .filter_map(|entry| entry["tool"].as_str())
        .collect();
    ensure!(tools == ["SetActive", "edit_objects"], "{listed}");
    ensure!(rows(&listed).iter().all(|entry| entry["mine"] == true), "{listed}");
    ensure!(
        rows(&listed)[1]["fixed"]
            .as_str()
            .is_some_and(|why| why.contains("entries 2")),
        "{listed}"
    );

    let refused = client
        .call("undo_edits", json!({ "entries": [1] }))
        .await?
        .failure()
        .context("a refusal")?;
    ensure!(refused.contains("entries 2"), "{refused}");
    let undone = client.ask("undo_edits", json!({ "all": true })).await?;
    ensure!(undone["undone"] == json!([2, 1]), "{undone}");
    let left = client
        .ask("ListObjects", json!({ "name": "Fresh", "limit": 1 }))
        .await?;
    ensure!(left["Items"] == json!([]), "{left}");
    client
        .ask("undo_edits", json!({ "entries": [undone["entry"]] }))
        .await?;
    ensure!(object(&client, "Fresh").await? == lamp, "the id came back");
    Ok(())
}

/// Of one name, so that each result differs by the earlier ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_clients_create_distinct_objects_of_one_name() -> Result<()> {
    const CLIENTS: usize = 8;
    let host = writing("[]", r#"["*"]"#).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..CLIENTS {
        let client = host.client().await?;
        tasks.spawn(async move {
            let edits = json!([{ "create": { "name": "Alike" } }]);
            client.ask("edit_objects", json!({ "edits": edits })).await
        });
    }
    let mut made = std::collections::BTreeSet::new();
    while let Some(done) = tasks.join_next().await {
        let done = done??;
        let id = rows(&done)[0]["object"].as_str().context("an id")?.to_owned();
        ensure!(made.insert(id), "one object for two: {done}");
    }
    let client = host.client().await?;
    let left = client
        .ask("ListObjects", json!({ "name": "Alike", "limit": 50 }))
        .await?;
    ensure!(left["Items"].as_array().map(Vec::len) == Some(CLIENTS), "{left}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn undo_all_covers_only_edits_of_its_own_session() -> Result<()> {
    let host = writing("[]", "[]").await?;
    let (one, other) = (host.client().await?, host.client().await?);
    let empty = |name: &str| json!({ "edits": [{ "create": { "name": name } }] });
    let first = one.ask("edit_objects", empty("First")).await?;
    let second = other.ask("edit_objects", empty("Second")).await?;
    let listed = other.ask("list_edits", json!({})).await?;
    let mine: Vec<&Value> = rows(&listed).iter().map(|entry| &entry["mine"]).collect();
    ensure!(mine == [&json!(true), &json!(false)], "{listed}");
    let undone = other.ask("undo_edits", json!({ "all": true })).await?;
    ensure!(undone["undone"] == json!([second["entry"]]), "{undone}");
    object(&one, "First").await.context("it is the other session's")?;
    // As a client that came back after a restart: it names them.
    let undone = other.ask("undo_edits", json!({ "entries": [first["entry"]] })).await?;
    ensure!(undone["undone"] == json!([first["entry"]]), "{undone}");
    let done = other.call("undo_edits", json!({ "all": true })).await?;
    ensure!(
        done.text().contains("nothing that this session made"),
        "{}",
        done.text()
    );
    Ok(())
}

/// Degrees are set as C# would, and the rotation is what they are; the same of a folder and of a game.
pub(crate) async fn turn_by_degrees(client: &McpClient) -> Result<Value> {
    let edits = json!([
        { "create": { "name": "Turned" } },
        { "set": { "object": { "made": 0 }, "component": "Transform", "field": "localEulerAngles", "value": [0, 90, 0] } },
    ]);
    let made = client.ask("edit_objects", json!({ "edits": edits })).await?;
    let test = json!([{ "field": "path", "op": "=", "value": "/Turned" }]);
    let select = json!(["Transform.localEulerAngles", "Transform.localRotation"]);
    let found = client
        .ask("find_objects", json!({ "where": test, "select": select }))
        .await?;
    for (field, values) in [
        ("Transform.localEulerAngles", &[0.0, 90.0, 0.0][..]),
        ("Transform.localRotation", &[0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2]),
    ] {
        let told: Vec<f64> =
            serde_json::from_value(rows(&found)[0][field].clone()).with_context(|| found.to_string())?;
        let is_near = told.iter().zip(values).all(|(told, value)| (told - value).abs() < 1e-4);
        ensure!(told.len() == values.len() && is_near, "{field}: {found}");
    }
    Ok(made)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sets_rotation_by_degrees_if_policy_allows_rotation() -> Result<()> {
    let host = writing(r#"["UnityEngine.Transform.localRotation"]"#, "[]").await?;
    let made = turn_by_degrees(&host.client().await?).await?;
    let set = rows(&made).into_iter().find(|row| row["field"] == "localRotation");
    ensure!(set.is_some_and(|row| row["old"] == json!([0, 0, 0, 1])), "{made}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instantiate_requires_all_component_types_in_the_allowlist() -> Result<()> {
    let host = writing("[]", r#"["UnityEngine.Light"]"#).await?;
    let client = host.client().await?;
    let edits = json!([{ "instantiate": { "prefab": "Assets/Prefabs/Crate.prefab", "position": [5, 5, 5] } }]);
    let tried = client
        .ask("edit_objects", json!({ "edits": edits, "dry_run": true }))
        .await?;
    ensure!(rows(&tried)[0]["denied"] == "policy.component-allowlist", "{tried}");
    let refused = client
        .call("edit_objects", json!({ "edits": edits }))
        .await?
        .failure()
        .context("a refusal")?;
    ensure!(
        refused.contains("UnityEngine.BoxCollider") && !refused.contains("UnityEngine.Transform"),
        "{refused}"
    );
    ensure!(
        client.ask("list_edits", json!({})).await?["total"] == 0,
        "nothing was made"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_whole_batch_if_a_member_is_not_allowlisted() -> Result<()> {
    let host = writing(r#"["UnityEngine.Light.m_Range"]"#, r#"["UnityEngine.Light"]"#).await?;
    let client = host.client().await?;
    let refused = client
        .call("edit_objects", json!({ "edits": edits() }))
        .await?
        .failure()
        .context("a refusal")?;
    ensure!(
        refused.contains("UnityEngine.Light.intensity") && refused.contains("Denied by allowlist"),
        "{refused}"
    );
    ensure!(refused.contains("it is edit 1 of the batch"), "{refused}");
    ensure!(
        refused.contains(r#"members=["UnityEngine.Light.intensity","UnityEngine.Light.m_Range"]'"#),
        "a flag replaces the list, so the hint has all of it: {refused}"
    );
    let left = client
        .ask("ListObjects", json!({ "name": "Fresh", "limit": 1 }))
        .await?;
    ensure!(left["Items"] == json!([]), "all or none: {left}");
    let wrong = json!([{ "create": { "name": "Fresh" } }, { "set": { "object": { "made": 0 }, "component": "Transform",
        "field": "localScale", "value": "big" } }]);
    let refused = client
        .call("edit_objects", json!({ "edits": wrong }))
        .await?
        .failure()
        .context("a refusal")?;
    ensure!(refused.contains("edit 1: ") && refused.contains("big"), "{refused}");
    Ok(())
}

/// What README says of the two lists: which one is asked when, that neither replaces the other, and that what is listed of a
/// type is not of one that derives from it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn allowlists_apply_separately_and_exclude_derived_types() -> Result<()> {
    const COMPONENTS: Option<&str> = Some("policy.component-allowlist");
    const MEMBERS: Option<&str> = Some("policy.reflection-allowlist-members");
    let everything = r#"["*"]"#;
    for (members, components, [adds, sets, removes, makes]) in [
        ("[]", "[]", [COMPONENTS, MEMBERS, COMPONENTS, None]),
        (everything, "[]", [COMPONENTS, None, COMPONENTS, None]),
        ("[]", everything, [None, MEMBERS, None, None]),
        (
            r#"["UnityEngine.BoxCollider.*"]"#,
            r#"["UnityEngine.BoxCollider"]"#,
            [None; 4],
        ),
        (
            r#"["UnityEngine.Collider.*"]"#,
            r#"["UnityEngine.Collider"]"#,
            [COMPONENTS, MEMBERS, COMPONENTS, None],
        ),
    ] {
        let host = writing(members, components).await?;
        let client = host.client().await?;
        let boxes = json!({ "type": "BoxCollider", "limit": 1 });
        let found = client.ask("find_objects", boxes).await?;
        let boxed = found["rows"][0]["id"].as_str().with_context(|| found.to_string())?;
        let tried = json!({ "dry_run": true, "edits": [
            { "add_component": { "object": boxed, "type": "BoxCollider" } },
            { "set": { "object": boxed, "component": "BoxCollider", "field": "m_IsTrigger", "value": true } },
            { "remove_component": { "object": boxed, "component": "BoxCollider[2]" } },
            { "create": { "name": "Fresh" } },
        ] });
        let tried = client.ask("edit_objects", tried).await?;
        let denied: Vec<Option<&str>> = rows(&tried).iter().map(|row| row["denied"].as_str()).collect();
        ensure!(
            denied == [adds, sets, removes, makes],
            "{members} {components}: {tried}"
        );
    }
    Ok(())
}
