//! Converts a JSON schema to rows of a table. Nested members have dotted names.

use serde_json::Value;

/// One row of the Markdown table that describes a JSON schema: one member of the schema.
#[derive(Debug, PartialEq)]
pub(super) struct Row {
    /// Dotted name of the member, e.g. `rows[].path`.
    pub(super) name: String,
    /// Type, bounds and default, e.g. `integer, 1 to 500, default 50`.
    pub(super) kind: String,
    pub(super) meaning: String,
    pub(super) is_required: bool,
}

/// Returns the table rows for the members of an object schema. The rows of nested members follow each member.
pub(super) fn rows(schema: &Value) -> Vec<Row> {
    let mut rows = Vec::new();
    add_members(&mut rows, "", schema);
    rows
}

fn add_members(rows: &mut Vec<Row>, prefix: &str, schema: &Value) {
    let Some(members) = schema["properties"].as_object() else {
        return;
    };
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    for (name, member) in members {
        let path = format!("{prefix}{name}");
        rows.push(Row {
            kind: kind(member),
            meaning: member["description"].as_str().unwrap_or_default().to_owned(),
            is_required: required.iter().any(|required| required == name),
            name: path.clone(),
        });
        add_members(rows, &format!("{path}."), member);
        add_members(rows, &format!("{path}[]."), &member["items"]);
    }
}

/// Describes the type, bounds and default of a member.
fn kind(schema: &Value) -> String {
    let mut parts = vec![type_name(schema)];
    let number = |key: &str| schema.get(key).filter(|value| value.is_number()).map(Value::to_string);
    for (least, most, unit) in [
        ("minimum", "maximum", ""),
        ("minItems", "maxItems", " items"),
        ("minLength", "maxLength", " characters"),
    ] {
        match (number(least), number(most)) {
            (Some(least), Some(most)) => parts.push(format!("{least} to {most}{unit}")),
            (Some(least), None) => parts.push(format!("at least {least}{unit}")),
            (None, Some(most)) => parts.push(format!("at most {most}{unit}")),
            (None, None) => {}
        }
    }
    if let Some(default) = schema.get("default") {
        parts.push(format!("default `{default}`"));
    }
    parts.join(", ")
}

fn type_name(schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        return format!("one of {}", words.join(", "));
    }
    match &schema["type"] {
        Value::String(name) if name == "array" && schema["items"].is_object() => {
            format!("array of {}", type_name(&schema["items"]))
        }
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        _ => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_members_with_type_bounds_default_and_nested_members() {
        let schema = json!({ "type": "object", "required": ["limit"], "properties": {
            "limit": { "type": "integer", "minimum": 1, "maximum": 500, "default": 50, "description": "Rows." },
            "names": { "type": "array", "items": { "type": "string" }, "maxItems": 3 },
            "order": { "type": "string", "enum": ["path", "-bytes"] },
            "rows": { "type": "array", "items": { "type": "object", "properties": { "id": { "type": ["string", "null"] } } } },
        }});
        let found: Vec<String> = rows(&schema)
            .iter()
            .map(|row| format!("{} {} {} {}", row.name, row.is_required, row.kind, row.meaning))
            .collect();
        assert_eq!(
            found,
            [
                "limit true integer, 1 to 500, default `50` Rows.",
                "names false array of string, at most 3 items ",
                "order false one of `\"path\"`, `\"-bytes\"` ",
                "rows false array of object ",
                "rows[].id false string or null ",
            ]
        );
    }
}
