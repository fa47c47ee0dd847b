//! An offer of a bundle while it is added to a snapshot.
//!
//! This module collects the names that the offer claims. `merge` decides which bundle gets a name with several claims.

use super::Offer;
use crate::checked_listing::CheckedTool;
use crate::merge::{Claim, Claims};
use crate::{names, uri};
use std::sync::Arc;

/// A prepared bundle, its tools that may be published, and a note about the others (`None` if there are none).
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
