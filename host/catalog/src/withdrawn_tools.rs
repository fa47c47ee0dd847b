//! Tools that are known but not served: the operator withdrew them, or their component failed to compile after they
//! were listed. A call of such a tool still counts as a write attempt.
//!
//! `bundle_standing` and `slots` select such tools; `gate` writes the audit line.

use crate::checked_listing::CheckedTool;
use host_api::{Effect, Rule};
use host_policy::ToolFacts;
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct WithdrawnTool {
    pub(crate) checked: Arc<CheckedTool>,
    bundle: String,
    pub(crate) digest: String,
    /// The policy rule or setting because of which the tool is not served.
    pub(crate) rule: Rule,
    /// The setting that would enable the tool, or the error of its broken bundle; `None` if there is neither.
    pub(crate) remedy: Option<String>,
}

impl WithdrawnTool {
    /// Creates an entry for each of `tools`, which are not served. `digest` is the SHA-256 of the bundle's component.
    pub(crate) fn withdraw<'a>(
        bundle: &str,
        digest: &str,
        tools: impl IntoIterator<Item = &'a Arc<CheckedTool>>,
        rule: Rule,
        remedy: Option<&str>,
    ) -> Vec<Arc<Self>> {
        let withdrawn = |tool: &Arc<CheckedTool>| {
            Arc::new(Self {
                checked: Arc::clone(tool),
                bundle: bundle.to_owned(),
                digest: digest.to_owned(),
                rule,
                remedy: remedy.map(str::to_owned),
            })
        };
        tools.into_iter().map(withdrawn).collect()
    }

    pub(crate) fn name(&self) -> &str {
        &self.checked.spec.name
    }

    pub(crate) fn effect(&self) -> Effect {
        self.checked.spec.effect
    }

    pub(crate) fn facts(&self) -> ToolFacts<'_> {
        let spec = &self.checked.spec;
        ToolFacts {
            bundle: &self.bundle,
            tool: &spec.name,
            effect: spec.effect,
            category: &spec.category,
            tier: &spec.tier,
            allowed_here: false,
        }
    }
}
