//! The tool list of sessionless JSON-RPC: as in MCP, on one page, with every hint written.
//!
//! Its clients do not know MCP's defaults, by which `mcp::listing` omits hints.

use host_api::{Annotations, CatalogView, ToolDescriptor};
use host_mcp_shapes::listing::ListOptions;
use host_wire::catalog_form::{OfCatalog, PerCatalog, raw};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;

/// The lists of the catalogs that were served last.
pub(crate) type MarkedTools = PerCatalog<Marked>;

/// The tools of one published catalog.
pub(crate) struct Marked {
    /// The result of `tools/list`.
    pub(crate) tools: Box<RawValue>,
}

impl OfCatalog for Marked {
    type Options = ListOptions;

    fn from_catalog(view: Arc<CatalogView>, options: &ListOptions) -> Self {
        #[derive(Serialize)]
        struct Tools<'a> {
            tools: Vec<Tool<'a>>,
        }
        let tools = view
            .tools
            .iter()
            .map(|tool| Tool::from_descriptor(tool, options.output_schemas));
        let tools = Tools { tools: tools.collect() };
        Self { tools: raw(&tools) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tool<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    description: &'a str,
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<&'a Value>,
    annotations: Marks,
}

/// Hints from the effect that the tool declares.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Marks {
    read_only_hint: bool,
    destructive_hint: bool,
    idempotent_hint: bool,
    open_world_hint: bool,
}

impl<'a> Tool<'a> {
    fn from_descriptor(tool: &'a ToolDescriptor, output_schemas: bool) -> Self {
        let Annotations {
            read_only,
            destructive,
            idempotent,
            open_world,
        } = tool.annotations;
        Self {
            name: &tool.portable_name,
            title: tool.title.as_deref(),
            description: &tool.description,
            input_schema: &tool.input_schema,
            output_schema: tool.output_schema.as_deref().filter(|_| output_schemas),
            annotations: Marks {
                read_only_hint: read_only,
                destructive_hint: destructive,
                idempotent_hint: idempotent,
                open_world_hint: open_world,
            },
        }
    }
}
