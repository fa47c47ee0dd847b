//! The lists of this protocol, encoded once per publication: tools with simplified schemas, resources with plain URIs.
//!
//! Both lists contain the entries of the catalog. This module knows no specific tool or resource.

use host_api::{CatalogView, ResourceDescriptor, ToolDescriptor};
use host_wire::catalog_form::{OfCatalog, PerCatalog, raw};
use host_wire::schema_form::{resolve_schema, type_of};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(crate) type Listing = PerCatalog<Listed>;

pub(crate) struct Listed {
    view: Arc<CatalogView>,
    pub(crate) tools: Box<RawValue>,
    pub(crate) resources: Box<RawValue>,
    /// Indexes of the tools by their names in lower case, because this protocol ignores case in tool names.
    by_name: HashMap<String, usize>,
}

impl OfCatalog for Listed {
    type Options = ();

    fn from_catalog(view: Arc<CatalogView>, (): &()) -> Self {
        #[derive(Serialize)]
        struct Tools<'a> {
            tools: Vec<Tool<'a>>,
        }
        #[derive(Serialize)]
        struct Resources<'a> {
            resources: Vec<Resource<'a>>,
        }
        let mut by_name = HashMap::new();
        for (at, tool) in view.tools.iter().enumerate() {
            by_name.entry(tool.name.to_ascii_lowercase()).or_insert(at);
        }
        for (at, tool) in view.tools.iter().enumerate() {
            by_name.entry(tool.portable_name.to_ascii_lowercase()).or_insert(at);
        }
        let mut seen = HashSet::new();
        let resources = view
            .resources
            .iter()
            .map(|resource| Resource::from_descriptor(resource))
            .filter(|resource| seen.insert(resource.uri));
        let tools = Tools {
            tools: view.tools.iter().map(|tool| Tool::from_descriptor(tool)).collect(),
        };
        let resources = Resources {
            resources: resources.collect(),
        };
        Self {
            tools: raw(&tools),
            resources: raw(&resources),
            by_name,
            view,
        }
    }
}

impl Listed {
    /// Returns the tool with this name: an exact match, else one that differs only in case; `None` without a match.
    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<ToolDescriptor>> {
        let exact = |tool: &&Arc<ToolDescriptor>| tool.name == name || tool.portable_name == name;
        let found = self.by_name.get(&name.to_ascii_lowercase())?;
        let found = self.view.tools.get(*found)?;
        if exact(&found) {
            return Some(found);
        }
        self.view.tools.iter().find(exact).or(Some(found))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: Value,
}

impl<'a> Tool<'a> {
    fn from_descriptor(tool: &'a ToolDescriptor) -> Self {
        Self {
            name: &tool.name,
            description: &tool.description,
            input_schema: small_schema(&tool.input_schema),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Resource<'a> {
    uri: &'a str,
    name: &'a str,
    description: &'a str,
    mime_type: &'a str,
}

impl<'a> Resource<'a> {
    fn from_descriptor(resource: &'a ResourceDescriptor) -> Self {
        Self {
            uri: without_optional_query(&resource.uri),
            name: &resource.name,
            description: &resource.description,
            mime_type: resource.mime_type.as_deref().unwrap_or("application/json"),
        }
    }
}

/// Removes the optional query part of a URI template: `unity://search{?query,limit}` → `unity://search`.
fn without_optional_query(uri: &str) -> &str {
    uri.find("{?").map_or(uri, |at| &uri[..at])
}

/// Reduces a schema to what clients need for forms: types, items, enums, defaults, and the required names.
fn small_schema(schema: &Value) -> Value {
    let mut properties = Map::new();
    for (name, property) in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        properties.insert(name.clone(), Value::Object(small_property(property, schema)));
    }
    let mut small = Map::new();
    small.insert("type".to_owned(), "object".into());
    small.insert("properties".to_owned(), Value::Object(properties));
    if let Some(Value::Array(required)) = schema.get("required")
        && !required.is_empty()
    {
        small.insert("required".to_owned(), Value::Array(required.clone()));
    }
    small.insert("additionalProperties".to_owned(), false.into());
    Value::Object(small)
}

fn small_property(property: &Value, root: &Value) -> Map<String, Value> {
    let meant = resolve_schema(property, root);
    let mut small = Map::new();
    let options = options(meant);
    let kind = type_of(meant).or_else(|| {
        let first = options.first()?;
        Some(match first {
            Value::String(_) => "string",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            _ => return None,
        })
    });
    if let Some(kind) = kind {
        small.insert("type".to_owned(), kind.into());
    }
    if kind == Some("array") {
        let mut items = Map::new();
        let inner = meant.get("items").map(|items| resolve_schema(items, root));
        if let Some(kind) = inner.and_then(type_of) {
            items.insert("type".to_owned(), kind.into());
        }
        small.insert("items".to_owned(), Value::Object(items));
    }
    if !options.is_empty() {
        small.insert("enum".to_owned(), Value::Array(options));
    }
    let default = property.get("default").or_else(|| meant.get("default"));
    if let Some(default) = default.filter(|default| !default.is_null()) {
        small.insert("default".to_owned(), default.clone());
    }
    small
}

/// Returns the values of an enum, or of a union of constants; empty for any other schema.
fn options(schema: &Value) -> Vec<Value> {
    let listed = schema.get("enum").and_then(Value::as_array);
    if let Some(listed) = listed {
        return listed.iter().filter(|value| !value.is_null()).cloned().collect();
    }
    let ways = ["oneOf", "anyOf"]
        .iter()
        .find_map(|union| schema.get(union)?.as_array());
    let constants: Option<Vec<Value>> = ways.and_then(|ways| {
        let ways = ways.iter().filter(|way| type_of(way) != Some("null"));
        ways.map(|way| way.get("const").cloned()).collect()
    });
    constants.unwrap_or_default()
}

#[cfg(test)]
mod tests;
