//! What a component answers when it is asked to list: the WIT records as plain, storable values.
//!
//! Belongs here: the shapes, as the catalog and the cache see them. Does not: how they are read (`listing`).

use host_api::{Effect, Extra};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One tool, as WIT `tools.tool` says it. Names are checked: `[A-Za-z0-9_.-]{1,64}`; schemas are JSON objects.
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
    /// JSON Schema, an object at the root. As the guest wrote it.
    pub input_schema: String,
    pub output_schema: Option<String>,
    /// Names of bridge capabilities.
    pub needs: Vec<String>,
    /// Name of the boolean argument with which it only tells what it would do.
    pub dry_run: Option<String>,
    pub extra: Extra,
}

/// MCP's hints; `None` = to be derived from the effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotationSpec {
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
}

/// One resource or resource template.
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

/// One prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptSpec {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub arguments: Vec<PromptArgumentSpec>,
    pub extra: Extra,
}

/// One argument of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptArgumentSpec {
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
}

/// Everything that a component tells about itself; stored beside its compiled code. Its pieces are shared with whoever serves
/// them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listing {
    /// Full import names with version, types-only instances left out.
    pub(crate) imports: Vec<String>,
    pub(crate) tools: Vec<Arc<ToolSpec>>,
    pub(crate) resources: Vec<Arc<ResourceSpec>>,
    pub(crate) prompts: Vec<Arc<PromptSpec>>,
    pub(crate) completions: bool,
    pub(crate) events: bool,
    /// Its tools are its functions, which take and give values of their own types.
    pub(crate) plain: bool,
    /// One sentence for each function of a plain component that is no tool.
    pub(crate) left_out: Vec<String>,
}
