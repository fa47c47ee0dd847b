//! What is told of a publication: the health of each bundle, and whether clients see another list.

use crate::slots::Slot;
use crate::snapshot::Snapshot;
use crate::views::Views;
use host_api::{Audience, BundleHealth, CatalogView};
use host_runtime::PreparedBundle;

/// `None` for a bundle that the operator switched off.
pub(super) fn health(slot: &Slot<PreparedBundle>, published: &Snapshot<PreparedBundle>) -> Option<BundleHealth> {
    let mut errors: Vec<&str> = slot.problem.iter().map(String::as_str).collect();
    let mut served = None;
    if let Some(offer) = &slot.serving {
        if let Some(at) = published.homes.iter().position(|home| home.id == offer.id) {
            let (tools, notes) = &published.notes[at];
            served = Some(*tools);
            errors.extend(notes.iter().map(String::as_str));
        }
        let refused = published.refused.iter().filter(|(id, _)| *id == offer.id);
        errors.extend(refused.map(|(_, reason)| reason.as_str()));
    }
    let state = match served {
        _ if slot.preparing => "publishing",
        Some(_) => "published",
        // Prepared, and not published yet.
        None if errors.is_empty() => slot.serving.as_ref().map(|_| "publishing")?,
        None => "refused",
    };
    Some(BundleHealth {
        id: slot.id.clone(),
        state,
        tools: served.unwrap_or(0),
        error: (!errors.is_empty()).then(|| errors.join("; ")),
    })
}

/// Whether clients see the same, whichever profile they chose.
pub(super) fn same_lists(a: &Views, b: &Views) -> bool {
    let configured = |views: &Views| views.of(&Audience::Configured);
    same_list(a.everything(), b.everything()) && same_list(&configured(a), &configured(b))
}

/// Whether a client that lists both sees the same.
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
