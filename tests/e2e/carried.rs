//! What a guest adds to everything that MCP carries (`extra`) and what clients of MCP are shown of it.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient, paths};

const COST: &str = "fixture.example/cost";

async fn request_result(client: &McpClient, method: &str, parameters: Value) -> Result<Value> {
    let answer = client.request(method, parameters).await?.message;
    let result = answer.get("result").cloned();
    result.with_context(|| format!("{method}: {answer}"))
}

fn find_item<'a>(list: &'a Value, member: &str, key: &str, value: &str) -> Result<&'a Value> {
    let items = list[member].as_array().with_context(|| list.to_string())?;
    let found = items.iter().find(|item| item[key] == value);
    found.with_context(|| format!("no {value} in {list}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serves_icons_annotations_and_meta_of_a_guest() -> Result<()> {
    let bundle = paths::fixture_bundle(guests::RESOURCES_PROMPTS)?;
    let host = HostOptions::new().tools(&bundle).start().await?;
    let icons = json!([{ "src": "https://fixture.example/icon.png" }]);
    let for_user = json!({ "audience": ["user"] });
    for client in [host.client().await?, host.stateless()?] {
        let tools = request_result(&client, "tools/list", json!({})).await?;
        let tool = find_item(&tools, "tools", "name", "fixture_links")?;
        ensure!(tool["icons"] == icons && tool["_meta"][COST] == 1, "{tool}");

        let called = json!({ "name": "fixture_links", "arguments": {} });
        let result = request_result(&client, "tools/call", called).await?;
        let [link, embedded, text] = [0, 1, 2].map(|at| &result["content"][at]);
        ensure!(link["type"] == "resource_link" && link["icons"] == icons, "{link}");
        ensure!(link["annotations"] == for_user && link["_meta"][COST] == 2, "{link}");
        ensure!(
            embedded["type"] == "resource" && embedded["annotations"] == for_user,
            "{embedded}"
        );
        ensure!(embedded["resource"]["_meta"] == json!({ COST: 3 }), "{embedded}");
        ensure!(text["type"] == "text" && text["text"] == "Both greet.", "{text}");
        ensure!(
            text["annotations"] == for_user && text["_meta"] == json!({ COST: 4 }),
            "{text}"
        );
        ensure!(
            result["_meta"][guests::RESOURCES_PROMPTS] == json!({ "cost": 5 }),
            "{result}"
        );

        let resources = request_result(&client, "resources/list", json!({})).await?;
        let resource = find_item(&resources, "resources", "uri", "fixture://greeting")?;
        ensure!(
            resource["icons"] == icons && resource["annotations"] == for_user,
            "{resource}"
        );
        ensure!(resource["_meta"] == json!({ COST: 6 }), "{resource}");
        let read = request_result(&client, "resources/read", json!({ "uri": "fixture://greeting" })).await?;
        ensure!(read["contents"][0]["_meta"] == json!({ COST: 7 }), "{read}");

        let prompts = request_result(&client, "prompts/list", json!({})).await?;
        let prompt = find_item(&prompts, "prompts", "name", "review_scene")?;
        ensure!(
            prompt["icons"] == icons && prompt["_meta"] == json!({ COST: 8 }),
            "{prompt}"
        );
        let given = json!({ "name": "review_scene", "arguments": { "scene": "Main" } });
        let rendered = request_result(&client, "prompts/get", given).await?;
        ensure!(rendered["_meta"][COST] == 9, "{rendered}");
    }
    Ok(())
}
