//! The listing: tools, resources and prompts as one immutable view of the published catalog.

use crate::access::Effect;
use crate::extra::Extra;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// MCP's hints, derived from the declared effect if the tool does not set them.
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
    /// The name of the tool as its bundle declares it, which may contain dots, e.g. `scene.hierarchy.dump`.
    pub name: String,
    /// The name with dots replaced by `_`, as `[A-Za-z0-9_-]{1,64}`. Equal to `name` for most tools.
    pub portable_name: String,
    pub bundle: String,
    /// The groups of the tool itself; the groups of its bundle apply, too.
    pub groups: Vec<String>,
    pub title: Option<String>,
    pub description: String,
    pub category: String,
    pub tier: String,
    pub notes: Option<String>,
    pub examples: Vec<String>,
    pub effect: Effect,
    pub annotations: Annotations,
    /// The listed input schema: the schema of the tool, plus `confirm` if its effect takes one.
    pub input_schema: Arc<Value>,
    pub output_schema: Option<Arc<Value>>,
    /// Bridge capabilities that the tool needs, e.g. `code`; if empty, every bridge serves it.
    pub needs: Vec<String>,
    /// Capabilities from `needs` that the bridge lacks now: the tool stays listed and answers `NotReady`.
    pub missing: Vec<String>,
    /// True if only a running instance can have the needed capabilities, whether or not one is connected.
    pub needs_unity: bool,
    /// The additional members of the MCP object, as the guest set them.
    pub extra: Extra,
}

/// One resource or resource template.
#[derive(Clone, Debug)]
pub struct ResourceDescriptor {
    /// A URI, or an RFC 6570 template if `is_template` is true.
    pub uri: String,
    pub is_template: bool,
    pub bundle: String,
    pub name: String,
    pub description: String,
    pub mime_type: Option<String>,
    pub output_schema: Option<Arc<Value>>,
    pub example: Option<String>,
    /// The additional members of the MCP object, as the guest set them.
    pub extra: Extra,
}

/// One published prompt.
#[derive(Clone, Debug)]
pub struct PromptDescriptor {
    pub name: String,
    pub bundle: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub arguments: Vec<PromptArgument>,
    /// The additional members of the MCP object, as the guest set them.
    pub extra: Extra,
}

/// One argument of a published prompt.
#[derive(Clone, Debug)]
pub struct PromptArgument {
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
}

/// The catalog at one moment. Lists are in stable order (bundle id, then the order in the bundle).
#[derive(Clone, Debug, Default)]
pub struct CatalogView {
    /// The number of the publication; it grows by one with each publication.
    pub revision: u64,
    pub tools: Vec<Arc<ToolDescriptor>>,
    pub resources: Vec<Arc<ResourceDescriptor>>,
    pub prompts: Vec<Arc<PromptDescriptor>>,
    /// The groups that each bundle sets in its `bundle.toml`, by bundle id.
    pub groups: BTreeMap<String, Vec<String>>,
    /// True if a bundle exports `completions`.
    pub completions: bool,
    /// Instructions for agents: project, bridge and active policy. In the list of a profile, the guides of the listed
    /// bundles follow, as far as they fit.
    pub instructions: String,
    /// The guide of each bundle that has one, by bundle id.
    pub guides: BTreeMap<String, String>,
    /// The operator's current tier; tools above it are listed but rejected. If empty, tiers are not used.
    pub tier: String,
}
