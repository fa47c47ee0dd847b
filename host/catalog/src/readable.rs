//! Which resources and prompts are to be had: what `tools.deny` names and what lies in disabled categories is not.
//!
//! Belongs here: what is known of one for that question. Does not: the rule (`host_policy::readable`).

use crate::checked::Checked;
use crate::options::BundleSettings;
use host_api::Extra;
use host_api::ReadPurpose;
use host_policy::{Permit, Piece, Policy, ReadingFacts, Refusal};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Key of a resource's or prompt's `extra`: the category that it belongs to, as tools have one.
const CATEGORY: &str = "unity-tools/category";

/// Every category that anything of a bundle belongs to.
pub(crate) fn categories(checked: &Checked) -> impl Iterator<Item = &str> {
    let tools = checked.tools.iter().map(|tool| tool.spec.category.as_str());
    let resources = checked.resources.iter().map(|resource| &resource.spec.extra);
    let extras = resources.chain(checked.prompts.iter().map(|prompt| &prompt.extra));
    let declared = extras.flat_map(|extra| extra.iter().filter(|(key, _)| key == CATEGORY));
    tools.chain(declared.map(|(_, value)| value.as_str()))
}

/// What decides whether a resource or a prompt is to be had.
#[derive(Debug)]
pub(crate) struct Reading {
    bundle: String,
    pub(crate) piece: Piece,
    /// False where `[bundles.<id>] tools.deny` names it: not listed, and refused.
    allowed_here: bool,
    /// The one that it declares, else those of its bundle's tools.
    categories: Arc<BTreeSet<String>>,
}

impl Reading {
    /// `of_tools` are the categories of its bundle's tools.
    pub(crate) fn new(
        bundle: &str,
        piece: Piece,
        extra: &Extra,
        settings: &BundleSettings,
        of_tools: &Arc<BTreeSet<String>>,
    ) -> Self {
        Self {
            bundle: bundle.to_owned(),
            allowed_here: settings.serves(&piece),
            piece,
            categories: match extra.iter().find(|(key, _)| key == CATEGORY) {
                Some((_, declared)) => Arc::new(BTreeSet::from([declared.clone()])),
                None => Arc::clone(of_tools),
            },
        }
    }

    /// Whether it is to be had at all under `policy`.
    pub(crate) fn is_readable(&self, policy: &Policy) -> bool {
        self.readable(policy).is_ok()
    }

    /// The same, with what keeps it back.
    pub(crate) fn readable(&self, policy: &Policy) -> Result<(), Refusal> {
        host_policy::readable(policy, &self.facts())
    }

    /// What reading it needs, where it is to be had.
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
