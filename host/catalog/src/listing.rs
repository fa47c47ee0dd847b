//! Converts declarations of tools, resources and prompts to the descriptions that clients see.

use crate::arguments::CONFIRM;
use crate::checked_listing::{CheckedResource, CheckedTool};
use crate::manifest::ToolEntry;
use crate::names;
use host_api::{Annotations, Effect, PromptArgument, PromptDescriptor, ResourceDescriptor, ToolDescriptor};
use host_bridge::Capability;
use host_runtime::{AnnotationSpec, PromptSpec};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Text at the end of a description if the tool needs a running Unity instance and the target is not one.
pub(crate) const NEEDS_UNITY: &str = "[needs a running Unity]";

pub(crate) fn tool(
    bundle: &str,
    entry: &ToolEntry,
    tool: &CheckedTool,
    capabilities: &BTreeSet<Capability>,
) -> ToolDescriptor {
    let spec = &tool.spec;
    let missing = missing(&spec.needs, capabilities);
    let source = tool.input.source();
    let input_schema = if tool.strongest_effect().takes_confirm() {
        Arc::new(with_confirm(source))
    } else {
        Arc::clone(source)
    };
    ToolDescriptor {
        name: spec.name.clone(),
        portable_name: names::portable(&spec.name),
        bundle: bundle.to_owned(),
        groups: entry.groups.clone(),
        title: spec.title.clone(),
        description: describe_tool(&spec.description, &missing),
        category: spec.category.clone(),
        tier: spec.tier.clone(),
        notes: spec.notes.clone(),
        examples: spec.examples.clone(),
        effect: spec.effect,
        annotations: annotations(tool.strongest_effect(), &spec.annotations),
        input_schema,
        output_schema: tool.output.as_ref().map(|schema| Arc::clone(schema.source())),
        needs: spec.needs.clone(),
        missing,
        needs_unity: needs_running_unity(&spec.needs),
        task: entry.task,
        extra: spec.extra.clone(),
    }
}

pub(crate) fn missing(needs: &[String], capabilities: &BTreeSet<Capability>) -> Vec<String> {
    let lacks = |need: &&String| Capability::parse(need).is_none_or(|need| !capabilities.contains(&need));
    needs.iter().filter(lacks).cloned().collect()
}

pub(crate) fn resource(bundle: &str, resource: &CheckedResource) -> ResourceDescriptor {
    let spec = &resource.spec;
    ResourceDescriptor {
        uri: spec.uri.clone(),
        is_template: spec.is_template,
        bundle: bundle.to_owned(),
        name: spec.name.clone(),
        description: spec.description.clone(),
        mime_type: spec.mime_type.clone(),
        output_schema: resource.output.clone(),
        example: spec.example.clone(),
        extra: spec.extra.clone(),
    }
}

pub(crate) fn prompt(bundle: &str, spec: &PromptSpec) -> PromptDescriptor {
    PromptDescriptor {
        name: spec.name.clone(),
        bundle: bundle.to_owned(),
        title: spec.title.clone(),
        description: spec.description.clone(),
        arguments: spec
            .arguments
            .iter()
            .map(|argument| PromptArgument {
                name: argument.name.clone(),
                description: argument.description.clone(),
                required: argument.required,
            })
            .collect(),
        extra: spec.extra.clone(),
    }
}

/// True if one of `needs` is a capability that only a running Unity instance can have.
pub(crate) fn needs_running_unity(needs: &[String]) -> bool {
    let known = needs.iter().filter_map(|need| Capability::parse(need));
    known.into_iter().any(Capability::is_of_running_unity)
}

fn describe_tool(description: &str, missing: &[String]) -> String {
    if !needs_running_unity(missing) {
        return description.to_owned();
    }
    format!("{description} {NEEDS_UNITY}").trim_start().to_owned()
}

fn with_confirm(schema: &Value) -> Value {
    let mut schema = schema.clone();
    // No description: the error says when `confirm` is needed, and every writing tool would repeat a description.
    let confirm = json!({ "type": "boolean" });
    if let Some(root) = schema.as_object_mut() {
        let properties = root.entry("properties").or_insert_with(|| Value::Object(Map::new()));
        if let Some(properties) = properties.as_object_mut() {
            properties.insert(CONFIRM.to_owned(), confirm);
        }
    }
    schema
}

/// Returns the declared MCP hints, completed from the effect. The effect overrides a contradicting hint, because some
/// clients trust hints. So no writing tool is listed as read-only, and a destructive tool is always listed as
/// destructive.
fn annotations(effect: Effect, declared: &AnnotationSpec) -> Annotations {
    let read = effect == Effect::Read;
    let loses = matches!(effect, Effect::Destructive | Effect::Code);
    Annotations {
        read_only: read && declared.read_only.unwrap_or(true),
        destructive: !read && (effect == Effect::Destructive || declared.destructive.unwrap_or(loses)),
        idempotent: declared.idempotent.unwrap_or(read),
        open_world: declared.open_world.unwrap_or(effect == Effect::Code),
    }
}

#[cfg(test)]
mod tests;
