//! Answers that are no object.
//!
//! Belongs here: the object that they become. Does not: which answers those are (`sdk-rust-macros`).

use schemars::JsonSchema;
use serde::Serialize;

/// `{"result": …}`: what `#[tool]` makes of a number, a text or a list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Plain<T> {
    /// The answer.
    pub result: T,
}
