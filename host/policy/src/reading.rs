//! Whether a resource or a prompt is to be had at all. The same rules as for tools, which `decide` asks first.

use crate::refusal::Refusal;
use crate::rules::Policy;
use host_api::ErrorKind;
use std::collections::BTreeSet;

/// What is known of a resource or a prompt.
#[derive(Clone, Copy, Debug)]
pub struct ReadingFacts<'a> {
    pub bundle: &'a str,
    /// `Resource` or `Prompt`.
    pub kind: &'static str,
    /// As it is listed.
    pub name: &'a str,
    /// The category that it declares, else those of all tools of its bundle.
    pub categories: &'a BTreeSet<String>,
    /// False where `[bundles.<id>] tools` leaves it out.
    pub allowed_here: bool,
}

/// Refused where the operator leaves it out, or where all its categories are disabled. One without any is in none that could
/// be.
pub fn readable(policy: &Policy, facts: &ReadingFacts<'_>) -> Result<(), Refusal> {
    if !facts.allowed_here {
        return Err(Refusal::new(
            ErrorKind::PermissionDenied,
            "bundles.tools",
            format!("{} `{}` is switched off by the operator", facts.kind, facts.name),
            format!(
                "`[bundles.{}] tools` leaves it out: take `{}` out of `deny`",
                facts.bundle, facts.name
            ),
        ));
    }
    let disabled = &policy.disabled_categories;
    let Some(category) = facts
        .categories
        .first()
        .filter(|_| facts.categories.is_subset(disabled))
    else {
        return Ok(());
    };
    Err(Refusal::new(
        ErrorKind::PermissionDenied,
        "policy.disabled-categories",
        format!("Category `{category}` is disabled"),
        format!("take `{category}` out of `[policy] disabled-categories`"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_denied_or_only_in_disabled_categories_is_refused() {
        let policy = Policy {
            disabled_categories: ["console", "test"].map(str::to_owned).into(),
            ..Policy::default()
        };
        let rule = |categories: &[&str], allowed_here| {
            let categories = categories.iter().map(|&name| name.to_owned()).collect();
            let facts = ReadingFacts {
                bundle: "b",
                kind: "Resource",
                name: "unity://x",
                categories: &categories,
                allowed_here,
            };
            readable(&policy, &facts).err().map(|refusal| refusal.rule)
        };
        assert_eq!(rule(&["console"], true), Some("policy.disabled-categories"));
        assert_eq!(rule(&["console", "test"], true), Some("policy.disabled-categories"));
        assert_eq!(rule(&["console", "scene"], true), None);
        assert_eq!(rule(&[], true), None);
        assert_eq!(rule(&[], false), Some("bundles.tools"));
    }
}
