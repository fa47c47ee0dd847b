//! Clients that are strict about schemas, and clients that send values as JSON text.
//!
//! Belongs here: every published schema read by rules of these clients, and calls as such clients send them. Does not: which texts are
//! read (`host/catalog`).

use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient};

/// Profiles, and settings besides.
const PUBLISHED: [(&str, &str); 6] = [
    ("all", "false"),
    ("standard", "false"),
    ("standard", "true"),
    ("offline", "false"),
    ("explorer", "false"),
    ("command", "false"),
];

/// The places of `schema` that a strict client refuses, by rules of its own: Gemini needs one type in each node (no list of types, no
/// `const`, two formats), VS Code needs `items` in each array, Copilot CLI follows no reference.
fn refused_by_strict_clients(schema: &Value, at: &str, of_arguments: bool, told: &mut Vec<String>) {
    let Some(node) = schema.as_object() else {
        told.push(format!("{at} is {schema}"));
        return;
    };
    let ways: Vec<(&str, &Value)> = ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .flat_map(|key| {
            node.get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .map(move |one| (key, one))
        })
        .collect();
    match node.get("type") {
        None if ways.is_empty() => told.push(format!("{at} has no type")),
        Some(Value::Array(kinds)) if of_arguments => told.push(format!("{at} has the types {kinds:?}")),
        _ => {}
    }
    if node.get("type") == Some(&json!("array")) && node.get("items").is_none_or(|items| *items == json!({})) {
        told.push(format!("{at} is an array without items"));
    }
    for key in ["$ref", "$defs", "const", "not", "if", "patternProperties"] {
        if node.contains_key(key) {
            told.push(format!("{at} has {key}"));
        }
    }
    let is_known = |format: &Value| *format == "date-time" || *format == "enum";
    if node.get("format").is_some_and(|format| !is_known(format)) {
        told.push(format!("{at} has the format {}", node["format"]));
    }
    if of_arguments
        && node
            .get("enum")
            .and_then(Value::as_array)
            .is_some_and(|all| !all.iter().all(Value::is_string))
    {
        told.push(format!("{at} has an enum of other values than text"));
    }
    for (name, member) in node.get("properties").and_then(Value::as_object).into_iter().flatten() {
        refused_by_strict_clients(member, &format!("{at}.{name}"), of_arguments, told);
    }
    for (key, way) in ways {
        refused_by_strict_clients(way, &format!("{at}<{key}>"), of_arguments, told);
    }
    if let Some(items) = node.get("items") {
        refused_by_strict_clients(items, &format!("{at}[]"), of_arguments, told);
    }
}

#[test]
fn strict_client_rules_detect_nonportable_schemas() {
    let schema = json!({"type": "object", "properties": {
        "value": {"description": "any"}, "list": {"type": "array"}, "maybe": {"type": ["string", "null"]},
        "mail": {"type": "string", "format": "email"}, "deep": {"type": "array", "items": {"anyOf": [{"type": "array"}]}},
        "fine": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}}});
    let mut told = Vec::new();
    refused_by_strict_clients(&schema, "", true, &mut told);
    assert_eq!(
        told,
        [
            ".value has no type",
            ".list is an array without items",
            ".maybe has the types [String(\"string\"), String(\"null\")]",
            ".mail has the format \"email\"",
            ".deep[]<anyOf> is an array without items",
        ]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strict_clients_accept_every_published_schema() -> Result<()> {
    let mut told = Vec::new();
    for (profile, live) in PUBLISHED {
        let host = HostOptions::new()
            .set("policy.profile", profile)
            .set("unity.live", live)
            .set("dialects.mcp.output-schemas", "true")
            .without_ready()
            .start()
            .await?;
        let tools = host.client().await?.list_tools().await?;
        ensure!(!tools.is_empty(), "{profile} lists nothing");
        for tool in &tools {
            let name = tool["name"].as_str().context("a name")?;
            refused_by_strict_clients(&tool["inputSchema"], name, true, &mut told);
            if let Some(output) = tool.get("outputSchema") {
                refused_by_strict_clients(output, &format!("{name} -> "), false, &mut told);
            }
        }
    }
    told.sort();
    told.dedup();
    ensure!(told.is_empty(), "{} places:\n{}", told.len(), told.join("\n"));
    Ok(())
}

fn notes(answer: &tests_support::ToolAnswer) -> String {
    answer.0.message["result"]["_meta"]["diagnostics"].to_string()
}

async fn call_both(client: &McpClient, tool: &str, value: Value, text: Value) -> Result<(Value, Value, String)> {
    let value = client.call(tool, value).await?;
    ensure!(!notes(&value).contains("sent as text"), "{}", notes(&value));
    let text = client.call(tool, text).await?;
    Ok((value.structured()?, text.structured()?, notes(&text)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plans_audits_and_returns_values_sent_as_text() -> Result<()> {
    let host = HostOptions::new().set("policy.allow-writes", "true").start().await?;
    let client = host.client().await?;
    let edits = json!([{ "set_active": { "object": "/Main Camera", "active": false } }]);
    let (value, text, note) = call_both(
        &client,
        "edit_objects",
        json!({ "edits": edits, "dry_run": true }),
        json!({ "edits": edits.to_string(), "dry_run": "true" }),
    )
    .await?;
    // The answer itself has the note, too.
    ensure!(
        value["rows"] == text["rows"] && value["rows"][0]["new"] == false,
        "{value} and {text}"
    );
    ensure!(
        note.contains(
            "sent as text and read as JSON: `edits` (array), `dry_run` (boolean); send the values themselves"
        ),
        "{note}"
    );
    let (value, text, note) = call_both(
        &client,
        "find_objects",
        json!({ "type": "Camera", "limit": 1, "active": true, "where": [{ "field": "Camera.depth", "op": "<", "value": 0 }] }),
        json!({ "type": "Camera", "limit": "1", "active": "true", "where": "[{\"field\": \"Camera.depth\", \"op\": \"<\", \"value\": 0}]" }),
    )
    .await?;
    ensure!(value["rows"] == text["rows"], "{value} and {text}");
    ensure!(
        note.contains("`limit` (number), `active` (boolean), `where` (array)"),
        "{note}"
    );
    let (value, text, _) = call_both(
        &client,
        "SetTimeScale",
        json!({ "value": 0.25, "lock": true, "confirm": true }),
        json!({ "value": "0.25", "lock": "true", "confirm": "true" }),
    )
    .await?;
    ensure!(value == text && value["value"] == 0.25, "{value} and {text}");
    let lines = audit(&host)?;
    let sent: Vec<&Value> = lines
        .iter()
        .filter(|line| line["tool"] == "SetTimeScale")
        .map(|line| &line["arguments"])
        .collect();
    ensure!(
        sent.len() >= 2 && sent.iter().all(|one| one == &sent[0]) && !sent[0].is_null(),
        "{lines:?}"
    );
    let cut = client
        .call("edit_objects", json!({ "edits": "[{\"set_active\"", "dry_run": true }))
        .await?;
    let told = cut.expect_failure()?;
    ensure!(
        told.contains("`edits` is string")
            && told.contains("send the array itself, not its text; `edits` is text, and that text is not JSON"),
        "{told}"
    );
    Ok(())
}
