//! Finds documents that are missing in a file although other documents in it refer to them.
//!
//! Only references that form the hierarchy are checked: object of a component, parent, children, roots, instances. A
//! script's reference to a deleted object is no damage of the file.

use super::super::collect::Collected;
use super::{NAMED, count_text, list_examples};
use std::collections::{BTreeSet, HashSet};
use unity_fields::Source;

pub(super) fn referenced(source: &Source, collected: &Collected, ids: &HashSet<i64>) -> Option<String> {
    let mut absent: BTreeSet<i64> = BTreeSet::new();
    let mut examples: Vec<String> = Vec::new();
    for (owner, field, target) in references(collected) {
        if target == 0 || ids.contains(&target) || !absent.insert(target) || examples.len() >= NAMED {
            continue;
        }
        examples.push(format!("&{target} ({field} of &{owner})"));
    }
    if absent.is_empty() {
        return None;
    }
    let last = source.documents().last().map_or(0, |(_, document)| document.line());
    Some(format!(
        "{} to by others but not in it, so that it seems to be cut off or badly merged (its last document begins in line {last}): {}",
        count_text(absent.len(), "document is referred", "documents are referred"),
        list_examples(examples.into_iter(), absent.len())
    ))
}

/// Returns the references that form the hierarchy: file id of the owner, name of the field, file id of the target.
fn references(collected: &Collected) -> impl Iterator<Item = (i64, &'static str, i64)> + '_ {
    let transforms = collected.transforms.iter().flat_map(|transform| {
        let above = [("m_GameObject", transform.object), ("m_Father", transform.father)];
        let below = transform.children.iter().map(|child| ("m_Children", *child));
        above
            .into_iter()
            .chain(below)
            .map(|(field, target)| (transform.id, field, target))
    });
    let objects = collected.objects.iter().flat_map(|object| {
        let components = object.components.iter();
        components.map(|component| (object.id, "m_Component", *component))
    });
    let components = collected.components.iter();
    let components = components.map(|component| (component.id, "m_GameObject", component.object));
    let placeholders = collected.placeholders.iter();
    let placeholders = placeholders.map(|(id, placeholder)| (*id, "m_PrefabInstance", placeholder.instance));
    let instances = collected.instances.iter();
    let instances = instances.map(|instance| (instance.id, "m_TransformParent", instance.mods.parent));
    let roots = collected
        .roots
        .iter()
        .map(|root| (collected.roots_id, "m_Roots", *root));
    transforms
        .chain(objects)
        .chain(components)
        .chain(placeholders)
        .chain(instances)
        .chain(roots)
}
