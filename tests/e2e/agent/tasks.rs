//! What an agent is asked to do in a project, each in at most two calls whose first pages have at most 8 KB.
//!
//! Belongs here: tasks whose right answer was read off the files by hand. Does not: whole tables (`tables`).

mod acting;
mod asked;
mod looking;
mod prefabs;
mod project;

use anyhow::{Context, Result};
use serde_json::Value;

/// One member of every row, in order.
fn column(answer: &Value, name: &str) -> Result<Vec<Value>> {
    let rows = answer["rows"]
        .as_array()
        .with_context(|| format!("no rows: {answer}"))?;
    Ok(rows.iter().map(|row| row[name].clone()).collect())
}
