//! The command `get_schema`, which returns the catalog in the format of this protocol: the published tools and
//! resources, and the two commands that the protocol itself implements.

use crate::shapes::invalid;
use host_api::{CallError, CatalogView, Json, ResourceDescriptor, ToolDescriptor};
use host_wire::catalog_form::{OfCatalog, PerCatalog, raw};
use host_wire::schema_form::{resolve_schema, type_of};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Name of the command that returns the list of tools and resources, unless a published tool has this name.
pub(crate) const GET_SCHEMA: &str = "get_schema";
/// Name of the command that reads a resource, unless a published tool has this name.
pub(crate) const READ_RESOURCE: &str = "read_resource";

/// Maximum total bytes of the tools and resources in one `get_schema` answer; the rest is returned in later ones.
const MAX_BYTES: usize = 960 << 10;
/// Maximum depth of nested JSON Schema properties that get the boolean `required` that clients of `/ws` expect.
const MAX_DEPTH: usize = 8;
/// Maximum number of properties of one schema that get a `required` boolean: a schema may refer to itself often.
const MAX_PROPERTIES: usize = 2048;

pub(crate) type Schema = PerCatalog<Shown>;

pub(crate) struct Shown {
    tools: Vec<Box<RawValue>>,
    resources: Vec<Box<RawValue>>,
}

impl OfCatalog for Shown {
    type Options = ();

    fn from_catalog(view: Arc<CatalogView>, (): &()) -> Self {
        let own = own_commands().into_iter().filter(|own| !is_published(&view, own.name));
        let tools = view.tools.iter().map(|tool| Tool::from_descriptor(tool));
        Self {
            tools: tools.chain(own).map(|tool| raw(&tool)).collect(),
            resources: view
                .resources
                .iter()
                .map(|resource| raw(&Resource::from_descriptor(resource)))
                .collect(),
        }
    }
}

impl Shown {
    /// Returns the list of tools and resources from the parameter `offset` on, as many as fit into one reply.
    pub(crate) fn answer(&self, parameters: &Map<String, Value>) -> Result<Json, CallError> {
        #[derive(Serialize)]
        struct Answer<'a> {
            tools: &'a [Box<RawValue>],
            resources: &'a [Box<RawValue>],
            #[serde(skip_serializing_if = "Option::is_none")]
            next_offset: Option<usize>,
            #[serde(skip_serializing_if = "Vec::is_empty")]
            diagnostics: Vec<String>,
        }
        let all = self.tools.len() + self.resources.len();
        let offset = offset(parameters, all)?;
        let mut bytes = 0;
        let entries = self.tools.iter().chain(&self.resources).skip(offset);
        let fitting = entries
            .take_while(|entry| {
                bytes += entry.get().len() + 1;
                bytes <= MAX_BYTES
            })
            .count();
        // An entry that is too large for a reply is not skipped: it is sent alone, and its size leads to an error.
        let end = (offset + fitting.max(1)).min(all);
        let tools = self.tools.len();
        let part = |entries: &'_ [Box<RawValue>], from: usize| {
            (
                offset.saturating_sub(from).min(entries.len()),
                end.saturating_sub(from).min(entries.len()),
            )
        };
        let (of_tools, of_resources) = (part(&self.tools, 0), part(&self.resources, tools));
        let next_offset = (end < all).then_some(end);
        let diagnostics = next_offset.map(|next| {
            format!("entries {offset} to {end} of {all}: call {GET_SCHEMA} with `offset` {next} for the rest")
        });
        let answer = Answer {
            tools: self.tools.get(of_tools.0..of_tools.1).unwrap_or_default(),
            resources: self.resources.get(of_resources.0..of_resources.1).unwrap_or_default(),
            next_offset,
            diagnostics: diagnostics.into_iter().collect(),
        };
        let text = serde_json::to_string(&answer).expect("plain structures serialise");
        Ok(Json::parse(text).expect("it was just written"))
    }
}

fn offset(parameters: &Map<String, Value>, all: usize) -> Result<usize, CallError> {
    if let Some(unknown) = parameters.keys().find(|name| *name != "offset") {
        let name = host_wire::jsonrpc::shorten(unknown);
        return Err(invalid(format!(
            "{GET_SCHEMA} has no parameter `{name}`; its only parameter is `offset`"
        )));
    }
    let given = match parameters.get("offset") {
        None | Some(Value::Null) => return Ok(0),
        Some(given) => given,
    };
    let offset = given.as_u64().and_then(|offset| usize::try_from(offset).ok());
    offset.filter(|offset| *offset <= all).ok_or_else(|| {
        let given = given.to_string();
        let given = host_wire::jsonrpc::shorten(&given);
        invalid(format!("`offset` must be a whole number from 0 to {all}, not {given}"))
    })
}

pub(crate) fn is_published(view: &CatalogView, name: &str) -> bool {
    view.tools
        .iter()
        .any(|tool| tool.name == name || tool.portable_name == name)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    examples: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<&'a str>,
    /// Capabilities of Unity that the tool needs and the current bridge lacks.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    missing: &'a [String],
}

impl<'a> Tool<'a> {
    fn from_descriptor(tool: &'a ToolDescriptor) -> Self {
        Self {
            name: &tool.name,
            description: &tool.description,
            input_schema: compatible_schema(&tool.input_schema),
            output_schema: tool.output_schema.as_deref().map(compatible_schema),
            example: tool.examples.first().map(String::as_str),
            examples: if tool.examples.len() > 1 { &tool.examples } else { &[] },
            notes: tool.notes.as_deref(),
            missing: &tool.missing,
        }
    }
}

fn own_commands() -> [Tool<'static>; 2] {
    let own = |name, description, input: Value, example| Tool {
        name,
        description,
        input_schema: compatible_schema(&input),
        output_schema: None,
        example: Some(example),
        examples: &[],
        notes: None,
        missing: &[],
    };
    [
        own(
            GET_SCHEMA,
            "Lists every command and resource with its parameters.",
            json!({ "type": "object", "properties": {
                "offset": { "type": "integer", "minimum": 0, "default": 0,
                    "description": "Where to go on: next_offset of the answer before" } } }),
            "get_schema()",
        ),
        own(
            READ_RESOURCE,
            "Reads one of the listed resources.",
            json!({ "type": "object", "required": ["uri"], "properties": {
                "uri": { "type": "string", "description": "Its URI: a urlPattern with its variables filled in" } } }),
            "read_resource(\"unity://info\")",
        ),
    ]
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Resource<'a> {
    name: &'a str,
    description: &'a str,
    url_pattern: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'a str>,
}

impl<'a> Resource<'a> {
    fn from_descriptor(resource: &'a ResourceDescriptor) -> Self {
        // A URI without variables is its own example.
        let plain = (!resource.is_template).then_some(resource.uri.as_str());
        Self {
            name: &resource.name,
            description: &resource.description,
            url_pattern: &resource.uri,
            mime_type: resource.mime_type.as_deref(),
            output_schema: resource.output_schema.as_deref().map(compatible_schema),
            example: resource.example.as_deref().or(plain),
        }
    }
}

/// Converts a tool's JSON Schema for existing clients: each property gets a boolean `required` and a single `type`.
fn compatible_schema(schema: &Value) -> Value {
    let mut schema_out = schema.clone();
    let mut left = MAX_PROPERTIES;
    if let Some(object) = schema_out.as_object_mut() {
        mark(object, schema, 0, &mut left);
    }
    schema_out
}

fn mark(object: &mut Map<String, Value>, root: &Value, depth: usize, left: &mut usize) {
    let required: Vec<String> = match object.get("required") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let Some(Value::Object(properties)) = object.get_mut("properties") else {
        return;
    };
    for (name, property) in properties {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let mut plain = plain(property, root);
        if depth < MAX_DEPTH {
            mark(&mut plain, root, depth + 1, left);
        }
        plain.insert("required".to_owned(), required.contains(name).into());
        *property = Value::Object(plain);
    }
}

/// Returns a schema property for existing clients: with its reference resolved, and a single word as its type if known.
fn plain(property: &Value, root: &Value) -> Map<String, Value> {
    let meant = resolve_schema(property, root);
    let mut plain = match meant {
        Value::Object(meant) => meant.clone(),
        // The schema `true` accepts any value.
        _ => Map::new(),
    };
    if let Some(kind) = type_of(meant) {
        let kind = Value::from(kind);
        plain.insert("type".to_owned(), kind);
    }
    for (name, own) in property.as_object().into_iter().flatten() {
        if matches!(name.as_str(), "description" | "default" | "title" | "examples") {
            plain.insert(name.clone(), own.clone());
        }
    }
    plain
}

#[cfg(test)]
mod tests;
