//! Checks whether a resource or a prompt is available, and creates the read permits. The same rules apply to tools in
//! `decide`.

use crate::permit::Permit;
use crate::piece::Piece;
use crate::rules::Policy;
use host_api::{ReadPurpose, Refusal};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The facts about a resource or a prompt from which the policy decides whether it may be read.
#[derive(Clone, Copy, Debug)]
pub struct ReadingFacts<'a> {
    pub bundle: &'a str,
    pub piece: &'a Piece,
    /// The category that the resource or prompt declares, otherwise the categories of all tools of its bundle.
    pub categories: &'a Arc<BTreeSet<String>>,
    /// True unless `[bundles.<id>] tools` excludes the resource or prompt.
    pub allowed_here: bool,
}

/// Rejects a resource or prompt if `[bundles.<id>] tools` excludes it, or if all its categories are disabled.
pub fn readable(policy: &Policy, facts: &ReadingFacts<'_>) -> Result<(), Refusal> {
    if !facts.allowed_here {
        return Err(facts.piece.left_out_refusal(facts.bundle));
    }
    in_enabled_category(policy, facts.categories)
}

/// Returns a permit to read a resource, render a prompt or complete an argument of either, if the piece is available.
/// The permit covers only read imports.
pub fn permit_read(policy: &Policy, purpose: ReadPurpose, facts: &ReadingFacts<'_>) -> Result<Permit, Refusal> {
    readable(policy, facts)?;
    Ok(Permit::for_reading(policy.revision, purpose, facts))
}

/// Returns a permit to send an event to `bundle`. Covers only read imports.
pub fn permit_event(policy: &Policy, bundle: &str) -> Permit {
    Permit::for_event(policy.revision, bundle)
}

/// Checks that at least one of the categories of a resource or prompt is enabled. Without categories, it always passes.
pub(crate) fn in_enabled_category(policy: &Policy, categories: &BTreeSet<String>) -> Result<(), Refusal> {
    let disabled = &policy.disabled_categories;
    match categories.first().filter(|_| categories.is_subset(disabled)) {
        Some(category) => Err(Refusal::disabled_category(category)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_denied_pieces_and_pieces_only_in_disabled_categories() {
        let policy = Policy {
            disabled_categories: ["console", "test"].map(str::to_owned).into(),
            ..Policy::default()
        };
        let rule = |categories: &[&str], allowed_here| {
            let categories = Arc::new(categories.iter().map(|&name| name.to_owned()).collect());
            let facts = ReadingFacts {
                bundle: "b",
                piece: &Piece::Resource("unity://x".to_owned()),
                categories: &categories,
                allowed_here,
            };
            readable(&policy, &facts).err().map(|refusal| refusal.rule.id())
        };
        assert_eq!(rule(&["console"], true), Some("policy.disabled-categories"));
        assert_eq!(rule(&["console", "test"], true), Some("policy.disabled-categories"));
        assert_eq!(rule(&["console", "scene"], true), None);
        assert_eq!(rule(&[], true), None);
        assert_eq!(rule(&[], false), Some("bundles.tools"));
    }
}
