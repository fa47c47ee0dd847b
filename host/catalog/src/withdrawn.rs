//! Tools that a bundle here has and the operator took back, or that were listed before their component was found broken: nobody is served them, and a call of one is an attempt all the same.
//!
//! Belongs here: what stays known of them. Does not: which they are (`standing`, `slots`), the audit line (`gate`).

use crate::checked::CheckedTool;
use host_api::Effect;
use host_policy::ToolFacts;
use std::sync::Arc;

/// A tool that is served no longer, or not yet.
#[derive(Debug)]
pub(crate) struct WithdrawnTool {
    pub(crate) checked: Arc<CheckedTool>,
    bundle: String,
    pub(crate) digest: String,
    /// What keeps it from being served, e.g. `bundles.grants`.
    pub(crate) rule: &'static str,
    /// What the operator would write, where nothing else is in the way; of a broken bundle what is wrong with it.
    pub(crate) remedy: Option<String>,
}

impl WithdrawnTool {
    /// Those of `tools`, which the component `digest` of `bundle` lists.
    pub(crate) fn of<'a>(
        bundle: &str,
        digest: &str,
        tools: impl IntoIterator<Item = &'a Arc<CheckedTool>>,
        rule: &'static str,
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

    /// What gate 1 would know of it.
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
