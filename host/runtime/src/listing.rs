//! Converts and validates the listing of a component: its tools, resources and prompts.
//!
//! Belongs here: the rules for names, schemas and sizes. Does not: conflicts between bundles (the catalog), reading the
//! section (`listing/section.rs`, `listing/json.rs`).

use crate::spec::{AnnotationSpec, PromptArgumentSpec, PromptSpec, ResourceSpec, ToolSpec};
use host_api::{Effect, Extra, Tree};
use host_guest::bindings::current::exports::unity_tools::tool::listing as wit;

pub(crate) mod json;
pub(crate) mod section;
mod shapes;

/// Maximum number of tools, of resources and of prompts in one bundle.
const MOST: usize = 500;
/// Maximum total bytes of the texts in the listing of one bundle.
const MOST_BYTES: usize = 256 << 10;

/// The error of an invalid listing: a message with the item, the field, its value and the accepted values.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadListing(String);

/// The tools, resources and prompts that a component lists, before validation.
pub(crate) struct Listed {
    pub(crate) tools: Vec<wit::Tool>,
    pub(crate) resources: Vec<wit::ResourceInfo>,
    pub(crate) prompts: Vec<wit::Prompt>,
}

/// The tools, resources and prompts that a component lists, after validation.
pub(crate) struct Checked {
    pub(crate) tools: Vec<ToolSpec>,
    pub(crate) resources: Vec<ResourceSpec>,
    pub(crate) prompts: Vec<PromptSpec>,
}

impl Listed {
    pub(crate) fn checked(self) -> Result<Checked, BadListing> {
        let mut bytes = Bytes(0);
        Ok(Checked {
            tools: tools(self.tools, &mut bytes)?,
            resources: resources(self.resources, &mut bytes)?,
            prompts: prompts(self.prompts, &mut bytes)?,
        })
    }
}

/// Reads and validates the listing in the component's listing section; `None` if it has no section.
pub(crate) fn in_section(component: &[u8]) -> Result<Option<Checked>, BadListing> {
    let Some(json) = section::find(component)? else {
        return Ok(None);
    };
    json::read(json)?.checked().map(Some)
}

fn bad<T>(text: String) -> Result<T, BadListing> {
    Err(BadListing(text))
}

fn tools(listed: Vec<wit::Tool>, bytes: &mut Bytes) -> Result<Vec<ToolSpec>, BadListing> {
    count("tools", listed.len())?;
    let mut specs: Vec<ToolSpec> = Vec::with_capacity(listed.len());
    for tool in listed {
        let spec = tool_spec(tool)?;
        bytes.add(&[
            &spec.name,
            &spec.description,
            &spec.input_schema,
            &spec.category,
            &spec.tier,
        ])?;
        bytes.add_some(&[&spec.title, &spec.notes, &spec.output_schema, &spec.dry_run])?;
        bytes.add(&spec.examples.iter().chain(&spec.needs).collect::<Vec<_>>())?;
        bytes.add_extra(&spec.extra)?;
        if specs.iter().any(|other| other.name.eq_ignore_ascii_case(&spec.name)) {
            return bad(format!("tool `{}` is listed twice (case is ignored)", spec.name));
        }
        specs.push(spec);
    }
    Ok(specs)
}

fn tool_spec(tool: wit::Tool) -> Result<ToolSpec, BadListing> {
    let name = tool.name;
    if !is_name(&name) {
        return bad(format!(
            "a tool's `name` is {}; it must be 1 to 64 characters of A-Z, a-z, 0-9, `_`, `.` and `-`",
            shorten(&name)
        ));
    }
    let of = format!("tool `{name}`");
    object_schema(&of, "input-schema", &tool.input_schema)?;
    if let Some(schema) = &tool.output_schema {
        object_schema(&of, "output-schema", schema)?;
    }
    for need in &tool.needs {
        if host_bridge::Capability::parse(need).is_none() {
            let known: Vec<&str> = host_bridge::Capability::ALL.iter().map(|one| one.as_str()).collect();
            return bad(format!(
                "{of}: `needs` names {}; known are {}",
                shorten(need),
                known.join(", ")
            ));
        }
    }
    Ok(ToolSpec {
        title: tool.title,
        description: tool.description,
        category: tool.category,
        tier: tool.tier,
        notes: tool.notes,
        examples: tool.examples,
        effect: effect(&of, tool.effect)?,
        annotations: AnnotationSpec {
            read_only: tool.annotations.read_only,
            destructive: tool.annotations.destructive,
            idempotent: tool.annotations.idempotent,
            open_world: tool.annotations.open_world,
        },
        input_schema: tool.input_schema,
        output_schema: tool.output_schema,
        needs: tool.needs,
        dry_run: tool.dry_run,
        extra: tool.extra,
        name,
    })
}

fn effect(of: &str, effect: wit::Effect) -> Result<Effect, BadListing> {
    Ok(match effect {
        wit::Effect::Read => Effect::Read,
        wit::Effect::Write => Effect::Write,
        wit::Effect::WriteUnconfirmed => Effect::WriteUnconfirmed,
        wit::Effect::Destructive => Effect::Destructive,
        wit::Effect::Code => Effect::Code,
        wit::Effect::Config => Effect::Config,
        wit::Effect::Other(other) => {
            return bad(format!(
                "{of}: `effect` is {}; this host knows `read`, `write`, `write-unconfirmed`, `destructive`, `code` and \
                 `config`",
                shorten(&other)
            ));
        }
    })
}

fn resources(listed: Vec<wit::ResourceInfo>, bytes: &mut Bytes) -> Result<Vec<ResourceSpec>, BadListing> {
    count("resources", listed.len())?;
    let mut specs: Vec<ResourceSpec> = Vec::with_capacity(listed.len());
    for resource in listed {
        if !is_uri(&resource.uri) {
            return bad(format!(
                "a resource's `uri` is {}; it must be a URI with a scheme, at most 1024 bytes, such as `unity://scenes`",
                shorten(&resource.uri)
            ));
        }
        if specs.iter().any(|other| other.uri == resource.uri) {
            return bad(format!("resource `{}` is listed twice", resource.uri));
        }
        let of = format!("resource `{}`", resource.uri);
        if let Some(schema) = &resource.output_schema {
            object_schema(&of, "output-schema", schema)?;
        }
        bytes.add(&[&resource.uri, &resource.name, &resource.description])?;
        bytes.add_some(&[&resource.mime_type, &resource.output_schema, &resource.example])?;
        bytes.add_extra(&resource.extra)?;
        specs.push(ResourceSpec {
            uri: resource.uri,
            is_template: resource.is_template,
            name: resource.name,
            description: resource.description,
            mime_type: resource.mime_type,
            output_schema: resource.output_schema,
            example: resource.example,
            extra: resource.extra,
        });
    }
    Ok(specs)
}

fn prompts(listed: Vec<wit::Prompt>, bytes: &mut Bytes) -> Result<Vec<PromptSpec>, BadListing> {
    count("prompts", listed.len())?;
    let mut specs: Vec<PromptSpec> = Vec::with_capacity(listed.len());
    for prompt in listed {
        if !is_name(&prompt.name) {
            return bad(format!(
                "a prompt's `name` is {}; it must be 1 to 64 characters of A-Z, a-z, 0-9, `_`, `.` and `-`",
                shorten(&prompt.name)
            ));
        }
        if specs.iter().any(|other| other.name.eq_ignore_ascii_case(&prompt.name)) {
            return bad(format!("prompt `{}` is listed twice (case is ignored)", prompt.name));
        }
        bytes.add(&[&prompt.name])?;
        bytes.add_some(&[&prompt.title, &prompt.description])?;
        bytes.add_extra(&prompt.extra)?;
        let mut arguments = Vec::with_capacity(prompt.arguments.len());
        for argument in prompt.arguments {
            bytes.add(&[&argument.name])?;
            bytes.add_some(&[&argument.description])?;
            arguments.push(PromptArgumentSpec {
                name: argument.name,
                description: argument.description,
                required: argument.required,
            });
        }
        specs.push(PromptSpec {
            name: prompt.name,
            title: prompt.title,
            description: prompt.description,
            arguments,
            extra: prompt.extra,
        });
    }
    Ok(specs)
}

fn count(of: &str, items: usize) -> Result<(), BadListing> {
    if items > MOST {
        return bad(format!("`{of}` has {items} items; at most {MOST} are taken"));
    }
    Ok(())
}

/// Counts the bytes of all texts in a bundle's list of tools, resources and prompts, to limit the total.
struct Bytes(usize);

impl Bytes {
    fn add(&mut self, texts: &[&String]) -> Result<(), BadListing> {
        self.0 += texts.iter().map(|text| text.len()).sum::<usize>();
        if self.0 > MOST_BYTES {
            return bad(format!(
                "tools, resources and prompts have more than {MOST_BYTES} bytes of text together; split the bundle or \
                 shorten descriptions, schemas and examples"
            ));
        }
        Ok(())
    }

    fn add_extra(&mut self, extra: &Extra) -> Result<(), BadListing> {
        extra.iter().try_for_each(|(key, value)| self.add(&[key, value]))
    }

    fn add_some(&mut self, texts: &[&Option<String>]) -> Result<(), BadListing> {
        let given: Vec<&String> = texts.iter().filter_map(|text| text.as_ref()).collect();
        self.add(&given)
    }
}

fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

fn is_uri(uri: &str) -> bool {
    let Some((scheme, rest)) = uri.split_once(':') else {
        return false;
    };
    let scheme_ok = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    scheme_ok
        && !rest.is_empty()
        && uri.len() <= 1024
        && !uri.chars().any(|one| one.is_whitespace() || one.is_control())
}

/// Checks that the JSON Schema `text` of a listed item is a JSON object. `of` and `field` name it in the error. The
/// catalog later checks the content of the schema.
fn object_schema(of: &str, field: &str, text: &str) -> Result<(), BadListing> {
    match Tree::read(text) {
        Ok(serde_json::Value::Object(_)) => Ok(()),
        Ok(_) => bad(format!(
            "{of}: `{field}` is {}; it must be a JSON object",
            shorten(text)
        )),
        Err(error) => bad(format!("{of}: `{field}` is no JSON: {error}")),
    }
}

fn shorten(text: &str) -> String {
    let cut: String = text.chars().take(60).collect();
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!("{cut:?}{more}")
}

#[cfg(test)]
mod tests;
