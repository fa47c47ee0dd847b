//! The published tools, resources and prompts, as one immutable view of the catalog.

use crate::access::Effect;
use crate::extra::Extra;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// MCP's four hints about a tool's behavior. If the tool does not set them, the host derives them from its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotations {
    pub read_only: bool,
    pub destructive: bool,
    pub idempotent: bool,
    pub open_world: bool,
}

/// Whether a call of a tool may become a task: it is answered at once, and the client requests its result later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// Each call is answered with its result.
    #[default]
    Never,
    /// A call that takes long becomes a task if its client can handle tasks.
    Optional,
    /// As `Optional`, and clients that cannot handle tasks are rejected.
    Required,
}

/// A tool that clients can see and call: names, schemas and effect.
#[derive(Clone, Debug)]
pub struct ToolDescriptor {
    /// The name of the tool as its bundle declares it, which may contain dots, e.g. `scene.hierarchy.dump`.
    pub name: String,
    /// The name of the tool with `_` for each dot, which matches `[A-Za-z0-9_-]{1,64}`. Equal to `name` for most tools.
    pub portable_name: String,
    pub bundle: String,
    /// The groups that the tool itself declares. The groups of its bundle apply to it, too.
    pub groups: Vec<String>,
    pub title: Option<String>,
    pub description: String,
    pub category: String,
    pub tier: String,
    pub notes: Option<String>,
    pub examples: Vec<String>,
    pub effect: Effect,
    pub annotations: Annotations,
    /// The input schema that clients see: the schema of the tool, plus `confirm` if the effect requires it.
    pub input_schema: Arc<Value>,
    pub output_schema: Option<Arc<Value>>,
    /// Features that the tool needs from the bridge to Unity, e.g. `code`. Empty if it works with every bridge.
    pub needs: Vec<String>,
    /// Features from `needs` that the bridge lacks now. If any, the tool is listed, but calls return `NotReady`.
    pub missing: Vec<String>,
    /// True if only a running Unity instance can have the features in `needs`, whether or not one is connected.
    pub needs_unity: bool,
    pub task: TaskSupport,
    /// Additional members that the guest sets on the tool's object in MCP's list of tools, e.g. `icons`.
    pub extra: Extra,
}

/// A resource that clients can read, or a URI template of resources.
#[derive(Clone, Debug)]
pub struct ResourceDescriptor {
    /// A URI, or an RFC 6570 URI template if `is_template` is true.
    pub uri: String,
    pub is_template: bool,
    pub bundle: String,
    pub name: String,
    pub description: String,
    pub mime_type: Option<String>,
    pub output_schema: Option<Arc<Value>>,
    pub example: Option<String>,
    pub extra: Extra,
}

/// A prompt that clients can list and render.
#[derive(Clone, Debug)]
pub struct PromptDescriptor {
    pub name: String,
    pub bundle: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub arguments: Vec<PromptArgument>,
    pub extra: Extra,
}

/// One argument of a prompt, as clients see it.
#[derive(Clone, Debug)]
pub struct PromptArgument {
    pub name: String,
    pub description: Option<String>,
    pub required: bool,
}

/// All tools, resources and prompts that the host offers at one moment. Lists are sorted by bundle id, then by the
/// order in the bundle.
#[derive(Clone, Debug, Default)]
pub struct CatalogView {
    /// The revision number, which grows by one each time the host publishes the catalog.
    pub revision: u64,
    pub tools: Vec<Arc<ToolDescriptor>>,
    pub resources: Vec<Arc<ResourceDescriptor>>,
    pub prompts: Vec<Arc<PromptDescriptor>>,
    /// The groups that each bundle sets in its `bundle.toml`, by bundle id.
    pub groups: BTreeMap<String, Vec<String>>,
    /// True if at least one bundle exports `completions`.
    pub completions: bool,
    /// Instructions for agents about the project, the bridge to Unity and the active policy. In a list that a profile
    /// filters, the guides of the listed bundles follow, as far as they fit the size limit.
    pub instructions: String,
    /// The usage guide of each bundle that has one, by bundle id.
    pub guides: BTreeMap<String, String>,
    /// The name of the operator's current tier (level of allowed tools). Clients see tools of higher tiers, but their
    /// calls are rejected. Empty if the operator uses no tiers.
    pub tier: String,
}
