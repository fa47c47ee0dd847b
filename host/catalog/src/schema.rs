//! A tool's input schema: checked for size, compiled once at publication, then only run.
//!
//! Belongs here: what a schema may be. Does not: what is said about arguments that do not fit (`mismatch`).

use crate::mismatch;
use host_api::CallError;
use jsonschema::{PatternOptions, Validator};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The longest schema, in bytes of JSON text.
pub(crate) const MAX_BYTES: usize = 256 << 10;
/// The deepest nesting of objects and arrays.
pub(crate) const MAX_DEPTH: usize = 48;
/// The most objects (each may be a subschema).
pub(crate) const MAX_OBJECTS: usize = 4096;
/// The longest `pattern`, in bytes, and how far one may backtrack before the value counts as not fitting.
pub(crate) const MAX_PATTERN: usize = 1024;
const MAX_BACKTRACKS: usize = 10_000;
/// How large one compiled pattern may be, in bytes.
const MAX_COMPILED_PATTERN: usize = 1 << 20;

/// Why a schema is not served.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SchemaError {
    #[error("the {which} schema is {bytes} bytes long, at most {MAX_BYTES} are allowed")]
    TooLong { which: &'static str, bytes: usize },
    #[error("the {which} schema is not JSON: {reason}")]
    NotJson { which: &'static str, reason: String },
    #[error("the {which} schema is nested more than {MAX_DEPTH} deep")]
    TooDeep { which: &'static str },
    #[error("the {which} schema holds more than {MAX_OBJECTS} objects")]
    TooMany { which: &'static str },
    #[error("the pattern `{start}…` is {bytes} bytes long, at most {MAX_PATTERN} are allowed")]
    LongPattern { start: String, bytes: usize },
    #[error("the root of the input schema has to be an object with `\"type\": \"object\"`, got {got}")]
    NotAnObject { got: String },
    #[error("`$ref` to `{target}` leaves the schema; only references that begin with `#` are followed")]
    ForeignReference { target: String },
    #[error(
        "the input schema declares `confirm`, which belongs to the host: leave it out, the host adds it for this effect"
    )]
    OwnConfirm,
    #[error("the input schema is not valid JSON Schema: {reason}")]
    Invalid { reason: String },
}

/// A compiled input schema with its source.
pub(crate) struct InputSchema {
    source: Arc<Value>,
    validator: Validator,
}

impl std::fmt::Debug for InputSchema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InputSchema")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl InputSchema {
    /// Checks and compiles. `takes_confirm`: the host will add `confirm`, so the schema may not have one of its own.
    pub(crate) fn compile(text: &str, takes_confirm: bool) -> Result<Self, SchemaError> {
        let source = bounded("input", text)?;
        let root = source.as_object().ok_or_else(|| SchemaError::NotAnObject {
            got: mismatch::shown(&source),
        })?;
        if root.get("type").and_then(Value::as_str) != Some("object") {
            return Err(SchemaError::NotAnObject {
                got: root.get("type").map_or_else(|| "no `type`".to_owned(), mismatch::shown),
            });
        }
        if takes_confirm && properties(&source).is_some_and(|known| known.contains_key("confirm")) {
            return Err(SchemaError::OwnConfirm);
        }
        let validator = jsonschema::options()
            .offline()
            .with_pattern_options(
                PatternOptions::fancy_regex()
                    .backtrack_limit(MAX_BACKTRACKS)
                    .size_limit(MAX_COMPILED_PATTERN)
                    .dfa_size_limit(MAX_COMPILED_PATTERN),
            )
            .build(&source)
            .map_err(|error| SchemaError::Invalid {
                reason: format!("{error} at `{}`", error.instance_path()),
            })?;
        Ok(Self {
            source: Arc::new(source),
            validator,
        })
    }

    /// As the tool gave it.
    pub(crate) fn source(&self) -> &Arc<Value> {
        &self.source
    }

    /// Checks arguments; the error names every argument that does not fit, up to a bound.
    pub(crate) fn check(&self, arguments: &Map<String, Value>) -> Result<(), CallError> {
        let instance = Value::Object(arguments.clone());
        if self.validator.is_valid(&instance) {
            return Ok(());
        }
        Err(mismatch::explain(self.validator.iter_errors(&instance), &self.source))
    }

    /// The enumerated word that `text` spells in another case; `None` where it is one, or spells none.
    pub(crate) fn word(&self, argument: &str, text: &str) -> Option<&str> {
        let words = properties(&self.source)?.get(argument)?.get("enum")?.as_array()?;
        let mut words = words.iter().filter_map(Value::as_str);
        if words.clone().any(|word| word == text) {
            return None;
        }
        words.find(|word| word.eq_ignore_ascii_case(text))
    }

    /// Whether the schema knows an argument of this name, or takes any.
    pub(crate) fn knows(&self, argument: &str) -> bool {
        let open = match self.source.get("additionalProperties") {
            Some(Value::Bool(allowed)) => *allowed,
            Some(_) => true,
            None => false,
        };
        open || self.source.get("patternProperties").is_some()
            || properties(&self.source).is_none_or(|known| known.contains_key(argument))
    }
}

/// Checks an output schema: it is listed, never run.
pub(crate) fn output(text: &str) -> Result<Arc<Value>, SchemaError> {
    bounded("output", text).map(Arc::new)
}

/// The `properties` of an object schema.
pub(crate) fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

fn bounded(which: &'static str, text: &str) -> Result<Value, SchemaError> {
    if text.len() > MAX_BYTES {
        return Err(SchemaError::TooLong {
            which,
            bytes: text.len(),
        });
    }
    let value: Value = serde_json::from_str(text).map_err(|error| SchemaError::NotJson {
        which,
        reason: error.to_string(),
    })?;
    let mut objects = 0;
    walk(which, &value, 0, &mut objects)?;
    Ok(value)
}

fn walk(which: &'static str, value: &Value, depth: usize, objects: &mut usize) -> Result<(), SchemaError> {
    if depth > MAX_DEPTH {
        return Err(SchemaError::TooDeep { which });
    }
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| walk(which, item, depth + 1, objects)),
        Value::Object(entries) => {
            *objects += 1;
            if *objects > MAX_OBJECTS {
                return Err(SchemaError::TooMany { which });
            }
            for (key, value) in entries {
                match (key.as_str(), value) {
                    ("$ref" | "$dynamicRef", Value::String(target)) if !target.starts_with('#') => {
                        return Err(SchemaError::ForeignReference { target: target.clone() });
                    }
                    ("pattern", Value::String(pattern)) if pattern.len() > MAX_PATTERN => {
                        return Err(SchemaError::LongPattern {
                            start: pattern.chars().take(40).collect(),
                            bytes: pattern.len(),
                        });
                    }
                    _ => walk(which, value, depth + 1, objects)?,
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
