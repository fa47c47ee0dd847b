//! A tool's schemas: size limits, compilation, and checks of values. `validator` runs a schema.
//!
//! Schemas of a new listing are compiled before publication, those of an already checked listing at their first use.

use crate::mismatch;
use crate::validator::{self, Bound, Exhausted, Problems, Refused, Validator};
use host_api::{CallError, Effect, ErrorKind, Json, Tree};
pub(crate) use json_text::Texts;
use serde_json::{Map, Value};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Maximum size in bytes of the JSON text of a schema. The host rejects a larger schema.
pub(crate) const MAX_BYTES: usize = 256 << 10;
/// Maximum nesting depth of objects and arrays in a schema. The host rejects a deeper schema.
pub(crate) const MAX_DEPTH: usize = 48;
/// Maximum number of objects in a schema (each may be a subschema). The host rejects a schema with more.
pub(crate) const MAX_OBJECTS: usize = 4096;
/// Maximum size in bytes of a regular expression (`pattern`) in a schema. The host rejects a schema with a longer one.
pub(crate) const MAX_PATTERN: usize = 1024;

/// Maximum size in bytes of a schema that may be compiled at its first use. A larger one is compiled immediately.
const MAX_LATER: usize = 32 << 10;

/// The extent to which the host checks a bundle's listing of tools, resources and prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// All names, texts and schemas of the listing are checked.
    Whole,
    /// Only parts that depend on more than the listing are checked, because this exact listing passed an earlier check.
    Known,
}

/// The limit of steps and time for checking a value on an async worker, which is enough for nearly all calls. A check
/// that exceeds it starts again on a blocking thread.
const QUICK: Bound = Bound::new(20_000, Duration::from_millis(20));
/// The budget (steps and time) of a check on a blocking thread.
const WHOLE: Bound = Bound::new(4_000_000, Duration::from_secs(3));
/// Limits of steps and time for checking JSON text without a tree: on an async worker, and on a blocking thread.
const QUICK_SKIM: Bound = Bound::new(10_000, Duration::from_millis(5));
const WHOLE_SKIM: Bound = Bound::new(1_000_000, Duration::from_millis(750));

/// The budget (steps and time) for parsing arguments that were sent as JSON text.
const READING: Bound = Bound::new(200_000, Duration::from_millis(500));

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SchemaError {
    #[error("the {which} schema is {bytes} bytes long, at most {MAX_BYTES} are allowed")]
    TooLong { which: &'static str, bytes: usize },
    #[error("the {which} schema is not JSON: {reason}")]
    NotJson { which: &'static str, reason: String },
    #[error("different JSON parsers would read the {which} schema differently: {reason}")]
    Ambiguous { which: &'static str, reason: String },
    #[error("the {which} schema is nested more than {MAX_DEPTH} deep")]
    TooDeep { which: &'static str },
    #[error("the {which} schema holds more than {MAX_OBJECTS} objects")]
    TooMany { which: &'static str },
    #[error("the pattern `{start}…` is {bytes} bytes long, at most {MAX_PATTERN} are allowed")]
    LongPattern { start: String, bytes: usize },
    #[error("the root of the input schema must be an object with `\"type\": \"object\"`, got {got}")]
    NotAnObject { got: String },
    #[error("`$ref` to `{target}` leaves the schema; only references that begin with `#` are followed")]
    ForeignReference { target: String },
    #[error(
        "the input schema declares `confirm`, which belongs to the host: leave it out, the host adds it for this effect"
    )]
    OwnConfirm,
    #[error("`dry-run` is `{name}`, which must be an argument of the input schema with `\"type\": \"boolean\"`")]
    NoDryRun { name: String },
    #[error("`dry-run` is `{name}`, but the effect is `read`: a tool that changes nothing has no dry run")]
    NothingToTry { name: String },
    #[error("the {which} schema is not valid JSON Schema: {reason}")]
    Invalid { which: &'static str, reason: Refused },
}

pub(crate) struct Runnable {
    source: Arc<Value>,
    /// The compiled schema; empty until its first use. `None` if the schema cannot be compiled.
    validator: OnceLock<Option<Validator>>,
}

impl std::fmt::Debug for Runnable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runnable")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl Runnable {
    fn compile(which: &'static str, text: &str, source: Value, look: Look) -> Result<Arc<Self>, SchemaError> {
        // Patterns take by far the longest time to compile.
        let later = look == Look::Known && text.len() <= MAX_LATER && !text.contains("pattern");
        let validator = OnceLock::new();
        if !later {
            let compiled = Validator::compile(&source).map_err(|reason| SchemaError::Invalid { which, reason })?;
            validator.get_or_init(|| Some(compiled));
        }
        Ok(Arc::new(Self {
            source: Arc::new(source),
            validator,
        }))
    }

    /// Checks and compiles the JSON text of an output schema.
    pub(crate) fn output(text: &str, look: Look) -> Result<Arc<Self>, SchemaError> {
        Self::compile("output", text, bounded("output", text, look)?, look)
    }

    fn validator(&self) -> Result<&Validator, Exhausted> {
        let compiled = self.validator.get_or_init(|| {
            Validator::compile(&self.source)
                .inspect_err(|refused| tracing::error!(%refused, "cannot run a schema that passed an earlier check"))
                .ok()
        });
        compiled.as_ref().ok_or(Exhausted::Unrunnable)
    }

    pub(crate) fn source(&self) -> &Arc<Value> {
        &self.source
    }

    /// True if a quick check shows that the JSON `text` fits the schema. After false, use `check` to get a result.
    pub(crate) fn skim(&self, text: &str) -> bool {
        self.skim_within(text, QUICK_SKIM)
    }

    /// True if the JSON `text` certainly fits the schema, like [`Self::skim`] with more time. Blocks the thread.
    pub(crate) fn skim_here(&self, text: &str) -> bool {
        self.skim_within(text, WHOLE_SKIM)
    }

    fn skim_within(&self, text: &str, bound: Bound) -> bool {
        let validator = self.validator();
        validator.is_ok_and(|validator| validator.skim(text, &mut bound.budget()) == Ok(true))
    }

    /// Checks `value` against this schema, a long check on a blocking thread. Returns it and its problems (`None`: it
    /// fits).
    pub(crate) async fn check(self: &Arc<Self>, value: Value) -> (Value, Result<Option<Problems>, Exhausted>) {
        let quick = self.run(&value, QUICK);
        if matches!(&quick, Ok(found) if found.as_ref().is_none_or(|problems| !problems.cut)) {
            return (value, quick);
        }
        let schema = Arc::clone(self);
        tokio::task::spawn_blocking(move || schema.check_here(value))
            .await
            .unwrap_or((Value::Null, Err(Exhausted::Stopped)))
    }

    /// Checks `value` against this schema on the calling thread. Returns it, and its problems (`None` if it fits).
    pub(crate) fn check_here(&self, value: Value) -> (Value, Result<Option<Problems>, Exhausted>) {
        let checked = self.run(&value, WHOLE);
        (value, checked)
    }

    fn run(&self, value: &Value, bound: Bound) -> Result<Option<Problems>, Exhausted> {
        self.validator()?.check(value, &mut bound.budget())
    }
}

#[derive(Debug)]
pub(crate) struct InputSchema {
    runnable: Arc<Runnable>,
    /// Name of the boolean argument that turns the call into a dry run; `None` if the tool has no dry run.
    dry_run: Option<String>,
    /// The arguments for which null means absent.
    absent_as_null: Vec<String>,
    /// The arguments for which the empty text means absent; empty unless the tool only reads.
    absent_as_empty: Vec<String>,
}

impl InputSchema {
    /// Checks and compiles the JSON text of an input schema. If `takes_confirm` is true, the host will add the argument
    /// `confirm`, so the schema must not declare it.
    pub(crate) fn compile(text: &str, takes_confirm: bool, look: Look) -> Result<Self, SchemaError> {
        let source = bounded("input", text, look)?;
        let root = source.as_object().ok_or_else(|| SchemaError::NotAnObject {
            got: validator::shorten_value(&source),
        })?;
        if root.get("type").and_then(Value::as_str) != Some("object") {
            return Err(SchemaError::NotAnObject {
                got: root
                    .get("type")
                    .map_or_else(|| "no `type`".to_owned(), validator::shorten_value),
            });
        }
        if takes_confirm && properties(&source).is_some_and(|known| known.contains_key("confirm")) {
            return Err(SchemaError::OwnConfirm);
        }
        Ok(Self {
            absent_as_null: nulls::absent_as_null(&source),
            absent_as_empty: Vec::new(),
            runnable: Runnable::compile("input", text, source, look)?,
            dry_run: None,
        })
    }

    pub(crate) fn with_dry_run(mut self, argument: Option<&str>, effect: Effect) -> Result<Self, SchemaError> {
        let Some(name) = argument.map(str::to_owned) else {
            return Ok(self);
        };
        if effect == Effect::Read {
            return Err(SchemaError::NothingToTry { name });
        }
        let declared = properties(self.source()).and_then(|known| known.get(&name)?.get("type"));
        if declared.and_then(Value::as_str) != Some("boolean") {
            return Err(SchemaError::NoDryRun { name });
        }
        self.dry_run = Some(name);
        Ok(self)
    }

    pub(crate) fn is_dry_run(&self, arguments: &Map<String, Value>) -> bool {
        let argument = self.dry_run.as_deref().and_then(|name| arguments.get(name));
        argument == Some(&Value::Bool(true))
    }

    /// Returns the JSON text of the arguments changed to a dry run; `None` if the tool has no dry run.
    pub(crate) fn as_dry_run(&self, arguments: &str) -> Option<String> {
        let name = self.dry_run.as_ref()?;
        let mut arguments = Tree::members(arguments).ok()?;
        arguments.insert(name.clone(), Value::Bool(true));
        Some(Value::Object(arguments).to_string())
    }

    pub(crate) fn source(&self) -> &Arc<Value> {
        self.runnable.source()
    }

    /// Checks arguments and returns them. Also returns the texts that were parsed as JSON because the schema allows no
    /// text in their location. The error names every argument that does not fit, up to a limit.
    pub(crate) async fn check(&self, arguments: Map<String, Value>) -> Result<(Map<String, Value>, Texts), CallError> {
        let mut texts = Texts::default();
        let mut checked = self.runnable.check(Value::Object(arguments)).await;
        // A text at a place where no text is allowed is one of the problems.
        if let (Value::Object(_), Ok(Some(_))) = &checked {
            let value;
            (value, texts) = self.read_texts(checked.0).await;
            checked = match texts.any_read() {
                true => self.runnable.check(value).await,
                false => (value, checked.1),
            };
        }
        match checked {
            (Value::Object(arguments), Ok(None)) => Ok((arguments, texts)),
            (_, Ok(Some(problems))) => Err(mismatch::explain(&problems, self.source(), texts.hint())),
            (_, Err(Exhausted::Unrunnable)) => Err(CallError::new(
                ErrorKind::Internal,
                "The arguments cannot be checked: the tool's schema cannot be run, although it passed an earlier check",
            )
            .with_hint("remove `components` below `server.cache-dir` and start the host again, and report this")),
            (_, Err(exhausted)) => Err(CallError::new(
                ErrorKind::TooLarge,
                format!("The arguments cannot be checked against the tool's schema: {exhausted}"),
            )
            .with_hint("send smaller arguments; if they are small, the author of the tool must simplify its schema")),
            (_, Ok(None)) => Err(CallError::new(
                ErrorKind::Internal,
                "The arguments were lost while they were checked",
            )),
        }
    }

    /// Parses arguments that were sent as JSON text instead of as the value itself. Runs on a blocking thread, because
    /// one text may be as long as all arguments together.
    async fn read_texts(&self, mut value: Value) -> (Value, Texts) {
        let schema = Arc::clone(self.source());
        let read = tokio::task::spawn_blocking(move || {
            let texts = json_text::read(&mut value, &schema, &mut READING.budget());
            (value, texts)
        });
        read.await.unwrap_or_default()
    }

    /// Sets the tool's effect. Only tools that read treat an empty text as absent: a written value may be empty.
    pub(crate) fn with_effect(mut self, effect: Effect) -> Self {
        if effect == Effect::Read {
            self.absent_as_empty = empty::absent_as_empty(self.source());
        }
        self
    }

    /// Removes arguments whose null value or empty text means that they are absent. Nested values remain unchanged.
    pub(crate) fn drop_absent(&self, arguments: &mut Map<String, Value>) {
        arguments.retain(|name, value| match value {
            Value::Null => !self.absent_as_null.contains(name),
            Value::String(text) if text.is_empty() => !self.absent_as_empty.contains(name),
            _ => true,
        });
    }

    /// Returns the word in the argument's `enum` that equals `text` except for case; `None` for an exact or no match.
    pub(crate) fn word(&self, argument: &str, text: &str) -> Option<&str> {
        let words = properties(self.source())?.get(argument)?.get("enum")?.as_array()?;
        let mut words = words.iter().filter_map(Value::as_str);
        if words.clone().any(|word| word == text) {
            return None;
        }
        words.find(|word| word.eq_ignore_ascii_case(text))
    }

    /// True if the schema declares an argument with this name, or allows any name.
    pub(crate) fn declares(&self, argument: &str) -> bool {
        let open = match self.source().get("additionalProperties") {
            Some(Value::Bool(allowed)) => *allowed,
            Some(_) => true,
            None => false,
        };
        open || self.source().get("patternProperties").is_some()
            || properties(self.source()).is_none_or(|known| known.contains_key(argument))
    }
}

/// Checks and parses a schema that is only listed. The host checks no value with it.
pub(crate) fn check_listed(text: &str, look: Look) -> Result<Arc<Value>, SchemaError> {
    bounded("output", text, look).map(Arc::new)
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

fn bounded(which: &'static str, text: &str, look: Look) -> Result<Value, SchemaError> {
    if text.len() > MAX_BYTES {
        return Err(SchemaError::TooLong {
            which,
            bytes: text.len(),
        });
    }
    let value = Tree::read(text).map_err(|error| SchemaError::NotJson {
        which,
        reason: error.to_string(),
    })?;
    if look == Look::Known {
        return Ok(value);
    }
    // Each client parses the listing with its own JSON parser.
    if let Some(reason) = Json::ambiguity_of(text) {
        return Err(SchemaError::Ambiguous { which, reason });
    }
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

mod empty;
mod forms;
mod json_text;
mod nulls;
#[cfg(test)]
mod tests;
