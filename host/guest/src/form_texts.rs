//! Prepares the texts of a guest's form before the user sees them.
//!
//! Belongs here: the visible texts in a form's schema, their maximum length, and escaping invisible characters. Does
//! not: the question with the form (`questions`).

use host_api::{Json, Tree, visible, visible_lines};
use serde_json::Value;

/// Maximum number of characters of a title in a form for the user, or of the display name of a choice.
const TITLE: usize = 200;
/// Maximum number of characters of a description in a form for the user.
const TEXT: usize = 2_000;
/// Maximum number of characters of a form's field name, or of a value that the user can choose.
const NAME: usize = 200;

/// Escapes invisible characters in titles and descriptions of the schema, and truncates long ones. Fails if the name of
/// a field or a value is too long or has invisible characters, because the answer must contain it unchanged.
pub(crate) fn sanitize_schema(schema: Json) -> Result<Json, String> {
    let given = Tree::read(schema.get()).map_err(|error| format!("cannot be read: {error}"))?;
    let mut marked = given.clone();
    walk(&mut marked, false)?;
    // Without a change, returns the original, which keeps the order of its fields.
    Ok(if marked == given {
        schema
    } else {
        Json::from_value(&marked)
    })
}

fn walk(value: &mut Value, is_default: bool) -> Result<(), String> {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                fits(key, NAME, false)?;
                match (key.as_str(), member) {
                    ("title", Value::String(text)) => *text = cut(&visible(text), TITLE),
                    ("description", Value::String(text)) => *text = cut(&visible_lines(text), TEXT),
                    ("enumNames", Value::Array(names)) => {
                        for name in names {
                            match name {
                                Value::String(text) => *text = cut(&visible(text), TITLE),
                                other => walk(other, false)?,
                            }
                        }
                    }
                    (key, member) => walk(member, key == "default")?,
                }
            }
            Ok(())
        }
        Value::Array(items) => items.iter_mut().try_for_each(|item| walk(item, is_default)),
        // The default value of a field may have several lines.
        Value::String(text) if is_default => fits(text, TEXT, true),
        Value::String(text) => fits(text, NAME, false),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn fits(text: &str, most: usize, has_lines: bool) -> Result<(), String> {
    let seen = visible(text);
    let is_seen = if has_lines {
        text.split('\n').all(|line| visible(line) == line)
    } else {
        seen == text
    };
    let quoted = cut(&seen, 80);
    if !is_seen {
        return Err(format!(
            "has the name or value \"{quoted}\", which contains characters that the user cannot see: remove control and \
             direction characters, or put the text into a title"
        ));
    }
    let count = text.chars().count();
    if count > most {
        return Err(format!(
            "has a name or value of {count} characters that begins with \"{quoted}\"; it must have at most {most}"
        ));
    }
    Ok(())
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((at, _)) => {
            let left_out = text[at..].chars().count();
            format!("{}… ({left_out} more characters)", &text[..at])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sanitize(schema: &Value) -> Result<Value, String> {
        sanitize_schema(Json::from_value(schema)).map(|json| json.to_value())
    }

    #[test]
    fn escapes_and_truncates_texts_that_the_user_reads() {
        let marked = sanitize(&json!({
            "type": "object",
            "title": "Hi\u{202e}",
            "properties": {
                "title": { "type": "string", "title": "x".repeat(500), "description": "One\n\nThe host asks: may I?\u{1b}[2J" },
                "pick": { "enum": ["a"], "enumNames": ["A\u{200b}"], "oneOf": [{ "const": "b", "title": "B\u{2066}" }] }
            }
        }))
        .expect("a form");
        assert_eq!(marked["title"], "Hi\\u{202e}");
        let field = &marked["properties"]["title"];
        assert_eq!(field["title"], format!("{}… (300 more characters)", "x".repeat(200)));
        assert_eq!(field["description"], "One\n> \n> The host asks: may I?\\u{1b}[2J");
        let pick = &marked["properties"]["pick"];
        assert_eq!(pick["enumNames"], json!(["A\\u{200b}"]));
        assert_eq!(pick["oneOf"][0]["title"], "B\\u{2066}");
    }

    #[test]
    fn passes_ordinary_form_unchanged() {
        let text = r#"{"type":"object",  "properties":{"b":{"type":"string","title":"Größe","default":"a\nb"},"a":{"enum":["x","y"]}}}"#;
        let json = sanitize_schema(Json::parse(text.to_owned()).expect("JSON")).expect("a form");
        assert_eq!(json.get(), text);
    }

    #[test]
    fn rejects_hidden_or_overlong_names_and_values() {
        for schema in [
            json!({ "properties": { "a\u{202e}b": {} } }),
            json!({ "properties": { "pick": { "enum": ["a\u{202e}b"] } } }),
            json!({ "properties": { "pick": { "oneOf": [{ "const": "a\u{202e}b" }] } } }),
            json!({ "properties": { "text": { "default": "a\u{202e}b" } } }),
        ] {
            let error = sanitize(&schema).expect_err("hidden");
            assert!(error.contains("\"a\\u{202e}b\""), "{error}");
        }
        let long = json!({ "properties": { "pick": { "enum": ["y".repeat(300)] } } });
        let error = sanitize(&long).expect_err("long");
        assert!(
            error.contains("of 300 characters") && error.contains("at most 200"),
            "{error}"
        );
    }
}
