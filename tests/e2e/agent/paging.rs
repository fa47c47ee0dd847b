//! Lists read to their end, page by page.
//!
//! Belongs here: following cursors, and what every page must keep to. Does not: what the rows mean.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::McpClient;

/// Every row of a list; that there are as many as its first page said.
pub(super) async fn every_row(client: &McpClient, tool: &str, arguments: &Value) -> Result<Vec<Value>> {
    let (mut rows, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let mut asked = arguments.clone();
        if let Some(cursor) = &cursor {
            asked["cursor"] = json!(cursor);
        }
        let page = client.ask(tool, asked).await?;
        let what = || format!("{tool} {arguments}: {page}");
        let fresh = page["rows"].as_array().with_context(what)?;
        ensure!(page["complete"] != false, "not complete: {}", what());
        rows.extend(fresh.iter().cloned());
        let total = page["total"].as_u64().with_context(what)?;
        match page["next"].as_str() {
            Some(next) => {
                ensure!(
                    !fresh.is_empty() && cursor.as_deref() != Some(next),
                    "{tool} does not go on"
                );
                cursor = Some(next.to_owned());
            }
            None => {
                ensure!(
                    rows.len() as u64 == total,
                    "{tool} {arguments}: {} rows of {total}",
                    rows.len()
                );
                return Ok(rows);
            }
        }
    }
}
