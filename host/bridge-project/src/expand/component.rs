//! A component's value tree on demand: its document parsed, then every override and session edit that applies put on it.

use super::flat::Component;
use super::mods::Change;
use super::override_chain::Level;
use crate::property::PropertyPath;
use crate::yaml::{Node, TreeProblem};
use std::borrow::Cow;

/// The fields of a component (below the class name) with overrides and this session's edits applied. Overrides whose path the document does not
/// have are ignored, as Unity ignores stale ones; array sizes grow and shrink with `.Array.size`.
///
/// # Errors
/// Where the document is not of the dialect; `Ok(None)` where no file describes the component.
pub fn component_tree(component: &Component) -> Result<Option<Node<'_>>, TreeProblem> {
    let document = component.text.as_ref().and_then(|(source, at)| source.document(*at));
    let Some(document) = document else {
        return Ok(None);
    };
    let mut body = match document.tree()? {
        Node::Map(entries) => entries.into_iter().next().map_or(Node::EMPTY, |(_, body)| body),
        other => other,
    };
    if let Some(overrides) = &component.overrides {
        for level in overrides.levels() {
            match level {
                Level::Instance { mods, target } => mods.changes(*target).for_each(|change| apply(&mut body, &change)),
                Level::Session(edits) => edits.iter().for_each(|edit| {
                    edit.lay_over(&mut body);
                }),
            }
        }
    }
    Ok(Some(body))
}

/// Arrays are never grown beyond this by an override; Unity's own limit is the serialized size.
const MAX_ARRAY: usize = 100_000;

fn apply(body: &mut Node<'_>, change: &Change) {
    if let Some(array) = change.path.strip_suffix(".Array.size") {
        if let Some(Node::List(items)) = place(body, array) {
            let size = change.value.parse().unwrap_or(items.len()).min(MAX_ARRAY);
            // Unity repeats the last item where an array grows.
            let filler = items.last().cloned().unwrap_or(Node::EMPTY);
            items.resize(size, filler);
        }
        return;
    }
    let Some(node) = place(body, &change.path) else { return };
    *node = match node {
        Node::Map(entries) if entries.iter().any(|(key, _)| key == "fileID") => reference(change),
        Node::Text(_) => Node::Text(Cow::Owned(change.value.clone())),
        // A path that ends at a structure changes nothing that a value could stand for.
        _ => return,
    };
}

fn place<'t, 'a>(body: &'t mut Node<'a>, path: &str) -> Option<&'t mut Node<'a>> {
    let place = PropertyPath::parse(path).ok()?.resolve(body).ok()?;
    place.get_mut(body)
}

fn reference(change: &Change) -> Node<'static> {
    let text = |text: String| Node::Text(Cow::Owned(text));
    let mut entries = vec![(Cow::Borrowed("fileID"), text(change.reference.file_id.to_string()))];
    if !change.reference.guid.is_none() {
        entries.push((Cow::Borrowed("guid"), text(change.reference.guid.to_string())));
    }
    Node::Map(entries)
}
