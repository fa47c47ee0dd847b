//! Writes JSON Schemas in a form that every MCP client accepts. The host lists a schema unchanged.
//!
//! The form is the smallest common one: an object at the root, inlined references, no `$schema`, no titles, no number
//! formats, no choice at the root.
//!
//! Belongs here: writing schemas of argument and result types. Does not: validating values (the host does).

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::any::type_name;

/// The reason why a type has no schema that every client accepts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// The type contains itself.
    #[error(
        "the schema of {root} refers to {inner} from within {inner}; clients cannot follow that: use a flat list, or a field of type serde_json::Value"
    )]
    Recursive {
        /// The type whose schema was requested.
        root: String,
        /// The type that contains itself.
        inner: String,
    },
    /// The root of the schema is not an object.
    #[error(
        "the schema of {root} has {found} at its root; clients take only an object there: use a struct with named fields"
    )]
    Root {
        /// The type whose schema was requested.
        root: String,
        /// The type or keyword that the schema has at its root.
        found: String,
    },
    /// A schema that was written by hand contains a reference to a definition that does not exist.
    #[error("the schema of {root} refers to {reference}, which is not in it")]
    Dangling {
        /// The type whose schema was requested.
        root: String,
        /// The text of the reference, `$ref`.
        reference: String,
    },
}

impl From<SchemaError> for crate::ToolError {
    fn from(error: SchemaError) -> Self {
        Self::internal(error.to_string())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// The schema is for arguments from a caller: optional fields need not be nullable, and unknown fields are errors.
    Input,
    /// The schema is for results, which the tool writes. Absent values are written as null, so the schema allows null.
    Output,
}

/// Returns the schema of a tool's arguments.
///
/// # Errors
/// If the type contains itself, or is no struct with named fields.
///
/// ```
/// #[unity_tools::input]
/// struct Wanted {
///     /// Name of the scene.
///     scene: String,
/// }
///
/// let schema = unity_tools::schema::input::<Wanted>().unwrap();
/// assert_eq!(schema["properties"]["scene"]["description"], "Name of the scene.");
/// ```
pub fn input<T: JsonSchema + ?Sized>() -> Result<Value, SchemaError> {
    write_schema(
        Direction::Input,
        type_name::<T>(),
        SchemaGenerator::into_root_schema_for::<T>,
    )
}

/// Returns the schema of a tool's structured result, or of a resource's JSON.
///
/// # Errors
/// If the type contains itself, or is no struct with named fields.
pub fn output<T: JsonSchema + ?Sized>() -> Result<Value, SchemaError> {
    write_schema(
        Direction::Output,
        type_name::<T>(),
        SchemaGenerator::into_root_schema_for::<T>,
    )
}

/// Generates the JSON Schema of a type and simplifies it to keywords that all clients understand. Not generic, so that
/// a component contains this code only once.
fn write_schema(
    direction: Direction,
    root: &str,
    generate: fn(SchemaGenerator) -> schemars::Schema,
) -> Result<Value, SchemaError> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let settings = match direction {
        Direction::Input => settings.for_deserialize(),
        Direction::Output => settings.for_serialize(),
    };
    portable(generate(settings.into_generator()).to_value(), direction, root)
}

fn portable(raw: Value, direction: Direction, root: &str) -> Result<Value, SchemaError> {
    let definitions = raw.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut writer = Writer {
        direction,
        root,
        definitions: &definitions,
        whole: &raw,
        inside: Vec::new(),
    };
    let mut written = writer.write(&raw)?;
    let Some(object) = written.as_object_mut() else {
        return Err(writer.not_at_root("anything at all"));
    };
    if let Some(choice) = ["anyOf", "oneOf", "allOf", "enum", "not"]
        .iter()
        .find(|key| object.contains_key(**key))
    {
        return Err(writer.not_at_root(choice));
    }
    match object.get("type") {
        Some(Value::String(kind)) if kind == "object" => {}
        Some(other) => return Err(writer.not_at_root(&format!("type {other}"))),
        None => return Err(writer.not_at_root("no type")),
    }
    // The description of the tool already describes the whole.
    object.shift_remove("description");
    if !object.contains_key("properties") {
        object.insert("properties".to_owned(), json!({}));
    }
    if direction == Direction::Input && !object.contains_key("additionalProperties") {
        object.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Ok(written)
}

const NOT_LISTED: [&str; 6] = ["$schema", "$id", "$defs", "$comment", "title", "$anchor"];

const CHOICES: [&str; 3] = ["anyOf", "oneOf", "allOf"];

struct Writer<'a> {
    direction: Direction,
    root: &'a str,
    definitions: &'a Map<String, Value>,
    whole: &'a Value,
    /// The `$ref` references that are currently being inlined. A reference inside itself would never end.
    inside: Vec<String>,
}

impl Writer<'_> {
    fn write(&mut self, node: &Value) -> Result<Value, SchemaError> {
        let Some(object) = node.as_object() else {
            return Ok(if node == &Value::Bool(false) {
                json!({ "not": {} })
            } else {
                explicit_types::any(self.direction)
            });
        };
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            return self.write_reference(reference, object);
        }
        let mut out = Map::new();
        for (key, value) in object {
            match key.as_str() {
                listed if NOT_LISTED.contains(&listed) => {}
                "format" if is_number_format(value) => {}
                "default" if value.is_null() => {}
                "required" if value.as_array().is_some_and(Vec::is_empty) => {}
                "properties" | "patternProperties" => {
                    let mut fields = Map::new();
                    for (name, field) in value.as_object().into_iter().flatten() {
                        fields.insert(name.clone(), self.write(field)?);
                    }
                    out.insert(key.clone(), Value::Object(fields));
                }
                "items" | "not" => {
                    out.insert(key.clone(), self.write(value)?);
                }
                "additionalProperties" => {
                    let kept = if value.is_boolean() {
                        value.clone()
                    } else {
                        self.write(value)?
                    };
                    out.insert(key.clone(), kept);
                }
                "prefixItems" => {
                    let items: Result<Vec<Value>, SchemaError> = value
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|item| self.write(item))
                        .collect();
                    out.insert(key.clone(), Value::Array(items?));
                }
                // Last, because it may add to the description, which exists only now.
                choice if CHOICES.contains(&choice) => {}
                "const" => {
                    out.insert("enum".to_owned(), json!([value]));
                }
                _ => {
                    out.insert(key.clone(), value.clone());
                }
            }
        }
        for key in CHOICES {
            if let Some(value) = object.get(key) {
                self.write_choice(key, value, &mut out)?;
            }
        }
        if self.direction == Direction::Input {
            forget_null(&mut out);
            if out.contains_key("properties") && !out.contains_key("additionalProperties") {
                out.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        explicit_types::complete(&mut out, self.direction);
        Ok(Value::Object(out))
    }

    /// Inlines the target of a `$ref` reference. Members next to the reference take precedence.
    fn write_reference(&mut self, reference: &str, beside: &Map<String, Value>) -> Result<Value, SchemaError> {
        if self.inside.iter().any(|open| open == reference) || reference == "#" {
            return Err(SchemaError::Recursive {
                root: self.root.to_owned(),
                inner: match reference.rsplit('/').next() {
                    Some("#") | None => self.root.to_owned(),
                    Some(name) => name.to_owned(),
                },
            });
        }
        let target = reference
            .strip_prefix("#/$defs/")
            .and_then(|name| self.definitions.get(name))
            .or_else(|| {
                reference
                    .strip_prefix('#')
                    .and_then(|pointer| self.whole.pointer(pointer))
            })
            .ok_or_else(|| SchemaError::Dangling {
                root: self.root.to_owned(),
                reference: reference.to_owned(),
            })?;
        let mut merged = match target.as_object() {
            Some(object) => object.clone(),
            None => Map::new(),
        };
        for (key, value) in beside {
            if key != "$ref" {
                merged.insert(key.clone(), value.clone());
            }
        }
        self.inside.push(reference.to_owned());
        let written = self.write(&Value::Object(merged));
        self.inside.pop();
        written
    }

    /// Simplifies a schema with alternatives (`anyOf`, `oneOf` or `allOf`): texts become an enum, an alternative null
    /// an optional value, and a single schema replaces the choice.
    fn write_choice(&mut self, key: &str, value: &Value, out: &mut Map<String, Value>) -> Result<(), SchemaError> {
        let mut choices = Vec::new();
        let mut nullable = false;
        for choice in value.as_array().into_iter().flatten() {
            if key != "allOf" && choice.get("type") == Some(&json!("null")) {
                nullable = true;
            } else {
                choices.push(self.write(choice)?);
            }
        }
        // An optional value with texts has their meanings in its own description; a variant is a constant.
        let mut others = value.as_array().into_iter().flatten();
        let told = choices.len() == 1 && others.all(|choice| choice.get("const").is_none());
        let texts = choices.iter().all(|choice| texts_of(choice).is_some());
        if texts && !told && key != "allOf" && !choices.is_empty() {
            choices = vec![one_enum(&choices)];
        }
        if choices.len() == 1 {
            if let Value::Object(only) = choices.remove(0) {
                for (key, value) in only {
                    match (key.as_str(), out.get_mut("description")) {
                        // Both descriptions are useful: that of the field, and that of its values.
                        ("description", Some(Value::String(field))) => {
                            if let Some(values) = value.as_str() {
                                field.push(' ');
                                field.push_str(values);
                            }
                        }
                        _ => {
                            out.insert(key, value);
                        }
                    }
                }
            }
            if nullable && self.direction == Direction::Output {
                allow_null(out);
            }
        } else {
            // An optional choice is a choice of two, so null next to several remains a value.
            if nullable {
                choices.push(json!({ "type": "null" }));
            }
            out.insert(
                if key == "allOf" { key } else { "anyOf" }.to_owned(),
                Value::Array(choices),
            );
        }
        Ok(())
    }

    fn not_at_root(&self, found: &str) -> SchemaError {
        SchemaError::Root {
            root: self.root.to_owned(),
            found: found.to_owned(),
        }
    }
}

fn is_number_format(value: &Value) -> bool {
    value.as_str().is_some_and(|format| {
        matches!(format, "float" | "double")
            || format
                .strip_prefix("uint")
                .or_else(|| format.strip_prefix("int"))
                .is_some_and(|width| {
                    width.is_empty() || width == "ptr" || width.bytes().all(|byte| byte.is_ascii_digit())
                })
    })
}

/// Returns the texts that a schema allows; `None` if the schema allows other values.
fn texts_of(schema: &Value) -> Option<&Vec<Value>> {
    schema
        .get("enum")
        .and_then(Value::as_array)
        .filter(|all| all.iter().all(Value::is_string))
}

/// Combines several schemas of fixed texts to one enum. Its description contains the meaning of each text.
fn one_enum(choices: &[Value]) -> Value {
    let mut texts = Vec::new();
    let mut meanings = Vec::new();
    for choice in choices {
        let these = texts_of(choice).into_iter().flatten();
        if let Some(meaning) = choice.get("description").and_then(Value::as_str) {
            for text in these.clone().filter_map(Value::as_str) {
                meanings.push(format!("`{text}`: {}", meaning.trim_end_matches('.')));
            }
        }
        texts.extend(these.cloned());
    }
    let mut out = json!({ "type": "string", "enum": texts });
    if !meanings.is_empty() {
        out["description"] = Value::String(format!("{}.", meanings.join("; ")));
    }
    out
}

/// Removes null from the values that the schema of an optional argument allows. The argument may be omitted instead.
fn forget_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if kinds.len() == 1 {
            let only = kinds.remove(0);
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
}

fn allow_null(schema: &mut Map<String, Value>) {
    if let Some(Value::String(kind)) = schema.get("type") {
        let kind = kind.clone();
        schema.insert("type".to_owned(), json!([kind, "null"]));
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
}

mod explicit_types;
#[cfg(test)]
mod tests;
