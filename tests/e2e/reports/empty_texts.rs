//! Report 06: optional texts that a client sends as `""`.
//!
//! `which_object::treats_empty_optional_text_as_absent` covers the arguments of `find_objects`. Here: every optional text of
//! every tool that reads counts as absent or is refused by its name.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient};

/// Arguments of tools that need some, and of `find_objects`, which finds something with them.
fn required_arguments(tool: &str) -> Value {
    match tool {
        "find_objects" => json!({ "type": "Camera" }),
        "get_components" => json!({ "objects": ["/Main Camera"] }),
        "asset_info" => json!({ "asset": "Assets/Scenes/Main.unity" }),
        "find_references" => json!({ "target": "Assets/Prefabs/Crate.prefab" }),
        "prefab_overrides" => json!({ "objects": ["/World"] }),
        _ => json!({}),
    }
}

/// The names of optional arguments that are texts.
fn optional_texts(schema: &Value) -> Vec<String> {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .filter(|(name, member)| member["type"] == "string" && !required.contains(&name.as_str()))
        .map(|(name, _)| name.clone())
        .collect()
}

/// What a model reads: the structured result, else the text; the error of a call that failed.
async fn answer(client: &McpClient, tool: &str, arguments: &Value) -> Result<Result<Value, String>> {
    let answer = client.call(tool, arguments.clone()).await?;
    Ok(match answer.failure() {
        Some(failure) => Err(failure),
        None => Ok(answer.structured().unwrap_or_else(|_| json!(answer.text()))),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn read_tools_ignore_or_reject_empty_optional_text() -> Result<()> {
    let host = HostOptions::new().set("policy.profile", "all").start().await?;
    let client = host.client().await?;
    let (mut wrong, mut counted) = (Vec::new(), 0);
    for tool in client.list_tools().await? {
        let name = tool["name"].as_str().context("a name")?;
        if tool["annotations"]["readOnlyHint"] != true {
            continue;
        }
        let base = required_arguments(name);
        let Ok(expected) = answer(&client, name, &base).await? else {
            continue;
        };
        if answer(&client, name, &base).await?.as_ref() != Ok(&expected) {
            continue; // such as a log, which grows
        }
        for argument in optional_texts(&tool["inputSchema"]) {
            if !base[&argument].is_null() {
                continue;
            }
            let mut arguments = base.clone();
            arguments[&argument] = json!("");
            match answer(&client, name, &arguments).await? {
                Ok(same) if same == expected => counted += 1,
                Err(why) if why.contains(&argument) => counted += 1,
                other => {
                    let (other, expected) = (format!("{other:?}"), expected.to_string());
                    wrong.push(format!("{name} {argument}: {other:.300} instead of {expected:.300}"));
                }
            }
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    ensure!(counted > 20, "{counted} arguments");
    Ok(())
}
