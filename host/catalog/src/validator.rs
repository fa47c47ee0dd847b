//! JSON Schema with an end: every check has a budget, and no check costs more than (schema × value).
//!
//! Belongs here: what a schema may say, whether a value fits, what does not fit and where. Does not: what a caller is told
//! about it (`mismatch`), how large a schema may be (`schema`).
//!
//! Draft 2020-12, with the forms of draft 6 to 2019-09 where `$schema` names those. `format` and the `content…` keywords are
//! annotations. Refused at publication: what would make a check wrong (an unknown draft, a reference out of the schema, a
//! schema with an `$id` of its own inside) or endless (a reference that comes back to itself on the same value).

mod budget;
mod compile;
mod draft;
mod evaluated;
mod keyword;
mod parts;
mod pattern;
mod problem;
mod problems;
mod references;
mod refused;
mod run;
mod scalar;
mod shown;
mod skim;
mod value;

pub(crate) use budget::{Budget, Exhausted};
pub(crate) use problem::{Problem, Problems, What};
pub(crate) use refused::Refused;
pub(crate) use shown::{join, shown};

use keyword::Node;
use run::Run;
use serde_json::Value;

/// A compiled schema. The root is the first node.
pub(crate) struct Validator {
    nodes: Vec<Node>,
}

impl Validator {
    /// Compiles; nothing is fetched.
    pub(crate) fn compile(source: &Value) -> Result<Self, Refused> {
        compile::compile(source).map(|nodes| Self { nodes })
    }

    /// Whether `text` fits, without a tree of it where its schema needs none: JSON in which no member comes twice. False and an
    /// error say nothing: `check` does.
    pub(crate) fn skim(&self, text: &str, budget: &mut Budget) -> Result<bool, Exhausted> {
        skim::fits(&self.nodes, text, budget)
    }

    /// `None` where `value` fits. What does not fit is looked for only where something does not, with what is left of
    /// `budget`; where that ends first, the list is marked as cut.
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
