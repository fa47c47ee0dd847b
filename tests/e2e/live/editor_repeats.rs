//! Calls in an open editor that a client repeats with their idempotency key after the host was killed.

use super::editor::{linked_with, make_project, options};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{McpClient, ToolAnswer};

const ASSETS: &str = r#"["unity-tools:authoring/assets-edit"]"#;

/// Calls a tool under this key, always as the same client.
async fn keyed(client: &McpClient, key: &str, tool: &str, arguments: &Value) -> Result<ToolAnswer> {
    let meta = json!({ "unity-tools/idempotencyKey": key, "unity-tools/clientSecret": "the secret of this client" });
    let parameters = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    Ok(ToolAnswer(client.request("tools/call", parameters).await?))
}

async fn edit(client: &McpClient, edits: Value) -> Result<Value> {
    client.ask("edit_objects", json!({ "edits": edits })).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_call_is_not_executed_again_by_the_next_host() -> Result<()> {
    let project = make_project()?;
    let options = options(project.path());
    let Some((host, client, _editor)) = linked_with("repeated calls", project.path(), options).await? else {
        return Ok(());
    };
    edit(
        &client,
        json!([{ "create": { "name": "Mast" } }, { "create": { "name": "Gone" } }]),
    )
    .await?;
    let create = json!({ "edits": [{ "create": { "name": "Flag", "parent": "Mast" } }] });
    let destroy = json!({ "edits": [{ "destroy": { "object": "/Gone" } }] });
    let created = keyed(&client, "create", "edit_objects", &create).await?;
    let destroyed = keyed(&client, "destroy", "edit_objects", &destroy).await?;
    ensure!(
        created.failure().is_none() && destroyed.failure().is_none(),
        "{}",
        destroyed.text()
    );
    // More objects of such a name: the tool needs more reads to find the parent than the first time.
    for part in 0..6 {
        let more = (0..100).map(|at| json!({ "create": { "name": format!("Mast_{part}_{at}") } }));
        edit(&client, Value::Array(more.collect())).await?;
    }
    drop(client);
    let host = host.killed_and_restarted().await?;
    let client = host.client().await?;
    let again = keyed(&client, "create", "edit_objects", &create).await?;
    ensure!(again.failure().is_none(), "{}", again.text());
    let flags = client.ask("find_objects", json!({ "name": "Flag" })).await?;
    ensure!(flags["total"] == 1, "it was created again: {flags}");
    // The object of the second call is not there any more, which does not mean that nothing was done.
    let again = keyed(&client, "destroy", "edit_objects", &destroy).await?;
    let kind = |answer: &ToolAnswer| answer.0.message.to_string();
    let unknown = again.expect_failure()?;
    ensure!(unknown.contains("before this host was started"), "{unknown}");
    ensure!(kind(&again).contains("OutcomeUnknown"), "{}", again.0.message);
    let other = keyed(&client, "another", "edit_objects", &destroy).await?;
    ensure!(
        !other.expect_failure()?.contains("before this host was started"),
        "{}",
        other.text()
    );
    ensure!(!kind(&other).contains("OutcomeUnknown"), "{}", other.0.message);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_call_gets_its_result_after_a_scene_was_unloaded() -> Result<()> {
    let project = make_project()?;
    let options = options(project.path());
    let Some((_host, client, mut editor)) = linked_with("unloaded scenes", project.path(), options).await? else {
        return Ok(());
    };
    let made = edit(&client, json!([{ "create": { "name": "Lamp" } }])).await?;
    let id = made["rows"][0]["object"].as_str().with_context(|| made.to_string())?;
    let switch = json!({ "edits": [{ "set_active": { "object": id, "active": false } }] });
    let first = keyed(&client, "switch", "edit_objects", &switch).await?;
    ensure!(first.failure().is_none(), "{}", first.text());
    let mut invoke = |method: &str, args: Value| {
        editor.ask("invoke", json!({ "type": "UserScene", "method": method, "args": args }))
    };
    invoke("Save", json!(["Assets/Main.unity"]))?;
    invoke("OpenAndClose", json!([]))?;
    let again = keyed(&client, "switch", "edit_objects", &switch).await?;
    ensure!(again.text() == first.text(), "{} {}", first.text(), again.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn list_has_the_assets_that_the_editor_has_just_created() -> Result<()> {
    let project = make_project()?;
    let options = options(project.path()).set("bundles.asset-edit.grants", ASSETS);
    let Some((_host, client, _editor)) = linked_with("assets of an editor", project.path(), options).await? else {
        return Ok(());
    };
    for at in 0..8 {
        let path = format!("Assets/Material {at}.mat");
        let create = json!({ "changes": [{ "create": { "path": path, "type": "Material" } }] });
        client.ask("edit_assets", create).await?;
        let listed = client.ask("list_assets", json!({ "kind": "Material" })).await?;
        ensure!(
            listed["total"] == at + 1 && listed.to_string().contains(&path),
            "{path}: {listed}"
        );
    }
    Ok(())
}
