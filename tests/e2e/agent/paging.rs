//! Lists read to their end, page by page.
//!
//! Belongs here: following cursors, and what every page must keep to. Does not: what the rows mean.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use tests_support::McpClient;

/// Every row of a list; that there are as many as its first page said.
pub(super) async fn all_rows(client: &McpClient, tool: &str, arguments: &Value) -> Result<Vec<Value>> {
    let mut whole = every_page(client, tool, arguments).await?;
    match whole["rows"].take() {
        Value::Array(rows) => Ok(rows),
        other => bail!("rows are {other}"),
    }
}

/// The first page with all rows in it.
pub(super) async fn every_page(client: &McpClient, tool: &str, arguments: &Value) -> Result<Value> {
    let (mut rows, mut cursor, mut first) = (Vec::new(), None::<String>, Value::Null);
    loop {
        let mut asked = arguments.clone();
        if let Some(cursor) = &cursor {
            asked["cursor"] = json!(cursor);
        }
        let page = client.ask(tool, asked).await?;
        let what = || format!("{tool} {arguments}: {page}");
        let fresh = page["rows"].as_array().with_context(what)?;
        ensure!(
            page["complete"] == (page["next"].is_null() && page["not_searched"].is_null() && page["scope"].is_null()),
            "more follows or not: {}",
            what()
        );
        ensure!(page["total_so_far"].is_null(), "not all was looked at: {}", what());
        let given = fresh.len();
        rows.extend(fresh.iter().cloned());
        let total = page["total"].as_u64().with_context(what)?;
        let next = page["next"].as_str().map(str::to_owned);
        if first.is_null() {
            first = page;
        }
        match next {
            Some(next) => {
                ensure!(given > 0 && cursor.as_ref() != Some(&next), "{tool} does not go on");
                cursor = Some(next);
            }
            None => {
                ensure!(
                    rows.len() as u64 == total,
                    "{tool} {arguments}: {} rows of {total}",
                    rows.len()
                );
                first["rows"] = Value::Array(rows);
                return Ok(first);
            }
        }
    }
}
