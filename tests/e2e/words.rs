//! Errors in the words of the caller: the tool's own arguments, listed tools, no Rust names.
//!
//! Belongs here: how errors are worded, and that answers keep to `max_bytes`. Does not: what is an error (each tool's own tests).

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient, projects};

/// What only the imports call so, and what only Rust writes.
const STRANGE: [&str; 16] = [
    "page.",
    "scope.",
    "aim.",
    "viewer.",
    "filter.",
    "target.",
    "per.component",
    "max-bytes",
    "`paths`",
    "`places`",
    "Some(",
    "None",
    "missing field",
    "\\\"",
    "u32",
    "invalid type",
];

/// Calls that are refused, each with the argument at fault.
fn refused_calls() -> Vec<(&'static str, Value, &'static str)> {
    let cursor = "x".repeat(20_000);
    vec![
        ("find_objects", json!({ "cursor": "abc" }), "cursor"),
        ("find_objects", json!({ "cursor": cursor }), "cursor"),
        ("find_objects", json!({ "max_bytes": 1_000_000_000 }), "max_bytes"),
        ("find_objects", json!({ "scope": "files", "files": [] }), "files"),
        ("find_objects", json!({ "scope": "files" }), "files"),
        (
            "find_objects",
            json!({ "scope": "prefabs", "files": ["Assets/A.prefab"] }),
            "scope",
        ),
        (
            "find_objects",
            json!({ "files": ["Assets/Scenes/Mian.unity"] }),
            "files",
        ),
        ("find_objects", json!({ "type": "Rigidbdy" }), "type"),
        ("find_objects", json!({ "type": " " }), "type"),
        ("find_objects", json!({ "per": "component" }), "type"),
        ("find_objects", json!({ "tag": "Plyer" }), "tag"),
        ("find_objects", json!({ "layer": "Watr" }), "layer"),
        ("find_objects", json!({ "layer": 40 }), "layer"),
        ("find_objects", json!({ "under": "/Nobody" }), "under"),
        ("find_objects", json!({ "under": "obj:999999" }), "under"),
        ("find_objects", json!({ "under": "obj:x" }), "under"),
        ("find_objects", json!({ "select": ["Camera.fieldOfVew"] }), "select"),
        ("find_objects", json!({ "select": ["nam"] }), "select"),
        ("find_objects", json!({ "order": ["-Light.intensty"] }), "order"),
        (
            "find_objects",
            json!({ "where": [{ "field": "Light.intensty", "op": "exists" }] }),
            "where",
        ),
        ("find_objects", json!({ "where": [{ "op": "exists" }] }), "where"),
        ("get_components", json!({}), "objects"),
        ("get_components", json!({ "objects": ["obj:x"] }), "objects"),
        (
            "get_components",
            json!({ "objects": ["obj:1"], "fields": [" "] }),
            "fields",
        ),
        (
            "get_components",
            json!({ "objects": ["obj:1"], "cursor": "abc" }),
            "cursor",
        ),
        ("find_references", json!({}), "target"),
        ("find_references", json!({ "target": " " }), "target"),
        ("find_references", json!({ "target": "Transform" }), "target"),
        ("find_references", json!({ "target": "/Nobody/Here" }), "target"),
        (
            "find_references",
            json!({ "target": "Health", "cursor": "abc" }),
            "cursor",
        ),
        (
            "find_references",
            json!({ "target": "Health", "in": ["packages"] }),
            "in",
        ),
        ("list_assets", json!({ "max_bytes": 10 }), "max_bytes"),
        ("list_assets", json!({ "cursor": "abc" }), "cursor"),
        ("asset_info", json!({ "asset": " " }), "asset"),
        ("script_info", json!({}), "type"),
        ("script_info", json!({ "type": " " }), "type"),
        ("project_settings", json!({}), "section"),
        ("raycast", json!({ "origin": [0, 0, 0] }), "direction"),
        (
            "raycast",
            json!({ "origin": [0, 0, 0], "direction": [0, 0, 0] }),
            "direction",
        ),
        (
            "raycast",
            json!({ "origin": [0, 0, 0], "direction": [0, 1e-320, 0] }),
            "direction",
        ),
        ("raycast", json!({ "screen": [2, 0.5], "normalized": true }), "screen"),
        ("raycast", json!({ "screen": [1e9, 1] }), "screen"),
        ("raycast", json!({ "camera": "/Nobody" }), "camera"),
        ("raycast", json!({ "cursor": "abc" }), "cursor"),
        ("outline", json!({ "scene": "Main", "object": "obj:1" }), "object"),
        ("prefab_overrides", json!({ "objects": ["obj:x"] }), "objects"),
        ("prefab_overrides", json!({ "objects": ["obj:1", "obj:1"] }), "objects"),
        ("list_edits", json!({ "cursor": "abc" }), "cursor"),
        ("undo_edits", json!({ "dry_run": true }), "entries"),
        (
            "edit_objects",
            json!({ "edits": [{ "set": {} }], "dry_run": true }),
            "edits",
        ),
        ("read_logs", json!({ "cursor": "abc" }), "cursor"),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn error_names_the_argument_and_only_listed_tools() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let listed = client.tool_names().await?;
    let all = McpClient::stateless(&host.url("/mcp?profile=all"))?
        .tool_names()
        .await?;
    let unlisted: Vec<&String> = all.iter().filter(|name| !listed.contains(name)).collect();
    ensure!(!unlisted.is_empty(), "every tool is listed");
    let mut wrong = Vec::new();
    for (tool, arguments, argument) in refused_calls() {
        let answer = client.call(tool, arguments.clone()).await?;
        let Some(said) = answer.failure() else {
            wrong.push(format!("{tool} {arguments} ({argument}) was done"));
            continue;
        };
        let words: Vec<&str> = said
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .collect();
        let strange = STRANGE.iter().find(|strange| said.contains(**strange));
        let foreign = unlisted.iter().find(|name| words.contains(&name.as_str()));
        if !words.contains(&argument) || strange.is_some() || foreign.is_some() {
            let mut shown = arguments.to_string();
            shown.truncate(100);
            wrong.push(format!("{tool} {shown} ({argument}, {strange:?}, {foreign:?}): {said}"));
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_a_missing_argument_with_the_expected_value() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for (tool, arguments, start) in [
        ("find_references", json!({}), "argument `target` is missing: Asset path"),
        (
            "raycast",
            json!({ "origin": [0, 0, 0] }),
            "argument `direction` is missing: three numbers",
        ),
        (
            "find_objects",
            json!({ "scope": "files" }),
            "argument `files` is missing: asset paths",
        ),
        (
            "edit_objects",
            json!({ "edits": [{ "destroy": {} }], "dry_run": true }),
            "argument `edits[0].destroy.object` is missing: ",
        ),
    ] {
        let said = client.call(tool, arguments).await?.expect_failure()?;
        ensure!(said.contains(start), "{tool}: {said}");
    }
    Ok(())
}

/// What an answer may have beside its rows.
const AROUND: usize = 512;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_stay_within_max_bytes() -> Result<()> {
    let Some(project) = projects::real_project("sizes of answers", "ui-effect")? else {
        return Ok(());
    };
    let host = HostOptions::new().project(&project.root).start().await?;
    let client = host.client().await?;
    let all = json!({ "scope": "project", "limit": 500,
        "select": ["position", "active", "layer", "tag", "parent", "components", "prefab", "RectTransform.sizeDelta"] });
    let found = client
        .ask("find_objects", json!({ "scope": "project", "limit": 50 }))
        .await?;
    let objects: Vec<Value> = found["rows"]
        .as_array()
        .context("rows")?
        .iter()
        .map(|row| row["id"].clone())
        .collect();
    let calls = [
        ("find_objects", all),
        ("get_components", json!({ "objects": objects, "limit": 500 })),
        ("list_assets", json!({ "limit": 500 })),
        ("find_references", json!({ "target": "Image", "limit": 500 })),
        ("missing_references", json!({ "limit": 500, "group": "none" })),
        ("read_logs", json!({ "limit": 500 })),
    ];
    let mut wrong = Vec::new();
    for (tool, arguments) in calls {
        for most in [2_048_usize, 16_384, 65_536] {
            let mut asked = arguments.clone();
            asked["max_bytes"] = json!(most);
            let answer = client.call(tool, asked).await?;
            let structured = answer.structured()?;
            let bytes = structured.to_string().len();
            let rows = structured["rows"].as_array().context("rows")?.len();
            // One row always comes, however large.
            if bytes > most + AROUND && rows > 1 {
                wrong.push(format!("{tool}: {bytes} bytes in {rows} rows for {most}"));
            }
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Each with how the error begins: the argument, the value as it was given, and what would be right.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_a_limit_with_the_given_value() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let test = json!({ "field": "name", "op": "exists" });
    let moved = |index: u64| json!([{ "reparent": { "object": "/Player", "index": index } }]);
    let edits = vec![json!({ "destroy": { "object": "obj:1" } }); 101];
    for (tool, arguments, start) in [
        (
            "find_objects",
            json!({ "order": vec!["name"; 10_000] }),
            "`order` has 10000 keys; it must have at most 4",
        ),
        (
            "find_objects",
            json!({ "select": vec!["name"; 33] }),
            "`select` has 33 columns; it must have at most 32",
        ),
        (
            "find_objects",
            json!({ "any": vec![vec![&test]; 10_000] }),
            "`any` has 10000 lists of 10000 tests; ",
        ),
        (
            "find_objects",
            json!({ "where": vec![&test; 10_000], "any": [[&test]] }),
            "`where` has 10000 tests; ",
        ),
        (
            "edit_objects",
            json!({ "edits": moved(1 << 40), "dry_run": true }),
            "edits[0].reparent.index is 1099511627776, expected a position among the children, a whole number from 0 to 4294967295",
        ),
        (
            "edit_objects",
            json!({ "edits": edits, "dry_run": true }),
            "`edits` is an array of 101, expected at most 100 items",
        ),
        (
            "find_objects",
            json!({ "max_bytes": 1_000_000 }),
            "`max_bytes` is 1000000; it must be 1024 to 65536",
        ),
        (
            "list_assets",
            json!({ "max_bytes": 70_000 }),
            "`max_bytes` is 70000; it must be 1024 to 65536",
        ),
        (
            "find_objects",
            json!({ "max_bytes": 10_000_000_000_u64 }),
            "`max_bytes` is 10000000000, expected at most 16777216",
        ),
        (
            "find_objects",
            json!({ "files": ["/etc/passwd"] }),
            "files[0] is \"/etc/passwd\", expected an asset path that begins with Assets/ or Packages/, or a scene's name",
        ),
        (
            "find_objects",
            json!({ "files": ["Mian"] }),
            "files: there is no scene \"Mian\"",
        ),
    ] {
        let said = client.call(tool, arguments).await?.expect_failure()?;
        let shown: String = said.chars().take(300).collect();
        ensure!(said.contains(start), "{tool}, not {start:?}: {shown}");
    }
    Ok(())
}
