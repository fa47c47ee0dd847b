//! Rejects deceptive characters in texts that clients list, so that the user sees the same text as the agent.
//!
//! This module selects the texts and the rejected characters. `checked_listing` and `schema` check length and format.

use host_api::{Extra, ExtraOf, deceives};
use host_runtime::{PromptSpec, ResourceSpec, ToolSpec};
use serde_json::Value;

/// The result of a check for deceptive characters; the error is a sentence that names the field and the character.
type Found = Result<(), String>;

pub(crate) fn tool(spec: &ToolSpec) -> Found {
    lines("title", &spec.title)?;
    text("description", &spec.description)?;
    line("category", &spec.category)?;
    line("tier", &spec.tier)?;
    texts("notes", &spec.notes)?;
    texts("examples", &spec.examples)?;
    lines("needs", &spec.needs)?;
    extra(ExtraOf::Tool, &spec.extra)
}

/// Checks the names, titles and descriptions in a schema for deceptive characters. `member` names the schema in
/// messages.
pub(crate) fn schema(member: &str, schema: &Value) -> Found {
    match schema {
        Value::Object(members) => members.iter().try_for_each(|(name, value)| {
            // The name of the field is formatted only if there is a problem.
            check_with_field(|| format!("a name in {member}"), |field| line(field, name))?;
            match value {
                Value::String(words) if matches!(name.as_str(), "title" | "description" | "$comment") => {
                    check_with_field(|| format!("{name} in {member}"), |field| text(field, words))
                }
                other => self::schema(member, other),
            }
        }),
        Value::Array(items) => items.iter().try_for_each(|item| self::schema(member, item)),
        _ => Ok(()),
    }
}

fn check_with_field(field: impl Fn() -> String, check: impl Fn(&str) -> Found) -> Found {
    check("").or_else(|_| check(&field()))
}

pub(crate) fn resource(spec: &ResourceSpec) -> Found {
    line("uri", &spec.uri)?;
    line("name", &spec.name)?;
    text("description", &spec.description)?;
    lines("mime-type", &spec.mime_type)?;
    lines("example", &spec.example)?;
    extra(ExtraOf::Resource, &spec.extra)
}

pub(crate) fn prompt(spec: &PromptSpec) -> Found {
    line("name", &spec.name)?;
    lines("title", &spec.title)?;
    texts("description", &spec.description)?;
    for argument in &spec.arguments {
        line("the name of an argument", &argument.name)?;
        texts("the description of an argument", &argument.description)?;
    }
    extra(ExtraOf::Prompt, &spec.extra)
}

fn extra(of: ExtraOf, pairs: &Extra) -> Found {
    of.check(pairs).map_err(|problem| format!("extra: {problem}"))?;
    pairs.iter().try_for_each(|(key, value)| {
        line("a key of extra", key)?;
        text("a value of extra", value)
    })
}

fn lines<'a>(field: &str, all: impl IntoIterator<Item = &'a String>) -> Found {
    all.into_iter().try_for_each(|one| line(field, one))
}

fn texts<'a>(field: &str, all: impl IntoIterator<Item = &'a String>) -> Found {
    all.into_iter().try_for_each(|one| text(field, one))
}

fn line(field: &str, words: &str) -> Found {
    match words.chars().find(|char| deceives(*char)) {
        None => Ok(()),
        Some(char) => Err(format!(
            "{field} holds U+{:04X}, {}; remove it",
            u32::from(char),
            describe_char(char)
        )),
    }
}

/// Checks a text for deceptive characters. The text may have several lines: line ends and tabs are allowed.
fn text(field: &str, words: &str) -> Found {
    words.split(['\n', '\r', '\t']).try_for_each(|part| line(field, part))
}

fn describe_char(char: char) -> &'static str {
    if char.is_control() {
        "a control character"
    } else {
        "which hides text or changes its direction"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rejects_control_and_direction_characters_and_names_the_field() {
        for (words, in_line, in_text) in [
            ("Größe ⚠️ 👩‍💻 عربي", true, true),
            ("two\r\n\tlines", false, true),
            ("a\u{202e}b", false, false),
            ("a\u{2066}b", false, false),
            ("a\u{1b}[2Jb", false, false),
            ("a\u{0}b", false, false),
            ("a\u{2028}b", false, false),
            ("a\u{e0041}b", false, false),
        ] {
            assert_eq!(line("title", words).is_ok(), in_line, "{words:?}");
            assert_eq!(text("description", words).is_ok(), in_text, "{words:?}");
        }
        let found = line("title", "a\u{202e}b").expect_err("it turns");
        assert_eq!(
            found,
            "title holds U+202E, which hides text or changes its direction; remove it"
        );
    }

    #[test]
    fn checks_texts_and_names_of_schemas_but_not_data() {
        let bad = "a\u{202e}b";
        for (wrong, of) in [
            (
                json!({ "properties": { "a": { "description": bad } } }),
                "description in input-schema",
            ),
            (json!({ "anyOf": [{ "title": bad }] }), "title in input-schema"),
            (json!({ "properties": { bad: {} } }), "a name in input-schema"),
        ] {
            let found = schema("input-schema", &wrong).expect_err(of);
            assert!(found.starts_with(of), "{found}");
        }
        let data = json!({ "properties": { "description": { "const": bad, "pattern": "\n" } } });
        assert_eq!(schema("input-schema", &data), Ok(()));
    }
}
