//! Wrapper for results of tools that are not a JSON object.
//! Belongs here: the JSON object that contains such a result. Does not: which results need it (`sdk-rust-macros`).

use schemars::JsonSchema;
use serde::Serialize;

/// The JSON object `{"result": …}`, in which `#[tool]` returns a number, a text or a list.
///
/// ```
/// use unity_tools::{Plain, serde_json};
///
/// assert_eq!(serde_json::to_string(&Plain { result: 3 }).unwrap(), r#"{"result":3}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Plain<T> {
    /// The answer.
    pub result: T,
}
