//! Resolves `$ref` to a JSON pointer or an anchor. Only references to the same document are supported.

use super::keyword::{Keyword, Node, NodeId};
use super::refusal::Refused;
use host_api::percent;
use serde_json::Value;
use std::collections::HashMap;

/// Maximum number of consecutive references and choices that apply to the same value. A schema with more is rejected.
const LONGEST_CHAIN: usize = 64;

/// Subschemas by anchor name; `None` for a name that is defined twice.
pub(super) type Anchors<'s> = HashMap<&'s str, Option<&'s Value>>;

/// Collects each `$anchor` and `$dynamicAnchor` of a schema. In a single document, a dynamic reference has the same
/// target as a plain reference.
pub(super) fn anchors(root: &Value) -> Anchors<'_> {
    let mut found = Anchors::new();
    let mut queue = vec![root];
    while let Some(value) = queue.pop() {
        match value {
            Value::Array(items) => queue.extend(items),
            Value::Object(members) => {
                let names = ["$anchor", "$dynamicAnchor"].into_iter();
                for name in names.filter_map(|word| members.get(word)?.as_str()) {
                    let known = found.entry(name).or_insert(Some(value));
                    if !known.is_some_and(|known| std::ptr::eq(known, value)) {
                        *known = None;
                    }
                }
                queue.extend(members.values());
            }
            _ => {}
        }
    }
    found
}

/// Returns the subschema to which `reference` points; `None` if it does not exist.
pub(super) fn resolve<'s>(root: &'s Value, anchors: &Anchors<'s>, reference: &str) -> Option<&'s Value> {
    let fragment = percent::decoded(reference.strip_prefix('#')?).ok()?;
    if fragment.is_empty() || fragment.starts_with('/') {
        root.pointer(&fragment)
    } else {
        anchors.get(&*fragment).copied().flatten()
    }
}

/// Rejects a schema with subschemas that refer back to themselves on the same value, or with too long reference chains.
pub(super) fn check_chains(nodes: &[Node], places: &[String]) -> Result<(), Refused> {
    let edges: Vec<Vec<NodeId>> = nodes
        .iter()
        .map(|node| node.keywords.iter().flat_map(Keyword::in_place_subschemas).collect())
        .collect();
    let mut above = vec![0_usize; nodes.len()];
    for target in edges.iter().flatten() {
        above[*target] += 1;
    }
    let mut length = vec![1_usize; nodes.len()];
    let mut ready: Vec<NodeId> = (0..nodes.len()).filter(|node| above[*node] == 0).collect();
    let mut settled = 0;
    while let Some(node) = ready.pop() {
        settled += 1;
        for target in &edges[node] {
            length[*target] = length[*target].max(length[node] + 1);
            above[*target] -= 1;
            if above[*target] == 0 {
                ready.push(*target);
            }
        }
    }
    if settled < nodes.len() {
        let at = above.iter().position(|count| *count > 0).unwrap_or(0);
        return Err(Refused::new(
            &places[at],
            "its references come back to it without going into the value; checking would never end".to_owned(),
        ));
    }
    match length.iter().position(|length| *length > LONGEST_CHAIN) {
        Some(at) => Err(Refused::new(
            &places[at],
            format!("more than {LONGEST_CHAIN} references and choices lead here in a row"),
        )),
        None => Ok(()),
    }
}
