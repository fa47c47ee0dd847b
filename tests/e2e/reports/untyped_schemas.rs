//! Report 04: members of a schema without a type, and arrays without items.
//!
//! `strict_clients::strict_clients_accept_every_published_schema` reads every published schema by the rules of such clients. Here:
//! `check` says it of any bundle. `host/catalog/src/portable.rs` has a test for each rule.

use anyhow::{Result, ensure};
use serde_json::Value;
use std::process::Stdio;
use tests_support::host::shared_cache;
use tests_support::paths;
use tokio::process::Command;

#[tokio::test]
async fn check_remarks_on_schemas_that_clients_reject() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    for (bundle, tool, parts) in [
        (
            crate::guests::CONFORMANCE,
            "json_schema_2020_12_tool",
            [
                "/allOf/0/anyOf/0 has no `type`, without which Gemini",
                "/properties/address is a `$ref`",
            ],
        ),
        (
            "plain",
            "fruit.fill",
            [
                "/properties/wish/oneOf/0 has no `type`, without which Gemini",
                "/properties/more has a list of types",
            ],
        ),
    ] {
        let output = Command::new(paths::binary()?)
            .arg("check")
            .arg(paths::fixture_bundle(bundle)?)
            .arg("--json")
            .current_dir(scratch.path())
            .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", shared_cache())
            .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", scratch.path().join("data"))
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await?;
        let checked: Value = serde_json::from_slice(&output.stdout)?;
        let findings = checked["findings"].as_array().into_iter().flatten();
        let remarks: Vec<String> = findings
            .filter(|one| one["kind"] == "remark" && one["about"] == "schema" && one["tool"] == tool)
            .map(|one| one["text"].to_string())
            .collect();
        for part in parts {
            ensure!(
                remarks.iter().any(|text| text.contains(part)),
                "{bundle}: no {part} in {checked}"
            );
        }
    }
    Ok(())
}
