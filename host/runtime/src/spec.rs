//! The listing of a component: the WIT records as Rust types that the cache can store.
//!
//! Belongs here: the types for the catalog and the cache. Does not: reading a listing (`listing`).

use host_api::{Effect, Extra};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One listed tool (WIT `tools.tool`). Its name matches `[A-Za-z0-9_.-]{1,64}`, and its schemas are JSON objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolSpec {
    pub name: String,
    pub title: Option<String>,
    pub description: String,
    pub category: String,
    pub tier: String,
    pub notes: Option<String>,
    pub examples: Vec<String>,
    pub effect: Effect,
    pub annotations: AnnotationSpec,
    /// JSON Schema of the arguments as text, unchanged from the guest.
    pub input_schema: String,
    pub output_schema: Option<String>,
    /// Names of the features of the connection to Unity (the bridge) that the tool needs.
    pub needs: Vec<String>,
    /// Name of the boolean argument that makes a call a dry run; `None` if the tool has no dry run.
    pub dry_run: Option<String>,
    pub extra: Extra,
}

/// MCP's tool annotations (hints for clients). For `None`, the host derives the hint from the effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotationSpec {
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
}

/// A resource that a component lists, or a URI template for its resources, before the catalog publishes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceSpec {
    pub uri: String,
    pub is_template: bool,
    pub name: String,
    pub description: String,
    pub mime_type: Option<String>,
    pub output_schema: Option<String>,
    pub example: Option<String>,
    pub extra: Extra,
}

/// A prompt that a component lists, before the catalog publishes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptSpec {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub arguments: Vec<PromptArgumentSpec>,
    pub extra: Extra,
}

/// An argument of a prompt that a component lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptArgumentSpec {
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
}

/// All tools, resources and prompts that a component lists, with its imports. Calls and the catalog share them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listing {
    /// Full names of the component's imports with version, without instances that contain only types.
    pub(crate) imports: Vec<String>,
    pub(crate) tools: Vec<Arc<ToolSpec>>,
    pub(crate) resources: Vec<Arc<ResourceSpec>>,
    pub(crate) prompts: Vec<Arc<PromptSpec>>,
    pub(crate) completions: bool,
    pub(crate) events: bool,
    /// True for a plain component, whose exported functions are its tools.
    pub(crate) plain: bool,
    /// For a plain component, one sentence for each function that is not a tool.
    pub(crate) left_out: Vec<String>,
}
