//! Completion of a prompt's argument or a template's variable while the user types.
//!
//! Belongs here: the trait. One type completes the values for all prompts and templates of a bundle.

pub use crate::bindings::completions::exports::unity_tools::tool::completions::{Completion, Reference, Request};

use crate::{Cx, ToolError};

/// Maximum number of suggested values in one completion answer.
pub const MOST: usize = 100;

/// Suggests values for arguments of prompts and variables of templates. Implementations may read, but change nothing.
///
/// ```
/// use unity_tools::completion::{Complete, Completion, Request};
/// use unity_tools::prelude::*;
///
/// struct Scenes;
///
/// impl Complete for Scenes {
///     fn complete(request: &Request, _: &Cx) -> Result<Completion> {
///         Ok(Completion::starting_with(&request.value, ["Main", "Arena", "Map"]))
///     }
/// }
///
/// assert_eq!(Completion::starting_with("ma", ["Main", "Arena", "Map"]).values, ["Main", "Map"]);
/// ```
pub trait Complete: 'static {
    /// Returns the suggested values for the request, best first.
    ///
    /// # Errors
    /// `NotFound` if the request refers to a prompt or template that this bundle does not have.
    fn complete(request: &Request, cx: &Cx) -> Result<Completion, ToolError>;
}

impl Completion {
    /// Returns the candidates that start with `typed`, ignoring case: at most [`MOST`], and the number of all matches.
    pub fn starting_with<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        let typed = typed.to_lowercase();
        let mut values: Vec<String> = candidates
            .into_iter()
            .filter(|candidate| candidate.to_lowercase().starts_with(&typed))
            .map(str::to_owned)
            .collect();
        let total = values.len();
        values.truncate(MOST);
        Self {
            has_more: total > values.len(),
            total: u32::try_from(total).ok(),
            values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Completion, MOST};

    #[test]
    fn returns_values_with_prefix_and_total_count() {
        let few = Completion::starting_with("MA", ["Main", "Arena", "map"]);
        assert_eq!(
            (few.values, few.total, few.has_more),
            (vec!["Main".into(), "map".into()], Some(2), false)
        );
        let names: Vec<String> = (0..150).map(|n| format!("n{n}")).collect();
        let many = Completion::starting_with("n", names.iter().map(String::as_str));
        assert_eq!((many.values.len(), many.total, many.has_more), (MOST, Some(150), true));
    }
}
