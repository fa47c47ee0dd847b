//! Code for several tools of this bundle: pages with a cursor, and values that are returned unchanged.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use unity_tools::ToolError;
use unity_tools::unity::values::Page;

/// Maximum size of an answer in bytes, if the caller specifies none: 16 KiB.
pub(crate) const BYTES: u32 = 16 * 1024;

/// Number of bytes reserved for the parts of an answer that the tool adds, because the host counts only its own part.
const FRAME: u32 = 512;

/// Converts the page arguments of a tool (limits and cursor) to a page request for the host.
pub(crate) fn page(limit: u32, cursor: Option<String>, max_bytes: Option<u32>) -> Page {
    Page {
        limit,
        cursor,
        max_bytes: bytes(max_bytes),
    }
}

/// Returns the maximum bytes for the host's part of an answer, which has at most `max_bytes` in total.
pub(crate) fn bytes(max_bytes: Option<u32>) -> u32 {
    max_bytes.unwrap_or(BYTES).saturating_sub(FRAME).max(1024)
}

/// A file or folder that was not searched.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Skipped {
    pub(crate) file: String,
    pub(crate) why: String,
}

/// Files and folders that were not searched.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct NotSearched {
    pub(crate) total: u32,
    /// The first of these files and folders.
    pub(crate) files: Vec<Skipped>,
}

/// Names with their JSON values, in the original order.
#[derive(Debug, Default)]
pub(crate) struct Values(Vec<(String, Box<RawValue>)>);

impl Values {
    pub(crate) fn new(values: Vec<(String, String)>) -> Result<Self, ToolError> {
        let read = values.into_iter().map(|(name, json)| {
            let value = RawValue::from_string(json);
            let value =
                value.map_err(|problem| ToolError::internal(format!("the value of {name} is no JSON: {problem}")))?;
            Ok((name, value))
        });
        read.collect::<Result<_, ToolError>>().map(Self)
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl JsonSchema for Values {
    fn schema_name() -> Cow<'static, str> {
        "Values".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object" })
    }
}
