//! The values of `bundle.toml`: their types and maximum lengths.
//!
//! This module removes a key from a table and checks its value. `manifest` lists the keys.

use super::{Problem, ToolEntry};
use host_api::{Effect, TaskSupport, visible};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// A kind of text value in `bundle.toml`: its maximum length in bytes, its description for messages, and a check.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    most: usize,
    expected: &'static str,
    fits: fn(&str) -> bool,
}

pub(super) const ID: Kind = Kind {
    most: crate::names::MAX_NAME,
    expected: "a text of 1 to 64 characters a-z, 0-9 and -, e.g. \"my-tools\"",
    fits: |text| {
        (1..=crate::names::MAX_NAME).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    },
};
pub(super) const COMPONENT: Kind = Kind {
    most: 255,
    expected: "the name of a .wasm file beside bundle.toml, without any folder, e.g. \"my-tools.wasm\"",
    fits: |text| {
        let plain = !text.contains(['/', '\\', ':', '\0']) && !text.starts_with('.');
        plain && text.len() > ".wasm".len() && text.ends_with(".wasm")
    },
};
pub(super) const VERSION: Kind = Kind {
    most: 64,
    expected: "a version as text, e.g. \"1.2.0\"",
    fits: |text| release(text).is_some(),
};
pub(super) const LINE: Kind = Kind {
    most: 200,
    expected: "a text of one line, at most 200 bytes",
    fits: |text| !text.contains(['\n', '\r']),
};
pub(super) const GUIDE: Kind = Kind {
    most: 480,
    expected: "a text of one line, at most 480 bytes, without control characters",
    fits: |text| !text.chars().any(host_api::deceives),
};
pub(super) const TEXT: Kind = Kind {
    most: 4096,
    expected: "a text of at most 4096 bytes",
    fits: |_| true,
};

const GROUPS: &str = "a list of at most 16 texts of 1 to 64 characters a-z, 0-9 and -, e.g. [\"editor\"]";
const OF_TOOLS: &str = "a table for each tool that holds `groups`, `running-unity`, `effect` or `task`, e.g. [tools.GetStatus] groups = [\"standard\"]";
const OF_TOOL: &str =
    "a table that holds `groups`, `running-unity`, `effect` or `task`, e.g. [tools.GetStatus] groups = [\"standard\"]";

pub(super) fn take_required(table: &mut Table, key: &'static str, kind: Kind) -> Result<String, Problem> {
    optional(table, key, kind)?.ok_or(Problem::Missing {
        key,
        expected: kind.expected,
    })
}

pub(super) fn optional(table: &mut Table, key: &'static str, kind: Kind) -> Result<Option<String>, Problem> {
    match table.remove(key) {
        None => Ok(None),
        Some(Value::String(text)) if text.len() > kind.most => Err(Problem::TooLongText {
            key,
            bytes: text.len(),
            most: kind.most,
        }),
        Some(Value::String(text)) if (kind.fits)(&text) => Ok(Some(text)),
        Some(value) => Err(wrong_type(key.to_owned(), &value, kind.expected)),
    }
}

/// Removes the key `groups` from a table of `bundle.toml`, and returns its checked names. `of` is the path of the table
/// for messages, e.g. `tools.GetStatus.`; empty for the top level.
pub(super) fn groups(table: &mut Table, of: &str) -> Result<Vec<String>, Problem> {
    const MOST: usize = 16;
    let Some(value) = table.remove("groups") else {
        return Ok(Vec::new());
    };
    let name = |name: &Value| name.as_str().filter(|text| (ID.fits)(text)).map(str::to_owned);
    let names = value.as_array().filter(|names| names.len() <= MOST);
    let names = names.and_then(|names| names.iter().map(name).collect());
    names.ok_or_else(|| wrong_type(format!("{of}groups"), &value, GROUPS))
}

pub(super) fn tools(table: &mut Table) -> Result<BTreeMap<String, ToolEntry>, Problem> {
    let tools = match table.remove("tools") {
        None => return Ok(BTreeMap::new()),
        Some(Value::Table(tools)) => tools,
        Some(other) => return Err(wrong_type("tools".to_owned(), &other, OF_TOOLS)),
    };
    let entry = |(name, value): (String, Value)| tool(&name, value).map(|entry| (name, entry));
    tools.into_iter().map(entry).collect()
}

fn tool(name: &str, value: Value) -> Result<ToolEntry, Problem> {
    let shown: String = visible(name).chars().take(80).collect();
    let of = format!("tools.{shown}");
    let mut tool = match value {
        Value::Table(tool) if !tool.is_empty() => tool,
        other => return Err(wrong_type(of, &other, OF_TOOL)),
    };
    let entry = ToolEntry {
        groups: groups(&mut tool, &format!("{of}."))?,
        running_unity: effect(
            &mut tool,
            "running-unity",
            &of,
            [Effect::WriteUnconfirmed, Effect::Write, Effect::Destructive],
        )?,
        effect: effect(
            &mut tool,
            "effect",
            &of,
            [Effect::Read, Effect::WriteUnconfirmed, Effect::Write],
        )?,
        task: task(&mut tool, &of)?,
    };
    match tool.keys().next() {
        None => Ok(entry),
        Some(key) => Err(Problem::UnknownKeyOfTool {
            key: format!("{of}.{}", visible(key)),
        }),
    }
}

fn effect(tool: &mut Table, key: &str, of: &str, known: [Effect; 3]) -> Result<Option<Effect>, Problem> {
    let Some(value) = tool.remove(key) else {
        return Ok(None);
    };
    let effect = known.into_iter().find(|effect| value.as_str() == Some(effect.as_str()));
    let expected = match known[0] {
        Effect::Read => "\"read\", \"write-unconfirmed\" or \"write\"",
        _ => "\"write-unconfirmed\", \"write\" or \"destructive\"",
    };
    effect
        .map(Some)
        .ok_or_else(|| wrong_type(format!("{of}.{key}"), &value, expected))
}

fn task(tool: &mut Table, of: &str) -> Result<TaskSupport, Problem> {
    let Some(value) = tool.remove("task") else {
        return Ok(TaskSupport::Never);
    };
    match value.as_str() {
        Some("optional") => Ok(TaskSupport::Optional),
        Some("required") => Ok(TaskSupport::Required),
        _ => Err(wrong_type(format!("{of}.task"), &value, "\"optional\" or \"required\"")),
    }
}

fn wrong_type(key: String, value: &Value, expected: &'static str) -> Problem {
    let of_type = match value {
        Value::String(_) => "",
        Value::Integer(_) => ", an integer",
        Value::Float(_) => ", a decimal number",
        Value::Boolean(_) => ", a truth value",
        Value::Datetime(_) => ", a date or time",
        Value::Array(_) => ", an array",
        Value::Table(table) if table.is_empty() => ", an empty table",
        Value::Table(_) => ", a table",
    };
    Problem::Wrong {
        key,
        value: format!("{}{of_type}", shorten_value(value)),
        expected,
    }
}

/// Returns the value as written in the file, truncated after 80 characters.
fn shorten_value(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Parses a version such as `1.2.3-rc.1` to (1, 2, 3); a suffix after the numbers is ignored.
pub(super) fn release(text: &str) -> Option<(u32, u32, u32)> {
    let numbers = text.split(['-', '+']).next()?;
    let mut parts = numbers.split('.').map(|part| part.parse().ok());
    let version = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(version)
}
