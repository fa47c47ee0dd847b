//! Pages of rows as these tools take and give them.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use unity_tools::unity::values::Page;

/// Bytes of an answer where the caller says nothing.
pub(crate) const BYTES: u32 = 16 * 1024;

/// Bytes of an answer besides its rows.
pub(crate) const AROUND: u32 = 512;

/// One row: what is not known of it is left out.
pub(crate) type Row = Map<String, Value>;

/// A page of rows.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// Rows in all.
    pub(crate) total: u32,
    /// The search ended early: `next` goes on, or the same call.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) total_so_far: bool,
    /// No rows follow, and everything was searched.
    pub(crate) complete: bool,
    pub(crate) rows: Vec<Row>,
    /// Give it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_searched: Option<NotSearched>,
}

/// Left out of an answer.
pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

/// Files that could not be looked at, or not at all of them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NotSearched {
    pub(crate) total: u32,
    /// The first of them.
    pub(crate) files: Vec<File>,
}

/// One of them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct File {
    pub(crate) file: String,
    pub(crate) why: String,
}

/// The page of these arguments; rows leave room for what stands around them.
pub(crate) fn page(limit: u32, cursor: Option<String>, max_bytes: Option<u32>) -> Page {
    Page {
        limit,
        cursor,
        max_bytes: max_bytes.unwrap_or(BYTES).saturating_sub(AROUND).max(1024),
    }
}

/// Any value that is there, `null` too.
pub(crate) fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// A value of the contract.
pub(crate) fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or(Value::Null)
}
