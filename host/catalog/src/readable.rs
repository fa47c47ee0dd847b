//! Which resources and prompts are to be had: what `tools.deny` names and what lies in disabled categories is not.
//!
//! Belongs here: what is known of one for that question. Does not: the rule (`host_policy::readable`).

use crate::options::BundleSettings;
use crate::snapshot::{PublishedPrompt, PublishedResource};
use host_policy::{Policy, ReadingFacts, Refusal};
use host_runtime::Extra;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Key of a resource's or prompt's `extra`: the category that it belongs to, as tools have one.
const CATEGORY: &str = "unity-tools/category";

/// What decides whether a resource or a prompt is to be had.
#[derive(Debug)]
pub(crate) struct Reading {
    /// False where `[bundles.<id>] tools.deny` names it: not listed, and refused.
    allowed_here: bool,
    /// The one that it declares, else those of its bundle's tools.
    categories: Arc<BTreeSet<String>>,
}

impl Reading {
    /// Of one that is listed as `name`; `of_tools` are the categories of its bundle's tools.
    pub(crate) fn new(name: &str, extra: &Extra, settings: &BundleSettings, of_tools: &Arc<BTreeSet<String>>) -> Self {
        Self {
            allowed_here: settings.allows_reading(name),
            categories: match extra.iter().find(|(key, _)| key == CATEGORY) {
                Some((_, declared)) => Arc::new(BTreeSet::from([declared.clone()])),
                None => Arc::clone(of_tools),
            },
        }
    }
}

impl<B> PublishedResource<B> {
    /// Whether it is to be had at all under `policy`.
    pub(crate) fn readable(&self, policy: &Policy) -> Result<(), Refusal> {
        self.reading
            .judge(policy, "Resource", &self.home.id, &self.descriptor.uri)
    }
}

impl<B> PublishedPrompt<B> {
    /// Whether it is to be had at all under `policy`.
    pub(crate) fn readable(&self, policy: &Policy) -> Result<(), Refusal> {
        self.reading
            .judge(policy, "Prompt", &self.home.id, &self.descriptor.name)
    }
}

impl Reading {
    fn judge(&self, policy: &Policy, kind: &'static str, bundle: &str, name: &str) -> Result<(), Refusal> {
        let facts = ReadingFacts {
            bundle,
            kind,
            name,
            categories: &self.categories,
            allowed_here: self.allowed_here,
        };
        host_policy::readable(policy, &facts)
    }
}
