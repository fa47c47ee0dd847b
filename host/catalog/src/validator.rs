//! A JSON Schema validator that always terminates: every check has a budget, and costs at most (size of schema × size
//! of value).
//!
//! Schemas use draft 2020-12, or the syntax of draft 6 to 2019-09 if `$schema` names one of these. `format` and the
//! `content…` keywords are annotations. Some schemas are rejected at publication. They would make a check wrong (an
//! unknown draft, a reference out of the schema, a nested schema with its own `$id`) or endless (a reference that leads
//! back to itself on the same value).

mod budget;
mod compile;
mod draft;
mod formatting;
mod keyword;
mod parts;
mod pattern;
mod problem;
mod problems;
mod references;
mod refusal;
mod run;
mod scalar;
mod skim;
mod unevaluated;
mod value;

pub(crate) use budget::{Bound, Budget, Exhausted};
pub(crate) use formatting::{join, shorten_value};
pub(crate) use problem::{Problem, Problems, What};
pub(crate) use refusal::Refused;

use keyword::Node;
use run::Run;
use serde_json::Value;

/// A compiled JSON schema as a list of nodes, one for each subschema. The first node is the root.
pub(crate) struct Validator {
    nodes: Vec<Node>,
}

impl Validator {
    /// Compiles a JSON schema to a list of nodes. Does not fetch external references.
    pub(crate) fn compile(source: &Value) -> Result<Self, Refused> {
        compile::compile(source).map(|nodes| Self { nodes })
    }

    /// Returns true if the JSON `text` certainly fits the schema. This is a fast check that builds no tree where it
    /// can. False means unknown: then `check` decides, and so it does after an error.
    pub(crate) fn skim(&self, text: &str, budget: &mut Budget) -> Result<bool, Exhausted> {
        skim::fits(&self.nodes, text, budget)
    }

    /// Checks `value` against the schema; returns its problems, or `None` if it fits. Problems are collected with the
    /// remaining `budget`. If the budget is used up first, the list is marked as cut.
    pub(crate) fn check(&self, value: &Value, budget: &mut Budget) -> Result<Option<Problems>, Exhausted> {
        let mut run = Run::new(&self.nodes, budget);
        if run.whole(value)? {
            return Ok(None);
        }
        Ok(Some(run.problems(value)))
    }
}

#[cfg(test)]
mod tests;
