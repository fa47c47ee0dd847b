//! Messages for arguments and results that do not fit their schema: field, value, and the accepted values.

use crate::validator::{Problem, Problems, What};
use host_api::{CallError, ErrorKind};
use serde_json::{Value, json};

/// Maximum size in bytes of an argument's description that an error message repeats; a longer one is left out.
const MAX_SAID: usize = 400;

/// Creates the error for wrong arguments. `details` contains `missingParameters` (names), `mismatches` (wrong type),
/// `violations` (right type, wrong value), `unknownParameters`, and `more` (number of further problems). `more_to_do`
/// is an additional hint.
pub(crate) fn explain(problems: &Problems, schema: &Value, more_to_do: Option<String>) -> CallError {
    let sorted = Sorted::from_problems(problems);
    let mut error = CallError::new(ErrorKind::InvalidArgument, message(&sorted, &Words::Arguments(schema)));
    let hints: Vec<String> = hint(&sorted, schema).into_iter().chain(more_to_do).collect();
    if !hints.is_empty() {
        let hint = hints.join("; ");
        error = error.with_hint(hint);
    }
    error.with_details(&details(&sorted))
}

pub(crate) fn describe_result(problems: &Problems) -> String {
    message(&Sorted::from_problems(problems), &Words::Result)
}

/// Returns the problems of a result for programs: `fields`, each with `field`, `problem` and, for a wrong value,
/// `expected` and `got`.
pub(crate) fn result_details(problems: &Problems) -> Value {
    let fields = problems.told.iter().map(|Problem { at, what }| match what {
        What::Missing => json!({"field": at, "problem": "missing"}),
        What::Unknown => json!({"field": at, "problem": "unknown"}),
        What::Type { expected, got } | What::Value { expected, got } => {
            json!({"field": at, "problem": "mismatch", "expected": expected, "got": got})
        }
    });
    json!({"fields": fields.collect::<Vec<_>>(), "more": problems.more})
}

/// Problems of arguments or results, grouped by the correction that they need.
struct Sorted<'p> {
    missing: Vec<&'p str>,
    unknown: Vec<&'p str>,
    wrong: Vec<Wrong<'p>>,
    more: u64,
    cut: bool,
}

struct Wrong<'p> {
    at: &'p str,
    expected: &'p str,
    got: &'p str,
    /// True if the value has the wrong type; false if it has the right type, but the schema does not allow it.
    is_type: bool,
}

impl<'p> Sorted<'p> {
    fn from_problems(problems: &'p Problems) -> Self {
        let mut sorted = Self {
            missing: Vec::new(),
            unknown: Vec::new(),
            wrong: Vec::new(),
            more: problems.more,
            cut: problems.cut,
        };
        for Problem { at, what } in &problems.told {
            let (expected, got, is_type) = match what {
                What::Missing => {
                    sorted.missing.push(at);
                    continue;
                }
                What::Unknown => {
                    sorted.unknown.push(at);
                    continue;
                }
                What::Type { expected, got } => (expected, got, true),
                What::Value { expected, got } => (expected, got, false),
            };
            sorted.wrong.push(Wrong {
                at,
                expected,
                got,
                is_type,
            });
        }
        sorted
    }
}

/// The kind of value that was checked, which determines the words of the message.
enum Words<'s> {
    /// The arguments of a call, with their schema.
    Arguments(&'s Value),
    Result,
}

impl Words<'_> {
    fn names(&self) -> (&'static str, &'static str) {
        match self {
            Self::Arguments(_) => ("argument", "arguments"),
            Self::Result => ("field", "the result"),
        }
    }

    /// Returns the schema's description of the argument named `at`; `None` if it is missing or too long for a message.
    fn find(&self, at: &str) -> Option<&str> {
        let Self::Arguments(schema) = self else { return None };
        let said = schema.get("properties")?.get(at)?.get("description")?.as_str()?;
        let said = said.trim_end_matches('.');
        let fits = !said.is_empty() && said.len() <= MAX_SAID;
        fits.then_some(said)
    }
}

fn message(sorted: &Sorted<'_>, words: &Words<'_>) -> String {
    let (member, whole) = words.names();
    let mut parts = Vec::new();
    let plural = |list: &[&str]| if list.len() == 1 { "" } else { "s" };
    match words {
        Words::Arguments(_) => parts.extend(sorted.missing.iter().map(|at| match words.find(at) {
            Some(said) => format!("argument `{at}` is missing: {said}"),
            None => format!("argument `{at}` is missing"),
        })),
        Words::Result if !sorted.missing.is_empty() => {
            let s = plural(&sorted.missing);
            parts.push(format!("missing {member}{s} {}", quote_names(&sorted.missing)));
        }
        Words::Result => {}
    }
    parts.extend(sorted.wrong.iter().map(|one| {
        let at = if one.at.is_empty() { whole } else { one.at };
        format!("`{at}` is {}, expected {}", one.got, one.expected)
    }));
    if !sorted.unknown.is_empty() {
        let s = plural(&sorted.unknown);
        parts.push(format!("unknown {member}{s} {}", quote_names(&sorted.unknown)));
    }
    match (sorted.more, sorted.cut) {
        (0, false) => {}
        (0, true) => parts.push("and perhaps more".to_owned()),
        (more, false) => parts.push(format!("and {more} more")),
        (more, true) => parts.push(format!("and at least {more} more")),
    }
    parts.join("; ")
}

fn hint(sorted: &Sorted<'_>, schema: &Value) -> Option<String> {
    let known: Vec<&str> = schema
        .get("properties")?
        .as_object()?
        .keys()
        .map(String::as_str)
        .take(30)
        .collect();
    if sorted.missing.is_empty() && sorted.unknown.is_empty() {
        return None;
    }
    if known.is_empty() {
        return Some("this tool takes no arguments".to_owned());
    }
    Some(format!("the arguments of this tool are {}", quote_names(&known)))
}

fn details(sorted: &Sorted<'_>) -> Value {
    let list = |is_type: bool| -> Vec<Value> {
        let of_kind = sorted.wrong.iter().filter(|one| one.is_type == is_type);
        of_kind
            .map(|one| {
                let parameter = if one.at.is_empty() { "arguments" } else { one.at };
                json!({"parameter": parameter, "expected": one.expected, "got": one.got})
            })
            .collect()
    };
    let mut details = json!({"missingParameters": sorted.missing, "mismatches": list(true)});
    let entries = details.as_object_mut().expect("just built as an object");
    let violations = list(false);
    if !violations.is_empty() {
        entries.insert("violations".to_owned(), violations.into());
    }
    if !sorted.unknown.is_empty() {
        entries.insert("unknownParameters".to_owned(), json!(sorted.unknown));
    }
    if sorted.more > 0 {
        entries.insert("more".to_owned(), sorted.more.into());
    }
    details
}

fn quote_names(names: &[impl AsRef<str>]) -> String {
    names
        .iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect::<Vec<_>>()
        .join(", ")
}
