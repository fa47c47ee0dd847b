//! One thing that does not fit, and a bounded list of them.

use super::shown::{cut, join, shown};
use serde_json::Value;

/// At most this many are told; the rest are counted.
const MAX_TOLD: usize = 20;

/// Where and what.
#[derive(Debug)]
pub(crate) struct Problem {
    /// `filter.name`, `ids[2]`; empty for the whole value.
    pub(crate) at: String,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    /// The member at this place is required.
    Missing,
    /// No member of this name is taken.
    Unknown,
    /// Another kind of value.
    Type { expected: String, got: String },
    /// The right kind, another value.
    Value { expected: String, got: String },
}

/// What does not fit, in the order of the schema.
#[derive(Debug)]
pub(crate) struct Problems {
    pub(crate) told: Vec<Problem>,
    /// Found beyond those.
    pub(crate) more: u64,
    /// The budget ended before all was looked at: there may be more still.
    pub(crate) cut: bool,
    most: usize,
}

impl Problems {
    pub(super) fn new() -> Self {
        Self::up_to(MAX_TOLD)
    }

    pub(super) fn up_to(most: usize) -> Self {
        Self {
            told: Vec::new(),
            more: 0,
            cut: false,
            most,
        }
    }

    /// Nothing found from here on would be told.
    pub(super) fn full(&self) -> bool {
        self.told.len() >= self.most
    }

    /// The one that was looked for is found.
    pub(super) fn enough(&self) -> bool {
        self.most == 1 && self.full()
    }

    /// `make` is asked only for what is told.
    pub(super) fn push(&mut self, make: impl FnOnce() -> Problem) {
        if self.full() {
            self.more += 1;
        } else {
            self.told.push(make());
        }
    }
}

/// Where a value stands.
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

/// A wrong type is told as the type and the value.
pub(super) fn typed(value: &Value) -> String {
    let word = match value {
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Null | Value::Array(_) | Value::Object(_) => return shown(value),
    };
    format!("{word} {}", shown(value))
}
