//! What a caller is told about arguments that do not fit: field, value, and what would be right.

use host_api::{CallError, ErrorKind};
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};

use serde_json::{Value, json};

/// At most this many problems are told; the rest are counted.
const MAX_TOLD: usize = 20;
/// A value is shown up to this many characters.
const MAX_SHOWN: usize = 60;

/// One argument that does not fit.
struct Mismatch {
    /// `filter.name`, `ids[2]`.
    parameter: String,
    expected: String,
    got: String,
    /// A wrong type, as opposed to a right type with a value out of bounds.
    is_type: bool,
}

/// Builds the error. `details` holds `missingParameters` (names), `mismatches` (wrong type), `violations` (right type,
/// wrong value), `unknownParameters`, and `more` where some were left out.
pub(crate) fn explain<'i>(errors: impl Iterator<Item = ValidationError<'i>>, schema: &Value) -> CallError {
    let (mut missing, mut unknown, mut wrong, mut more) = (Vec::new(), Vec::new(), Vec::<Mismatch>::new(), 0);
    for error in errors {
        if missing.len() + unknown.len() + wrong.len() >= MAX_TOLD {
            more += 1;
            continue;
        }
        let at = path(error.instance_path().as_str());
        match error.kind() {
            ValidationErrorKind::Required { property } => missing.push(join(&at, property.as_str().unwrap_or("?"))),
            ValidationErrorKind::AdditionalProperties { unexpected }
            | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
                let room = MAX_TOLD - missing.len() - unknown.len() - wrong.len();
                more += unexpected.len().saturating_sub(room);
                unknown.extend(unexpected.iter().take(room).map(|name| join(&at, &cut(name))));
            }
            kind => wrong.push(Mismatch {
                parameter: if at.is_empty() { "arguments".to_owned() } else { at },
                expected: expected(&error, kind),
                got: got(error.instance(), kind),
                is_type: matches!(kind, ValidationErrorKind::Type { .. }),
            }),
        }
    }
    let mut error = CallError::new(ErrorKind::InvalidArgument, message(&missing, &unknown, &wrong, more));
    if let Some(hint) = hint(&missing, &unknown, schema) {
        error = error.with_hint(hint);
    }
    error.with_details(&details(&missing, &unknown, &wrong, more))
}

/// A value for a message: cut where it is long.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) if !items.is_empty() => format!("an array of {}", items.len()),
        Value::Object(entries) if !entries.is_empty() => format!("an object of {}", entries.len()),
        other => cut(&other.to_string()),
    }
}

fn message(missing: &[String], unknown: &[String], wrong: &[Mismatch], more: usize) -> String {
    let mut parts = Vec::new();
    if !missing.is_empty() {
        let plural = if missing.len() == 1 { "" } else { "s" };
        parts.push(format!("missing argument{plural} {}", quoted(missing)));
    }
    parts.extend(
        wrong
            .iter()
            .map(|one| format!("`{}` is {}, expected {}", one.parameter, one.got, one.expected)),
    );
    if !unknown.is_empty() {
        let plural = if unknown.len() == 1 { "" } else { "s" };
        parts.push(format!("unknown argument{plural} {}", quoted(unknown)));
    }
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts.join("; ")
}

fn hint(missing: &[String], unknown: &[String], schema: &Value) -> Option<String> {
    let known: Vec<&str> = crate::schema::properties(schema)?
        .keys()
        .map(String::as_str)
        .take(30)
        .collect();
    if missing.is_empty() && unknown.is_empty() {
        return None;
    }
    if known.is_empty() {
        return Some("this tool takes no arguments".to_owned());
    }
    Some(format!("the arguments of this tool are {}", quoted(&known)))
}

fn details(missing: &[String], unknown: &[String], wrong: &[Mismatch], more: usize) -> Value {
    let list = |is_type: bool| -> Vec<Value> {
        wrong
            .iter()
            .filter(|one| one.is_type == is_type)
            .map(|one| json!({"parameter": one.parameter, "expected": one.expected, "got": one.got}))
            .collect()
    };
    let mut details = json!({"missingParameters": missing, "mismatches": list(true)});
    let entries = details.as_object_mut().expect("just built as an object");
    let violations = list(false);
    if !violations.is_empty() {
        entries.insert("violations".to_owned(), violations.into());
    }
    if !unknown.is_empty() {
        entries.insert("unknownParameters".to_owned(), json!(unknown));
    }
    if more > 0 {
        entries.insert("more".to_owned(), more.into());
    }
    details
}

/// What would be right, in words.
fn expected(error: &ValidationError<'_>, kind: &ValidationErrorKind) -> String {
    match kind {
        ValidationErrorKind::Type { kind } => types(kind),
        ValidationErrorKind::Enum { options } => match &**options {
            Value::Array(options) => {
                let first: Vec<String> = options.iter().take(20).map(shown).collect();
                let rest = if options.len() > 20 { ", …" } else { "" };
                format!("one of {}{rest}", first.join(", "))
            }
            other => shown(other),
        },
        ValidationErrorKind::Constant { expected_value } => shown(expected_value),
        ValidationErrorKind::Minimum { limit } => format!("at least {limit}"),
        ValidationErrorKind::Maximum { limit } => format!("at most {limit}"),
        ValidationErrorKind::ExclusiveMinimum { limit } => format!("more than {limit}"),
        ValidationErrorKind::ExclusiveMaximum { limit } => format!("less than {limit}"),
        ValidationErrorKind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        ValidationErrorKind::MinLength { limit } => format!("at least {limit} characters"),
        ValidationErrorKind::MaxLength { limit } => format!("at most {limit} characters"),
        ValidationErrorKind::MinItems { limit } => format!("at least {limit} items"),
        ValidationErrorKind::MaxItems { limit } => format!("at most {limit} items"),
        ValidationErrorKind::UniqueItems => "no item twice".to_owned(),
        ValidationErrorKind::Pattern { pattern } => format!("a text that matches `{}`", cut(pattern)),
        ValidationErrorKind::Format { format } => format!("a text in the form `{}`", cut(format)),
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            alternatives(context)
        }
        ValidationErrorKind::OneOfMultipleValid { .. } => "a value that fits only one of the allowed forms".to_owned(),
        _ => cut(&error.to_string()),
    }
}

/// The ways in which a value might have fitted, each by its first problem.
fn alternatives(context: &[Vec<ValidationError<'static>>]) -> String {
    let mut ways: Vec<String> = Vec::new();
    for error in context.iter().filter_map(|errors| errors.first()).take(6) {
        let way = match error.kind() {
            ValidationErrorKind::Required { property } => format!("an object with {property}"),
            kind => expected(error, kind),
        };
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    if ways.is_empty() {
        "one of the allowed forms".to_owned()
    } else {
        ways.join(" or ")
    }
}

fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(one) => one.as_str().to_owned(),
        TypeKind::Multiple(several) => several
            .iter()
            .map(|one| one.as_str().to_owned())
            .collect::<Vec<_>>()
            .join(" or "),
    }
}

/// A wrong type is told as the type, a wrong value as the value.
fn got(value: &Value, kind: &ValidationErrorKind) -> String {
    let word = match value {
        Value::Null => return "null".to_owned(),
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => return shown(value),
        Value::Object(_) => return shown(value),
    };
    match kind {
        ValidationErrorKind::Type { .. } => format!("{word} {}", shown(value)),
        _ => shown(value),
    }
}

/// `/ids/2/name` → `ids[2].name`.
fn path(pointer: &str) -> String {
    let mut text = String::new();
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty() {
            text.push_str(&format!("[{part}]"));
        } else {
            text = join(&text, &part);
        }
    }
    cut(&text)
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

fn quoted(names: &[impl AsRef<str>]) -> String {
    names
        .iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect::<Vec<_>>()
        .join(", ")
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
