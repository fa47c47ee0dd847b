//! The tool `script_info`, which shows a C# type or its source text.

use data_encoding::HEXLOWER;
use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use unity_tools::prelude::*;
use unity_tools::unity::scripts::{self, Script, Text};
use unity_tools::unity::values::Page;

/// Maximum size of an answer in bytes, if the caller specifies none.
const BYTES: u32 = 16 * 1024;

/// Number of bytes reserved for the parts of an answer that the tool adds, because the host counts only its own part.
const FRAME: u32 = 512;

/// Maximum number of lines and bytes of a page when the tool reads a whole source for its digest.
const WHOLE_LINES: u32 = 500;
const WHOLE_BYTES: u32 = 32 * 1024;

/// One serialized field.
#[output]
#[derive(Debug)]
pub(crate) struct Field {
    name: String,
    #[serde(rename = "type")]
    type_name: String,
    /// Default value, if the initializer is a plain value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Value")]
    default: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<String>,
    /// False if the Inspector hides the field.
    #[serde(skip_serializing_if = "is_true")]
    shown: bool,
    /// Base type that declares the field, if it is inherited.
    #[serde(skip_serializing_if = "Option::is_none")]
    declared_in: Option<String>,
}

/// An enum that the type's source files declare.
#[output]
#[derive(Debug)]
pub(crate) struct Enum {
    #[serde(rename = "type")]
    type_name: String,
    /// True if values can be combined (`[Flags]`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    flags: bool,
    members: Vec<EnumMember>,
}

#[output]
#[derive(Debug)]
pub(crate) struct EnumMember {
    name: String,
    /// Value of the member; null if it is not a plain number.
    value: Option<i64>,
}

fn is_true(yes: &bool) -> bool {
    *yes
}

/// The description of one C# type, which the tool `script_info` returns.
#[output]
#[derive(Debug)]
pub(crate) struct Answer {
    #[serde(rename = "type")]
    type_name: String,
    /// Asset path of the source file; null if only an assembly has the type.
    path: Option<String>,
    assembly: Option<String>,
    /// Base types, nearest first, then interfaces.
    bases: Vec<String>,
    attributes: Vec<String>,
    /// Serialized fields, in the order in which Unity writes them.
    fields: Vec<Field>,
    /// Enums that the type's source files declare.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    enums: Vec<Enum>,
    /// Names of Unity messages that it handles, e.g. `Awake`.
    messages: Vec<String>,
    /// Signatures of the public methods that it declares.
    methods: Vec<String>,
    /// Facts that are unknown or omitted, one sentence each.
    not_known: Vec<String>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl Answer {
    /// Creates an answer with as many fields, enums and methods as fit into `max_bytes`. The others are only counted.
    pub(crate) fn new(script: Script, max_bytes: u32) -> Result<Self> {
        let fields = script.fields.into_iter().map(|field| {
            let default = field.default.map(RawValue::from_string).transpose();
            Ok(Field {
                default: default.map_err(|problem| {
                    ToolError::internal(format!("the default of {} is no JSON: {problem}", field.name))
                })?,
                name: field.name,
                type_name: field.type_name,
                attributes: field.attributes,
                shown: field.shown,
                declared_in: field.declared_in,
            })
        });
        let enums = script.enums.into_iter().map(|of| Enum {
            type_name: of.type_name,
            flags: of.is_flags,
            members: of
                .members
                .into_iter()
                .map(|(name, value)| EnumMember { name, value })
                .collect(),
        });
        let mut answer = Self {
            type_name: script.type_name,
            path: script.path,
            assembly: script.assembly,
            bases: script.bases,
            attributes: script.attributes,
            fields: fields.collect::<Result<_>>()?,
            enums: enums.collect(),
            messages: script.messages,
            methods: script.methods,
            not_known: script.not_known,
            notes: Vec::new(),
        };
        let mut room = max_bytes.saturating_sub(FRAME) as usize;
        for kept in [&answer.bases, &answer.attributes, &answer.messages, &answer.not_known] {
            room = room.saturating_sub(bytes(kept));
        }
        let (fields, enums) = (cut(&mut answer.fields, &mut room), cut(&mut answer.enums, &mut room));
        let methods = cut(&mut answer.methods, &mut room);
        for (count, what) in [(fields, "fields"), (enums, "enums"), (methods, "methods")] {
            if count > 0 {
                answer
                    .not_known
                    .push(format!("{count} more {what} had no room: give a larger max_bytes"));
            }
        }
        Ok(answer)
    }
}

/// Shortens a list to the items whose JSON fits into `room` bytes, and reduces `room`. Returns how many it removed.
fn cut<T: Serialize>(items: &mut Vec<T>, room: &mut usize) -> usize {
    let all = items.len();
    let fitting = items.iter().take_while(|item| {
        let size = bytes(item) + 1;
        let fits = size <= *room;
        *room = room.saturating_sub(size);
        fits
    });
    let kept = fitting.count();
    items.truncate(kept);
    all - kept
}

fn bytes(value: &impl Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |text| text.len())
}

/// Returns the digest of a whole source, which proves to `write_script` that the caller read this text.
fn digest(path: &str) -> Result<String> {
    let (mut hash, mut cursor) = (Sha256::new(), None);
    loop {
        let page = Page {
            limit: WHOLE_LINES,
            cursor,
            max_bytes: WHOLE_BYTES,
        };
        let part = scripts::source(path, &page)?;
        part.lines.iter().for_each(|line| hash.update(line));
        cursor = part.next;
        if cursor.is_none() {
            return Ok(HEXLOWER.encode(&hash.finalize()));
        }
    }
}

/// Returns a page of source text: its lines, and a last line with the cursor of the next page, or with the digest of the
/// whole source.
pub(crate) fn display_page(path: &str, text: Text, digest: &str) -> String {
    let count = text.lines.len();
    let mut shown: String = text.lines.concat();
    if !shown.ends_with('\n') {
        shown.push('\n');
    }
    match text.next {
        Some(next) => shown.push_str(&format!(
            "[{count} of the {} lines of {path}; continue with cursor {next}]",
            text.total
        )),
        None => shown.push_str(&format!(
            "[the end of {path}, which has {} lines; digest {digest}]",
            text.total
        )),
    }
    shown
}

/// Show a C# type: path, base types, serialized fields with defaults, enums with values, messages, public methods; or
/// its source text. For values on an object call get_components; for its users find_references.
#[tool(
    category = "project",
    needs = Scene,
    may_answer_text_alone,
    example = r#"{"type": "Sample.Game.Crate"}"#,
    example = r#"{"asset": "Assets/Scripts/Crate.cs", "source": true}"#
)]
pub(crate) fn script_info(
    /// Full or short name, e.g. `Game.Door` or `Door`.
    #[serde(rename = "type")]
    type_name: Option<String>,
    /// Asset path instead, e.g. `Assets/Crate.cs`.
    asset: Option<String>,
    /// Returns the source text, in pages.
    source: Option<bool>,
    /// Maximum source lines.
    #[default]
    limit: Limit<200, 500>,
    /// From the last line of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<Answer>> {
    let (asked, is_path) = match (type_name, asset) {
        (Some(name), None) => (name, false),
        (None, Some(path)) => (path, true),
        (Some(_), Some(path)) => {
            return Err(ToolError::violation(
                "asset",
                "none beside type: give one of them",
                path,
            ));
        }
        (None, None) => {
            return Err(ToolError::missing(
                "type",
                "a type's name, e.g. Game.Player, or asset instead",
            ));
        }
    };
    let max_bytes = max_bytes.unwrap_or(BYTES);
    if !source.unwrap_or_default() {
        return Ok(Reply::new(Answer::new(scripts::get(&asked)?, max_bytes)?));
    }
    let path = if is_path {
        asked
    } else {
        let script = scripts::get(&asked)?;
        script.path.ok_or_else(|| {
            ToolError::not_found(format!("the project has no source of {}", script.type_name))
                .hint("leave source out to read the known facts")
        })?
    };
    let page = Page {
        limit: limit.get(),
        cursor,
        max_bytes: max_bytes.saturating_sub(FRAME).max(1024),
    };
    let text = scripts::source(&path, &page)?;
    let digest = match text.next {
        Some(_) => String::new(),
        None => digest(&path)?,
    };
    Ok(Reply::text_alone(display_page(&path, text, &digest)))
}

#[cfg(test)]
mod tests;
