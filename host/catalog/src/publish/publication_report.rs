//! Reports about a publication: the health of each bundle, omitted parts with their reasons, and whether the lists that
//! clients see changed.

use super::Publisher;
use crate::slots::Slot;
use crate::snapshot::Snapshot;
use crate::views::Views;
use crate::{crashes, readable, unknown_names};
use host_api::{Audience, BundleHealth, CatalogView};
use host_runtime::PreparedBundle;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Publisher {
    /// Logs each bundle and tool that the next published state (`next`) does not serve, and each configured name that
    /// matches nothing. Logs each text once, until its cause ends.
    pub(super) fn say_notes(&mut self, next: &Snapshot<PreparedBundle>) {
        let mut notes: BTreeSet<String> = next.notes.iter().flat_map(|(_, notes)| notes.iter().cloned()).collect();
        notes.extend(
            next.refused
                .iter()
                .map(|(_, reason)| format!("not published: {reason}")),
        );
        notes.extend(self.unknown_names(next));
        let is_served = |id: &str| next.homes.iter().any(|home| home.id == id);
        let serving = self.slots.0.iter().filter_map(|slot| slot.serving.as_ref());
        let served = serving.filter(|offer| is_served(&offer.id));
        notes.extend(served.flat_map(|offer| offer.checked.remarks.iter().cloned()));
        for note in notes.difference(&self.said) {
            tracing::warn!("{note}");
        }
        self.said = notes;
    }

    /// Returns one sentence for each name in the operator's configuration that matches nothing, such as a group name.
    fn unknown_names(&self, next: &Snapshot<PreparedBundle>) -> Vec<String> {
        if !self.has_looked {
            return Vec::new();
        }
        let serving = |slot: &'_ Slot<PreparedBundle>| slot.serving.as_ref().map(|offer| offer.id.clone());
        let served: Vec<String> = self.slots.0.iter().filter_map(serving).collect();
        let slots = self.slots.0.iter().map(|slot| slot.id.as_str());
        let known = slots.chain(served.iter().map(String::as_str)).collect();
        let settings = self.shared.settings.load();
        let mut problems = unknown_names::names(&settings, &known);
        let offers = || self.slots.0.iter().filter_map(|slot| slot.serving.as_ref());
        let prepared = offers().map(|offer| (offer.id.as_str(), &offer.checked)).collect();
        problems.extend(unknown_names::pieces(&settings, &prepared));
        // A bundle that is not prepared may have any category.
        if self.slots.0.iter().all(|slot| slot.serving.is_some()) {
            let categories = offers()
                .flat_map(|offer| readable::categories(&offer.checked))
                .collect();
            problems.extend(unknown_names::categories(
                &self.shared.policy.load().disabled_categories,
                &categories,
            ));
            let own_groups: BTreeSet<&str> = offers()
                .flat_map(|offer| std::iter::once(&offer.id).chain(&offer.groups))
                .map(String::as_str)
                .collect();
            problems.extend(unknown_names::groups(&next.unknown_groups, &own_groups));
        }
        problems
    }

    pub(super) fn show_health(&mut self) {
        let published = self.shared.published.load();
        let mut health: Vec<BundleHealth> = self
            .slots
            .0
            .iter()
            .filter_map(|slot| health(slot, &published))
            .collect();
        health.sort_by(|a, b| a.id.cmp(&b.id));
        let problem = |id: &str, problem: String| BundleHealth {
            id: id.to_owned(),
            folder: None,
            state: "refused",
            tools: 0,
            problems: vec![problem],
            since: None,
            remarks: Vec::new(),
        };
        let folders = self.folder_problems.iter().cloned();
        health.extend(folders.map(|text| problem("(folder)", text)));
        health.extend(
            self.unknown_names(&published)
                .into_iter()
                .map(|text| problem("(configuration)", text)),
        );
        self.date(&mut health);
        self.shared.health.store(Arc::new(health));
    }
}

impl Publisher {
    fn date(&mut self, health: &mut [BundleHealth]) {
        let folder = |slot: &Slot<PreparedBundle>| (!slot.is_own()).then(|| slot.folder.display().to_string());
        let refused = |slot: &Slot<PreparedBundle>| slot.problem.is_some().then(|| (slot.id.clone(), folder(slot)));
        // While a bundle listed here is served, a newer version of it is rejected. Another folder may have a bundle of
        // the same id.
        let outdated: BTreeSet<(String, Option<String>)> = self.slots.0.iter().filter_map(refused).collect();
        let mut dated = BTreeMap::new();
        for bundle in health {
            if bundle.state != "refused" && !outdated.contains(&(bundle.id.clone(), bundle.folder.clone())) {
                continue;
            }
            let known = self.refused_since.get(&bundle.id).cloned();
            let since = known.unwrap_or_else(crashes::current_time);
            dated.insert(bundle.id.clone(), since.clone());
            bundle.since = Some(since);
        }
        self.refused_since = dated;
    }
}

/// Returns the health entry of the bundle in one folder (slot); `None` for a bundle that the operator switched off.
fn health(slot: &Slot<PreparedBundle>, published: &Snapshot<PreparedBundle>) -> Option<BundleHealth> {
    let mut errors: Vec<&str> = slot.problem.iter().map(String::as_str).collect();
    let (mut served, mut not_granted, mut remarks) = (None, false, Vec::new());
    if let Some(offer) = &slot.serving {
        if let Some(at) = published.homes.iter().position(|home| home.id == offer.id) {
            let (tools, notes) = &published.notes[at];
            served = Some(*tools);
            remarks.clone_from(&offer.checked.remarks);
            errors.extend(notes.iter().map(String::as_str));
        }
        let refused = published.refused.iter().filter(|(id, _)| *id == offer.id);
        errors.extend(refused.map(|(_, reason)| reason.as_str()));
        let remedy = published.not_granted.iter().find(|(id, _)| *id == offer.id);
        if let Some((_, remedy)) = remedy.filter(|_| errors.is_empty()) {
            not_granted = true;
            errors.push(remedy);
        }
    }
    let state = match served {
        _ if slot.preparing => "publishing",
        Some(_) if slot.awaits_code.is_some() => "compiling",
        Some(_) => "published",
        None if not_granted => "not granted",
        // Prepared, but not published yet.
        None if errors.is_empty() => slot.serving.as_ref().map(|_| "publishing")?,
        None => "refused",
    };
    Some(BundleHealth {
        id: slot.id.clone(),
        folder: (!slot.is_own()).then(|| slot.folder.display().to_string()),
        state,
        tools: served.unwrap_or(0),
        problems: errors.into_iter().map(str::to_owned).collect(),
        since: None,
        remarks,
    })
}

/// True if clients see the same lists in both views, with the configured profile and without a profile.
pub(super) fn same_lists(a: &Views, b: &Views) -> bool {
    let configured = |views: &Views| views.for_audience(&Audience::Configured);
    same_list(a.complete(), b.complete()) && same_list(&configured(a), &configured(b))
}

fn same_list(a: &CatalogView, b: &CatalogView) -> bool {
    let tools = a.tools.len() == b.tools.len()
        && a.tools.iter().zip(&b.tools).all(|(a, b)| {
            a.name == b.name && a.bundle == b.bundle && a.description == b.description && a.missing == b.missing
        });
    let resources = a.resources.len() == b.resources.len()
        && a.resources
            .iter()
            .zip(&b.resources)
            .all(|(a, b)| a.uri == b.uri && a.bundle == b.bundle);
    let prompts = a.prompts.len() == b.prompts.len()
        && a.prompts
            .iter()
            .zip(&b.prompts)
            .all(|(a, b)| a.name == b.name && a.bundle == b.bundle);
    tools && resources && prompts
}
