//! An offer that is being added to a snapshot.
//!
//! Belongs here: the names that it claims. Does not: which bundle gets a name that several claim (`merge`).

use super::Offer;
use crate::checked_listing::CheckedTool;
use crate::merge::{Claim, Claims};
use crate::{names, uri};
use std::sync::Arc;

/// An offer, the tools of it that may be published, and a note about the others.
pub(super) struct Admitted<'a, B> {
    pub(super) offer: &'a Arc<Offer<B>>,
    pub(super) tools: Vec<&'a Arc<CheckedTool>>,
    pub(super) note: Option<String>,
}

impl<B> Admitted<'_, B> {
    pub(super) fn claims(&self) -> Claims {
        let claim = |key: String, name: &str| Claim {
            key,
            name: name.to_owned(),
        };
        let checked = &self.offer.checked;
        Claims {
            bundle: self.offer.id.clone(),
            bundled: self.offer.needs.bundled,
            tools: self
                .tools
                .iter()
                .map(|one| claim(names::folded(&one.spec.name), &one.spec.name))
                .collect(),
            resources: checked
                .resources
                .iter()
                .map(|one| match &one.template {
                    Some(template) => claim(format!("template {}", uri::normal(&template.key())), &one.spec.uri),
                    None => claim(uri::normal(&one.spec.uri), &one.spec.uri),
                })
                .collect(),
            prompts: checked
                .prompts
                .iter()
                .map(|one| claim(names::folded(&one.name), &one.name))
                .collect(),
        }
    }
}
