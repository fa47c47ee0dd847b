//! Finds constructs of a tool's schema that common clients reject: such a client leaves the tool out, or its whole
//! request to the model fails.
//!
//! This module finds the constructs and their replacement. `schema` rejects schemas that this host cannot use.
//!
//! The clients, according to their public bug reports: VS Code (arrays without items), Gemini's function calling and
//! clients built on it (types, lists of types, `const`, formats, enumerations of numbers), Anthropic's API (names of
//! arguments, combinations at the root), OpenAI's API (a root without `properties`), clients that do not follow
//! references (Copilot CLI, Cursor, Gemini CLI).

use serde_json::{Map, Value};

/// Maximum number of sentences about one schema that clients may reject. Further problems are only counted.
const MOST: usize = 20;
/// Maximum depth at which a schema is searched. The host does not serve schemas with deeper nesting.
const DEEPEST: usize = 64;

/// The values of the schema keyword `format` that Gemini's function calling accepts.
const FORMATS: [&str; 6] = ["date-time", "enum", "int32", "int64", "float", "double"];

const CHOICES: [&str; 3] = ["anyOf", "oneOf", "allOf"];

/// Returns one sentence for each construct of an `input_schema` that common clients reject. The sentence contains JSON
/// pointer, construct and remedy.
#[must_use]
pub fn refused_in_input(input_schema: &Value) -> Vec<String> {
    let mut found = Found::default();
    if let Some(root) = input_schema.as_object() {
        found.check_root(root);
    }
    found.check(input_schema, String::new(), 0);
    found.into_messages()
}

/// Returns one sentence for each construct of an `output_schema` that common clients reject, which are only references.
#[must_use]
pub fn refused_in_output(output_schema: &Value) -> Vec<String> {
    let mut found = Found {
        only_references: true,
        ..Found::default()
    };
    found.check(output_schema, String::new(), 0);
    found.into_messages()
}

#[derive(Default)]
struct Found {
    told: Vec<String>,
    more: usize,
    only_references: bool,
}

impl Found {
    fn into_messages(mut self) -> Vec<String> {
        if self.more > 0 {
            self.told.push(format!("and {} more", self.more));
        }
        self.told
    }

    fn push(&mut self, at: &str, what: &str) {
        if self.told.len() < MOST {
            let at = if at.is_empty() { "the root" } else { at };
            self.told.push(format!("{at} {what}"));
        } else {
            self.more += 1;
        }
    }

    fn check_root(&mut self, root: &Map<String, Value>) {
        for key in CHOICES.iter().chain(&["not", "enum"]) {
            if root.contains_key(*key) {
                self.push(
                    "",
                    &format!("has `{key}`, with which Anthropic's and OpenAI's APIs refuse the request; declare all arguments in `properties`"),
                );
            }
        }
        match root.get("properties").and_then(Value::as_object) {
            None => self.push(
                "",
                "has no `properties`, without which OpenAI's API refuses the request; add `\"properties\": {}`",
            ),
            Some(members) => {
                for name in members.keys().filter(|name| !is_plain(name)) {
                    self.push(
                        &pointer("/properties", name),
                        "has a name that Anthropic's API refuses; use 1 to 64 letters, digits, `_`, `.` and `-`",
                    );
                }
            }
        }
    }

    fn check(&mut self, schema: &Value, at: String, depth: usize) {
        let Some(words) = schema.as_object().filter(|_| depth <= DEEPEST) else {
            if schema.is_boolean() && !self.only_references {
                self.push(
                    &at,
                    "has no `type`, without which Gemini refuses the tool; write a schema with a `type`",
                );
            }
            return;
        };
        if words.contains_key("$ref") {
            self.push(
                &at,
                "is a `$ref`, which many clients do not follow; write the schema out there",
            );
        }
        if !self.only_references {
            self.check_type(words, &at);
            self.check_values(words, &at);
        }
        let below = depth + 1;
        if let Some(members) = words.get("properties").and_then(Value::as_object) {
            for (name, member) in members {
                self.check(member, pointer(&format!("{at}/properties"), name), below);
            }
        }
        for key in CHOICES.iter().chain(&["prefixItems"]) {
            for (index, one) in words
                .get(*key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .enumerate()
            {
                self.check(one, format!("{at}/{key}/{index}"), below);
            }
        }
        for key in ["items", "additionalProperties"] {
            if let Some(inner) = words
                .get(key)
                .filter(|inner| inner.as_object().is_some_and(|words| !words.is_empty()))
            {
                self.check(inner, format!("{at}/{key}"), below);
            }
        }
    }

    fn check_type(&mut self, words: &Map<String, Value>, at: &str) {
        let is_chosen = words.contains_key("$ref") || CHOICES.iter().any(|key| words.contains_key(*key));
        match words.get("type") {
            None if is_chosen => {}
            None => self.push(
                at,
                "has no `type`, without which Gemini refuses the tool; add a `type`, or `anyOf` of schemas that have one",
            ),
            Some(Value::Array(_)) => self.push(
                at,
                "has a list of types, with which Gemini refuses the request; write `anyOf` of schemas with one type each",
            ),
            Some(_) => {}
        }
        let is_array = words.get("type").is_some_and(|kind| match kind {
            Value::Array(kinds) => kinds.iter().any(|kind| kind == "array"),
            kind => kind == "array",
        });
        let has_items = words
            .get("items")
            .and_then(Value::as_object)
            .is_some_and(|items| !items.is_empty());
        if is_array && !has_items {
            self.push(
                at,
                "is an array without `items`, with which VS Code and Gemini refuse the tool; add `items` with a `type`",
            );
        }
    }

    fn check_values(&mut self, words: &Map<String, Value>, at: &str) {
        if words.contains_key("const") {
            self.push(
                at,
                "has `const`, which Gemini does not know; write an `enum` of one value",
            );
        }
        let values = words.get("enum").and_then(Value::as_array);
        if values.is_some_and(|values| !values.iter().all(Value::is_string)) {
            self.push(
                at,
                "has an `enum` of other values than text, with which Gemini refuses the request; use texts, or `minimum` and `maximum`",
            );
        }
        if let Some(format) = words
            .get("format")
            .and_then(Value::as_str)
            .filter(|format| !FORMATS.contains(format))
        {
            self.push(
                at,
                &format!("has the format `{format}`, with which Gemini refuses the request; describe it in words, or give a `pattern`"),
            );
        }
    }
}

fn is_plain(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
}

/// Returns the JSON pointer of the member `name` of the value at the pointer `at`.
fn pointer(at: &str, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reports_each_non_portable_construct_with_its_path() {
        for (member, told) in [
            (json!({"description": "any"}), "/properties/x has no `type`, "),
            (json!(true), "/properties/x has no `type`, "),
            (json!({"enum": ["a"]}), "/properties/x has no `type`, "),
            (json!({"type": "array"}), "/properties/x is an array without `items`, "),
            (
                json!({"type": "array", "items": {}}),
                "/properties/x is an array without `items`, ",
            ),
            (
                json!({"type": "array", "items": true}),
                "/properties/x is an array without `items`, ",
            ),
            (
                json!({"type": "array", "items": {"type": "array"}}),
                "/properties/x/items is an array without `items`, ",
            ),
            (
                json!({"type": "array", "items": {"description": "any"}}),
                "/properties/x/items has no `type`, ",
            ),
            (
                json!({"type": ["string", "null"]}),
                "/properties/x has a list of types, ",
            ),
            (
                json!({"type": "string", "format": "email"}),
                "/properties/x has the format `email`, ",
            ),
            (json!({"type": "string", "const": "a"}), "/properties/x has `const`, "),
            (
                json!({"type": "integer", "enum": [1, 2]}),
                "/properties/x has an `enum` of other values",
            ),
            (
                json!({"anyOf": [{"type": "string"}, {"minimum": 1}]}),
                "/properties/x/anyOf/1 has no `type`, ",
            ),
            (
                json!({"type": "object", "properties": {"a/b~": {}}}),
                "/properties/x/properties/a~1b~0 has no `type`, ",
            ),
            (
                json!({"type": "object", "additionalProperties": {"type": "array"}}),
                "/properties/x/additionalProperties is an array without `items`, ",
            ),
            (json!({"$ref": "#/$defs/d"}), "/properties/x is a `$ref`, "),
        ] {
            let schema = json!({"type": "object", "properties": {"x": member}, "$defs": {"d": {"type": "string"}}});
            let found = refused_in_input(&schema);
            assert!(found.len() == 1 && found[0].starts_with(told), "{member}: {found:?}");
        }
    }

    #[test]
    fn reports_nothing_for_portable_schemas() {
        let schema = json!({"type": "object", "properties": {
            "name": {"type": "string", "minLength": 1, "enum": ["a", "b"]},
            "when": {"type": "string", "format": "date-time"},
            "count": {"type": "integer", "format": "int32"},
            "any": {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "array", "items": {"type": "object"}}]},
            "map": {"type": "object", "additionalProperties": true},
        }, "required": ["name"], "additionalProperties": false});
        assert_eq!(refused_in_input(&schema), Vec::<String>::new());
        let output = json!({"type": "object", "properties": {"x": {}, "y": {"type": ["string", "null"]}}});
        assert_eq!(refused_in_output(&output), Vec::<String>::new());
    }

    #[test]
    fn requires_plain_object_root_with_portable_names() {
        let found = refused_in_input(&json!({"type": "object", "anyOf": [{"type": "object"}]}));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            found[0].starts_with("the root has `anyOf`, ") && found[1].starts_with("the root has no `properties`, ")
        );
        let found = refused_in_input(&json!({"type": "object", "properties": {"größe": {"type": "number"}}}));
        assert!(
            found.len() == 1 && found[0].starts_with("/properties/größe has a name "),
            "{found:?}"
        );
        let output =
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "string"}}});
        assert_eq!(refused_in_output(&output).len(), 1);
    }

    #[test]
    fn truncates_and_counts_excess_findings() {
        let members: Map<String, Value> = (0..30).map(|at| (format!("x{at}"), json!({}))).collect();
        let found = refused_in_input(&json!({"type": "object", "properties": members}));
        assert_eq!((found.len(), found[20].as_str()), (21, "and 10 more"));
    }
}
