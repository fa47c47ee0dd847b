//! Checks JSON that a caller sends as text, and parses components that are specified by type or by index.
//!
//! Belongs here: checks that do not need Unity. Unity checks whether a value fits its field.

use serde::Deserialize;
use serde::de::IgnoredAny;
use unity_tools::ToolError;
use unity_tools::unity::components_edit::Selector;

/// Maximum number of characters of an invalid JSON argument that an error repeats.
const SHOWN: usize = 80;

/// Returns an error if the text is not one JSON value.
pub(crate) fn json(argument: &str, text: &str) -> Result<(), ToolError> {
    check::<IgnoredAny>(
        argument,
        text,
        "JSON",
        r#"give one JSON value as text, such as 2.5, true, {"x":1,"y":0,"z":0} or, for a text, "red" with its quotes"#,
    )
}

/// Returns an error if the text is not a JSON array.
pub(crate) fn json_array(argument: &str, text: &str) -> Result<(), ToolError> {
    check::<Vec<IgnoredAny>>(
        argument,
        text,
        "a JSON array",
        "give one value for each parameter in their order, such as [1.5, \"red\"]; [] for none",
    )
}

fn check<'a, T: Deserialize<'a>>(argument: &str, text: &'a str, expected: &str, hint: &str) -> Result<(), ToolError> {
    match serde_json::from_str::<T>(text) {
        Ok(_) => Ok(()),
        Err(problem) => Err(ToolError::invalid_argument(format!(
            "{argument} is {}, expected {expected}: {problem}",
            quote_shortened(text)
        ))
        .hint(hint)),
    }
}

fn quote_shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("`{}…`", &text[..cut]),
        None => format!("`{text}`"),
    }
}

/// Parses the argument that selects a component: a text of digits is its index, any other text is its type.
pub(crate) fn component(type_or_index: String) -> Result<Selector, ToolError> {
    if type_or_index.is_empty() {
        return Err(
            ToolError::invalid_argument("typeOrIndex is empty, expected a full type name or an index")
                .hint("GetComponents lists them; the Transform has index 0"),
        );
    }
    if !type_or_index.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Selector::ByType(type_or_index));
    }
    type_or_index.parse().map(Selector::ByIndex).map_err(|_| {
        ToolError::invalid_argument(format!(
            "typeOrIndex is {}, an index is at most {}",
            quote_shortened(&type_or_index),
            u32::MAX
        ))
    })
}
