//! The result formats of the `editor` protocol: tools, the output of a call, and the server.

use host_api::{CatalogView, ContentBlock, Effect, Health, Json, ToolDescriptor, ToolOutcome};
use host_mcp_shapes::shapes::content;
use host_wire::jsonrpc::{self, RequestId};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn safety_level(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "read-only",
        Effect::Write | Effect::WriteUnconfirmed => "write",
        Effect::Destructive => "destructive",
        Effect::Code => "code",
        Effect::Config => "config",
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedTool<'a> {
    id: &'a str,
    name: &'a str,
    description: &'a str,
    category: &'a str,
    safety_level: &'static str,
    tier: &'a str,
}

impl<'a> ListedTool<'a> {
    pub(crate) fn from_descriptor(tool: &'a ToolDescriptor) -> Self {
        Self {
            id: &tool.name,
            name: tool.title.as_deref().unwrap_or(&tool.name),
            description: &tool.description,
            category: &tool.category,
            safety_level: safety_level(tool.effect),
            tier: &tool.tier,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct DescribedTool<'a> {
    #[serde(flatten)]
    listed: ListedTool<'a>,
    inputs: &'a Value,
    outputs: Value,
    notes: String,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    examples: &'a [String],
}

impl<'a> DescribedTool<'a> {
    /// Describes a tool. Its notes also list capabilities of Unity that it needs and the current bridge lacks.
    pub(crate) fn from_descriptor(tool: &'a ToolDescriptor) -> Self {
        let mut notes: Vec<String> = tool.notes.iter().cloned().collect();
        if !tool.missing.is_empty() {
            notes.push(format!(
                "Answers NotReady for now: this bridge does not serve {}.",
                tool.missing.join(", ")
            ));
        }
        Self {
            listed: ListedTool::from_descriptor(tool),
            inputs: &tool.input_schema,
            outputs: tool.output_schema.as_deref().cloned().unwrap_or_else(|| json!({})),
            notes: notes.join("\n"),
            examples: &tool.examples,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerInfo<'a> {
    server_version: &'a str,
    unity_version: &'a str,
    platform: &'a str,
    /// The categories of all tools that the host lists; a category without listed tools is missing.
    enabled_tool_categories: BTreeSet<&'a str>,
    tier: &'a str,
}

impl<'a> ServerInfo<'a> {
    pub(crate) fn new(server_version: &'a str, health: &'a Health, view: &'a CatalogView) -> Self {
        Self {
            server_version,
            unity_version: &health.unity_version,
            platform: &health.platform,
            enabled_tool_categories: view.tools.iter().map(|tool| tool.category.as_str()).collect(),
            tier: &view.tier,
        }
    }
}

/// Encodes the response to a successful `tools/call`. Structured output is copied, and text alone becomes `{text}`.
/// Other blocks are added as `content`.
pub(crate) fn call_response(id: &RequestId, tool: &str, outcome: &ToolOutcome) -> Vec<u8> {
    #[derive(Serialize)]
    struct Called<'a, C> {
        tool: &'a str,
        output: Output<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        content: Option<C>,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        diagnostics: &'a [String],
    }
    let (output, rest) = match &outcome.structured {
        Some(json) if json.is_object() => (Output::Object(json), outcome.content.clone()),
        Some(json) => (Output::Value(json), outcome.content.clone()),
        None => text_of(&outcome.content),
    };
    let called = Called {
        tool,
        output,
        content: (!rest.is_empty()).then(|| content(&rest)),
        diagnostics: &outcome.diagnostics,
    };
    jsonrpc::success(id, &called)
}

/// The member `output` of a call result, which is always encoded as an object.
enum Output<'a> {
    Object(&'a Json),
    Value(&'a Json),
    Text(String),
    Nothing,
}

impl Serialize for Output<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Object(json) => json.serialize(serializer),
            Self::Value(json) => serializer.collect_map([("value", json)]),
            Self::Text(text) => serializer.collect_map([("text", text)]),
            Self::Nothing => serializer.collect_map::<&str, &str, _>([]),
        }
    }
}

fn text_of(blocks: &[ContentBlock]) -> (Output<'static>, Vec<ContentBlock>) {
    let mut rest = Vec::new();
    let mut texts = Vec::new();
    for block in blocks {
        match block {
            ContentBlock::Text { text, .. } => texts.push(text.as_str()),
            other => rest.push(other.clone()),
        }
    }
    match texts.as_slice() {
        [] => (Output::Nothing, rest),
        texts => (Output::Text(texts.join("\n")), rest),
    }
}
