//! Prompts of the bundled tools and the completion of their arguments, in both eras, on the sample project.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient};

const PROMPTS: [&str; 5] = [
    "explain_scene",
    "find_why_invisible",
    "find_why_no_collision",
    "review_prefab",
    "performance_pass",
];

async fn completed(client: &McpClient, prompt: &str, argument: &str, value: &str) -> Result<(Vec<String>, Value)> {
    let parameters = json!({
        "ref": { "type": "ref/prompt", "name": prompt },
        "argument": { "name": argument, "value": value },
    });
    let answer = client.request("completion/complete", parameters).await?.message;
    let found = &answer["result"]["completion"];
    let values = found["values"].as_array().with_context(|| answer.to_string())?;
    let values = values.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    Ok((values, found.clone()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_and_renders_each_prompt_in_both_eras() -> Result<()> {
    let host = HostOptions::new().start().await?;
    for client in [host.client().await?, host.stateless()?] {
        let listed = client.request("prompts/list", json!({})).await?.message;
        let prompts = listed["result"]["prompts"]
            .as_array()
            .with_context(|| listed.to_string())?;
        for name in PROMPTS {
            let prompt = prompts.iter().find(|prompt| prompt["name"] == name).context(name)?;
            let mut arguments = json!({});
            for argument in prompt["arguments"].as_array().into_iter().flatten() {
                let described = argument["description"].as_str().unwrap_or_default();
                ensure!(
                    described.contains("e.g.") || described.contains("asset path"),
                    "{name}: {argument}"
                );
                if argument["required"] == true {
                    let key = argument["name"].as_str().context("a name")?;
                    arguments[key] = json!(format!("/given/{key}"));
                }
            }
            let got = client
                .request("prompts/get", json!({ "name": name, "arguments": arguments }))
                .await?
                .message;
            let text = got["result"]["messages"][0]["content"]["text"].as_str();
            let text = text.with_context(|| got.to_string())?;
            for (_, given) in arguments.as_object().into_iter().flatten() {
                ensure!(
                    text.contains(given.as_str().unwrap_or("?")),
                    "{name} leaves out {given}: {text}"
                );
            }
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn completes_arguments_from_the_project() -> Result<()> {
    let host = HostOptions::new().start().await?;
    for client in [host.client().await?, host.stateless()?] {
        for (prompt, argument, typed, first, also) in [
            ("explain_scene", "scene", "mai", "Assets/Scenes/Main.unity", None),
            (
                "find_why_invisible",
                "object",
                "/Lighting/P",
                "/Lighting/Point Light",
                None,
            ),
            (
                "find_why_no_collision",
                "other",
                "point l",
                "/Lighting/Point Light",
                None,
            ),
            ("explain_scene", "type", "Cam", "Camera", None),
            ("review_prefab", "field", "Light.int", "Light.intensity", None),
            ("review_prefab", "field", "Ligh", "Light.", None),
            (
                "performance_pass",
                "asset",
                "Assets/Scenes/",
                "Assets/Scenes/Arena.unity",
                Some("Assets/Scenes/Main.unity"),
            ),
        ] {
            let (values, found) = completed(&client, prompt, argument, typed).await?;
            ensure!(
                values.first().is_some_and(|value| value == first),
                "{argument} {typed}: {found}"
            );
            ensure!(
                also.is_none_or(|also| values.iter().any(|value| value == also)),
                "{argument} {typed}: {found}"
            );
            ensure!(found["total"].as_u64() >= Some(values.len() as u64), "{found}");
        }
        let (all, found) = completed(&client, "find_why_invisible", "object", "").await?;
        ensure!(
            all.len() <= 100 && found["hasMore"] == (found["total"].as_u64() > Some(all.len() as u64)),
            "{found}"
        );
        let (none, _) = completed(&client, "review_prefab", "field", "NoSuchType.x").await?;
        ensure!(none.is_empty(), "{none:?}");
    }
    Ok(())
}
