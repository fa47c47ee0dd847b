//! One problem of a value that does not fit a schema, and a bounded list of such problems.

use super::formatting::{cut, join, shorten_value};
use serde_json::Value;

/// Maximum number of problems of one value that a check reports. Further problems are only counted.
const MAX_TOLD: usize = 20;

#[derive(Debug)]
pub(crate) struct Problem {
    /// The path of the wrong value, such as `filter.name` or `ids[2]`; empty for the whole checked value.
    pub(crate) at: String,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    /// A required member is missing. `at` is the path of the missing member.
    Missing,
    /// The schema does not allow a member with this name.
    Unknown,
    /// The value has the wrong type.
    Type { expected: String, got: String },
    /// The value has the right type, but the schema does not allow this value.
    Value { expected: String, got: String },
}

/// The problems of a value that does not fit its schema, in the order of the schema.
#[derive(Debug)]
pub(crate) struct Problems {
    pub(crate) told: Vec<Problem>,
    /// The number of further problems that are not in `told`.
    pub(crate) more: u64,
    /// True if the budget ended before the whole value was checked, so that there may be more problems.
    pub(crate) cut: bool,
    most: usize,
}

impl Problems {
    pub(super) fn new() -> Self {
        Self::with_limit(MAX_TOLD)
    }

    pub(super) fn with_limit(most: usize) -> Self {
        Self {
            told: Vec::new(),
            more: 0,
            cut: false,
            most,
        }
    }

    /// True if the list contains the maximum number of problems. Further problems are then only counted.
    pub(super) fn full(&self) -> bool {
        self.told.len() >= self.most
    }

    /// True if the check can stop, because the caller wants only one problem, and it is already found.
    pub(super) fn is_full(&self) -> bool {
        self.most == 1 && self.full()
    }

    /// Adds a problem to the list, or only counts it if the list is full. Calls `make` only in the first case.
    pub(super) fn push(&mut self, make: impl FnOnce() -> Problem) {
        if self.full() {
            self.more += 1;
        } else {
            self.told.push(make());
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Step<'i> {
    Member(&'i str),
    Item(usize),
}

pub(super) fn place(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Member(name) => text = join(&text, &cut(name)),
            Step::Item(index) => text.push_str(&format!("[{index}]")),
        }
        if text.len() > 1000 {
            break;
        }
    }
    cut(&text)
}

/// Describes a value of the wrong type by its type and its text.
pub(super) fn typed(value: &Value) -> String {
    let word = match value {
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Null | Value::Array(_) | Value::Object(_) => return shorten_value(value),
    };
    format!("{word} {}", shorten_value(value))
}
