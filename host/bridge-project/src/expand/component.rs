//! A component's value tree on demand: its document parsed, then every override and session edit that applies put on it.

use super::flat::Component;
use super::mods::Change;
use super::override_chain::Level;
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
                Level::Instance { mods, target } => mods.changes(*target).for_each(|change| apply(&mut body, change)),
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

fn apply(body: &mut Node<'_>, change: Change) {
    let mut node = body;
    let mut path = change.path.as_str();
    while !path.is_empty() {
        let (step, rest) = path.split_once('.').unwrap_or((path, ""));
        path = rest;
        if step == "Array" && (rest == "size" || rest.starts_with("data[")) {
            let Node::List(items) = node else { return };
            if rest == "size" {
                let size = change.value.parse().unwrap_or(items.len()).min(MAX_ARRAY);
                // Unity repeats the last item where an array grows.
                let filler = items.last().cloned().unwrap_or(Node::EMPTY);
                items.resize(size, filler);
                return;
            }
            let (index, rest) = rest.split_once(']').unwrap_or((rest, ""));
            let index = index
                .strip_prefix("data[")
                .and_then(|index| index.parse::<usize>().ok());
            let Some(item) = index.and_then(|index| items.get_mut(index)) else {
                return;
            };
            node = item;
            path = rest.strip_prefix('.').unwrap_or(rest);
            continue;
        }
        let Node::Map(entries) = node else { return };
        let Some((_, value)) = entries.iter_mut().find(|(key, _)| key == step) else {
            return;
        };
        node = value;
    }
    *node = match node {
        Node::Map(entries) if entries.iter().any(|(key, _)| key == "fileID") => reference(&change),
        Node::Text(_) => Node::Text(Cow::Owned(change.value)),
        // A path that ends at a structure changes nothing that a value could stand for.
        _ => return,
    };
}

fn reference(change: &Change) -> Node<'static> {
    let text = |text: String| Node::Text(Cow::Owned(text));
    let mut entries = vec![(Cow::Borrowed("fileID"), text(change.reference.file_id.to_string()))];
    if !change.reference.guid.is_none() {
        entries.push((Cow::Borrowed("guid"), text(change.reference.guid.to_string())));
    }
    Node::Map(entries)
}
