//! Decides which resources and prompts are available: not those in `tools.deny`, and not those in disabled categories.
//!
//! This module collects the facts about one resource or prompt. `host_policy::readable` contains the rule.

use crate::checked_listing::Checked;
use crate::options::BundleSettings;
use host_api::Extra;
use host_api::{ReadPurpose, Refusal};
use host_policy::{Permit, Piece, Policy, ReadingFacts};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Key in the `extra` pairs of a resource or prompt. Its value is the category.
const CATEGORY: &str = "unity-tools/category";

pub(crate) fn categories(checked: &Checked) -> impl Iterator<Item = &str> {
    let tools = checked.tools.iter().map(|tool| tool.spec.category.as_str());
    let resources = checked.resources.iter().map(|resource| &resource.spec.extra);
    let extras = resources.chain(checked.prompts.iter().map(|prompt| &prompt.extra));
    let declared = extras.flat_map(|extra| extra.iter().filter(|(key, _)| key == CATEGORY));
    tools.chain(declared.map(|(_, value)| value.as_str()))
}

/// The facts that decide whether a resource or a prompt is available.
#[derive(Debug)]
pub(crate) struct Reading {
    bundle: String,
    pub(crate) piece: Piece,
    /// False if `[bundles.<id>] tools.deny` contains the resource or prompt: it is not listed, and reading is rejected.
    allowed_here: bool,
    /// The category that the resource or prompt declares; otherwise the categories of its bundle's tools.
    categories: Arc<BTreeSet<String>>,
}

impl Reading {
    /// Collects the facts about one resource or prompt. `of_tools` contains the categories of all tools of its bundle.
    pub(crate) fn new(
        bundle: &str,
        piece: Piece,
        extra: &Extra,
        settings: &BundleSettings,
        of_tools: &Arc<BTreeSet<String>>,
    ) -> Self {
        Self {
            bundle: bundle.to_owned(),
            allowed_here: settings.allows(&piece),
            piece,
            categories: match extra.iter().find(|(key, _)| key == CATEGORY) {
                Some((_, declared)) => Arc::new(BTreeSet::from([declared.clone()])),
                None => Arc::clone(of_tools),
            },
        }
    }

    pub(crate) fn is_readable(&self, policy: &Policy) -> bool {
        self.readable(policy).is_ok()
    }

    /// Checks whether the resource or prompt is available under `policy`. The error is the reason why it is not.
    pub(crate) fn readable(&self, policy: &Policy) -> Result<(), Refusal> {
        host_policy::readable(policy, &self.facts())
    }

    pub(crate) fn permit(&self, policy: &Policy, purpose: ReadPurpose) -> Result<Permit, Refusal> {
        host_policy::permit_read(policy, purpose, &self.facts())
    }

    fn facts(&self) -> ReadingFacts<'_> {
        ReadingFacts {
            bundle: &self.bundle,
            piece: &self.piece,
            categories: &self.categories,
            allowed_here: self.allowed_here,
        }
    }
}
