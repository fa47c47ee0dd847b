//! What is listed: tools, resources, prompts, as one immutable view of the published catalog.

use crate::access::Effect;
use crate::extra::Extra;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// MCP's hints, filled from the declared effect where the tool says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotations {
    pub read_only: bool,
    pub destructive: bool,
    pub idempotent: bool,
    pub open_world: bool,
}

/// One published tool.
#[derive(Clone, Debug)]
pub struct ToolDescriptor {
    /// The tool's own name, e.g. `scene.hierarchy.dump`.
    pub name: String,
    /// `[A-Za-z0-9_-]{1,64}`: dots become `_`. Equal to `name` for most.
    pub portable_name: String,
    pub bundle: String,
    /// Its own groups, besides those of its bundle.
    pub groups: Vec<String>,
    pub title: Option<String>,
    pub description: String,
    pub category: String,
    pub tier: String,
    pub notes: Option<String>,
    pub examples: Vec<String>,
    pub effect: Effect,
    pub annotations: Annotations,
    /// As listed: the tool's own schema, plus `confirm` where the effect takes one.
    pub input_schema: Arc<Value>,
    pub output_schema: Option<Arc<Value>>,
    /// Bridge capabilities it needs, e.g. `code`; empty = every bridge serves it.
    pub needs: Vec<String>,
    /// Of `needs`, those that the bridge lacks now: the tool stays listed and answers `NotReady`.
    pub missing: Vec<String>,
    /// Only a running Unity has what it needs, whatever is served now.
    pub needs_unity: bool,
    /// The guest's own members.
    pub extra: Extra,
}

/// One resource or resource template.
#[derive(Clone, Debug)]
pub struct ResourceDescriptor {
    /// A URI, or an RFC 6570 template where `is_template`.
    pub uri: String,
    pub is_template: bool,
    pub bundle: String,
    pub name: String,
    pub description: String,
    pub mime_type: Option<String>,
    pub output_schema: Option<Arc<Value>>,
    pub example: Option<String>,
    /// The guest's own members.
    pub extra: Extra,
}

/// One prompt.
#[derive(Clone, Debug)]
pub struct PromptDescriptor {
    pub name: String,
    pub bundle: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub arguments: Vec<PromptArgument>,
    /// The guest's own members.
    pub extra: Extra,
}

/// One argument of a prompt.
#[derive(Clone, Debug)]
pub struct PromptArgument {
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
}

/// Everything listed at one moment. Lists are in stable order (bundle id, then the bundle's own order).
#[derive(Clone, Debug, Default)]
pub struct CatalogView {
    /// Grows by one with each publication.
    pub revision: u64,
    pub tools: Vec<Arc<ToolDescriptor>>,
    pub resources: Vec<Arc<ResourceDescriptor>>,
    pub prompts: Vec<Arc<PromptDescriptor>>,
    /// Groups that each bundle names in its `bundle.toml`, by its id.
    pub groups: BTreeMap<String, Vec<String>>,
    /// True where some bundle exports `completions`.
    pub completions: bool,
    /// What an agent should know first: project, bridge, policy in force; in the list of a profile, the guides that fit behind it.
    pub instructions: String,
    /// How an agent works with each bundle that says so, by its id.
    pub guides: BTreeMap<String, String>,
    /// The operator's tier in force; tools above it are listed and refused. Empty = tiers are not in use.
    pub tier: String,
}
