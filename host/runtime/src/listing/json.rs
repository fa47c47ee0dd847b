//! The JSON format of the listing section: the records of WIT `listing`, with schemas as JSON objects.
//!
//! Belongs here: reading and writing this JSON. Does not: finding the section (`section`), the rules for names and
//! schemas (`listing`).

use super::shapes::{Object, deserialize_some, list, member_at, object, objects, whole};
use super::{BadListing, bad, section};
use crate::spec::{PromptArgumentSpec, PromptSpec, ResourceSpec, ToolSpec};
use host_api::Extra;
use host_guest::bindings::current::exports::unity_tools::tool::listing as wit;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The JSON object in a listing section. Its items are not parsed yet, so that an error can name the wrong item.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists<'a> {
    #[serde(borrow)]
    tools: &'a RawValue,
    #[serde(borrow, default, deserialize_with = "deserialize_some")]
    resources: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "deserialize_some")]
    prompts: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct Written {
    tools: Vec<Tool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resources: Vec<Resource>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    prompts: Vec<Prompt>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Tool {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    description: String,
    category: String,
    tier: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    notes: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    examples: Vec<String>,
    effect: String,
    #[serde(default, skip_serializing_if = "Annotations::is_empty", deserialize_with = "object")]
    annotations: Annotations,
    input_schema: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output_schema: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    needs: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dry_run: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    extra: Extra,
}

#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Annotations {
    #[serde(skip_serializing_if = "Option::is_none")]
    read_only: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    destructive: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotent: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_world: Option<bool>,
}

impl Annotations {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Resource {
    uri: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_template: bool,
    name: String,
    description: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output_schema: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    example: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    extra: Extra,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Prompt {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "objects")]
    arguments: Vec<Argument>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    extra: Extra,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Argument {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    required: bool,
}

/// Parses the JSON of a section into the records of the export `listing`. An error names the wrong item and member.
pub(super) fn read(json: &str) -> Result<super::Listed, BadListing> {
    whole(json)?;
    let lists: Lists<'_> = match serde_json::from_str(json) {
        Ok(lists) => lists,
        Err(error) => return bad(format!("the section `{}` is wrong: {error}", section::NAME)),
    };
    Ok(super::Listed {
        tools: items("tools", Some(lists.tools), tool)?,
        resources: items("resources", lists.resources, resource_info)?,
        prompts: items("prompts", lists.prompts, prompt_info)?,
    })
}

fn items<'a, J: Deserialize<'a>, W>(
    of: &str,
    raw: Option<&'a RawValue>,
    take: impl Fn(J) -> W,
) -> Result<Vec<W>, BadListing> {
    let raw = list(of, raw)?;
    super::count(of, raw.len())?;
    let item = |(at, item): (usize, &&'a RawValue)| match serde_json::from_str::<Object<J>>(item.get()) {
        Ok(read) => Ok(take(read.0)),
        Err(error) => {
            let member = member_at(item.get(), &error).map_or_else(String::new, |name| format!(".{name}"));
            bad(format!(
                "`{of}[{at}]{member}` of the section `{}`: {error}",
                section::NAME
            ))
        }
    };
    raw.iter().enumerate().map(item).collect()
}

fn tool(tool: Tool) -> wit::Tool {
    wit::Tool {
        effect: effect(tool.effect),
        name: tool.name,
        title: tool.title,
        description: tool.description,
        category: tool.category,
        tier: tool.tier,
        notes: tool.notes,
        examples: tool.examples,
        annotations: wit::Annotations {
            read_only: tool.annotations.read_only,
            destructive: tool.annotations.destructive,
            idempotent: tool.annotations.idempotent,
            open_world: tool.annotations.open_world,
        },
        input_schema: text(tool.input_schema),
        output_schema: tool.output_schema.map(text),
        needs: tool.needs,
        dry_run: tool.dry_run,
        extra: tool.extra,
    }
}

/// Converts the name of an effect. Unknown names become `Other`, which the later validation rejects.
fn effect(name: String) -> wit::Effect {
    match name.as_str() {
        "read" => wit::Effect::Read,
        "write" => wit::Effect::Write,
        "write-unconfirmed" => wit::Effect::WriteUnconfirmed,
        "destructive" => wit::Effect::Destructive,
        "code" => wit::Effect::Code,
        "config" => wit::Effect::Config,
        _ => wit::Effect::Other(name),
    }
}

fn resource_info(resource: Resource) -> wit::ResourceInfo {
    wit::ResourceInfo {
        uri: resource.uri,
        is_template: resource.is_template,
        name: resource.name,
        description: resource.description,
        mime_type: resource.mime_type,
        output_schema: resource.output_schema.map(text),
        example: resource.example,
        extra: resource.extra,
    }
}

fn prompt_info(prompt: Prompt) -> wit::Prompt {
    let argument = |argument: Argument| wit::PromptArgument {
        name: argument.name,
        description: argument.description,
        required: argument.required,
    };
    wit::Prompt {
        name: prompt.name,
        title: prompt.title,
        description: prompt.description,
        arguments: prompt.arguments.into_iter().map(argument).collect(),
        extra: prompt.extra,
    }
}

fn text(schema: Box<RawValue>) -> String {
    Box::<str>::from(schema).into()
}

/// Formats a validated listing as the JSON of a section. Fails if it exceeds the size limit.
pub(crate) fn write(checked: super::Checked) -> Result<String, BadListing> {
    let all = (|| {
        Ok(Written {
            tools: checked.tools.into_iter().map(written_tool).collect::<Result<_, _>>()?,
            resources: checked
                .resources
                .into_iter()
                .map(written_resource)
                .collect::<Result<_, _>>()?,
            prompts: checked.prompts.into_iter().map(written_prompt).collect(),
        })
    })();
    match all.and_then(|all: Written| serde_json::to_string(&all)) {
        Ok(json) if json.len() <= section::MOST => Ok(json),
        Ok(json) => bad(format!(
            "what is listed has {} bytes as JSON; at most {} are taken in the section `{}`",
            json.len(),
            section::MOST,
            section::NAME
        )),
        Err(error) => bad(format!("what is listed cannot be written as JSON: {error}")),
    }
}

fn written_tool(tool: ToolSpec) -> serde_json::Result<Tool> {
    Ok(Tool {
        name: tool.name,
        title: tool.title,
        description: tool.description,
        category: tool.category,
        tier: tool.tier,
        notes: tool.notes,
        examples: tool.examples,
        effect: tool.effect.as_str().to_owned(),
        annotations: Annotations {
            read_only: tool.annotations.read_only,
            destructive: tool.annotations.destructive,
            idempotent: tool.annotations.idempotent,
            open_world: tool.annotations.open_world,
        },
        input_schema: RawValue::from_string(tool.input_schema)?,
        output_schema: tool.output_schema.map(RawValue::from_string).transpose()?,
        needs: tool.needs,
        dry_run: tool.dry_run,
        extra: tool.extra,
    })
}

fn written_resource(resource: ResourceSpec) -> serde_json::Result<Resource> {
    Ok(Resource {
        uri: resource.uri,
        is_template: resource.is_template,
        name: resource.name,
        description: resource.description,
        mime_type: resource.mime_type,
        output_schema: resource.output_schema.map(RawValue::from_string).transpose()?,
        example: resource.example,
        extra: resource.extra,
    })
}

fn written_prompt(prompt: PromptSpec) -> Prompt {
    let argument = |argument: PromptArgumentSpec| Argument {
        name: argument.name,
        description: argument.description,
        required: argument.required,
    };
    Prompt {
        name: prompt.name,
        title: prompt.title,
        description: prompt.description,
        arguments: prompt.arguments.into_iter().map(argument).collect(),
        extra: prompt.extra,
    }
}
