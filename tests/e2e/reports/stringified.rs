//! Report 07: arrays, numbers and booleans that a client sends as text.
//!
//! `strict_clients::plans_audits_and_returns_values_sent_as_text` covers the same calls with the audit log. Here: the
//! answer itself says what was read, since many clients show nothing else to the model.

use super::{notes, rows};
use anyhow::{Result, ensure};
use serde_json::json;
use tests_support::HostOptions;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parses_values_sent_as_text_and_adds_a_note() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let edits = json!([{ "set_active": { "object": "/Lighting", "active": false } }]);
    let filter = json!([{ "field": "Camera.depth", "op": "<", "value": 0 }]);
    for (tool, name, kind, value, others) in [
        ("edit_objects", "edits", "array", edits, json!({ "dry_run": true })),
        ("find_objects", "where", "array", filter, json!({})),
        ("find_objects", "limit", "number", json!(1), json!({ "type": "Camera" })),
        (
            "find_objects",
            "active",
            "boolean",
            json!(true),
            json!({ "type": "Camera" }),
        ),
    ] {
        let (mut as_value, mut as_text) = (others.clone(), others);
        as_value[name] = value.clone();
        as_text[name] = json!(value.to_string());
        let (expected, answer) = (client.ask(tool, as_value).await?, client.ask(tool, as_text).await?);
        ensure!(
            !rows(&expected)?.is_empty() && rows(&answer)? == rows(&expected)?,
            "{name}: {answer}"
        );
        ensure!(answer["total"] == expected["total"], "{name}: {answer}");
        let said = format!("sent as text and read as JSON: `{name}` ({kind}); send the {kind} itself, not as text");
        ensure!(
            notes(&answer).contains(&said) && !notes(&expected).contains("sent as text"),
            "{name}: {answer}"
        );
    }
    Ok(())
}
