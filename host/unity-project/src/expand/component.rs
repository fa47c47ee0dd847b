//! A component's value tree on demand: its document parsed, then every override and session edit that applies put on it.

use super::flat::Component;
use super::override_chain::Level;
use super::reading;
use crate::property::{Ignored, Laying};
use crate::scripts::Types;
use unity_yaml::{Node, TreeProblem};

/// A component's fields with all that is laid over them.
pub struct Fields<'a> {
    pub tree: Node<'a>,
    /// Overrides that change nothing.
    pub ignored: Ignored,
}

/// The fields of a component (below the class name) with overrides and this session's edits applied. `types` tells what the
/// component's class declares, where its text does not show it.
///
/// # Errors
/// Where the document is not of the dialect; `Ok(None)` where no file describes the component.
pub fn component_tree<'a>(component: &'a Component, types: &Types) -> Result<Option<Node<'a>>, TreeProblem> {
    Ok(component_fields(component, types)?.map(|fields| fields.tree))
}

/// The same, with what changes nothing.
///
/// # Errors
/// Like `component_tree`.
pub fn component_fields<'a>(component: &'a Component, types: &Types) -> Result<Option<Fields<'a>>, TreeProblem> {
    let document = component.text.as_ref().and_then(|(source, at)| source.document(*at));
    let Some(document) = document else {
        return Ok(None);
    };
    reading::count(document.body().len(), || document.line())?;
    let mut tree = match document.tree()? {
        Node::Map(entries) => entries.into_iter().next().map_or(Node::EMPTY, |(_, body)| body),
        other => other,
    };
    let declared = types.declared(component.kind);
    let kinds = |names: &str| declared.kind(names);
    let mut laying = Laying::new(&kinds);
    for level in component.overrides.iter().flat_map(|chain| chain.levels()) {
        match level {
            Level::Instance { mods, target } => {
                reading::count(mods.rows_of(*target) * ROW, || document.line())?;
                mods.changes(*target)
                    .for_each(|change| laying.row(&mut tree, &change.path, &change.value, change.reference));
            }
            Level::Session(edits) => edits.iter().for_each(|edit| {
                laying.edit(&mut tree, &edit.path, &edit.value);
            }),
        }
    }
    reading::count(laying.added() * NODE, || document.line())?;
    let ignored = laying.finish(&mut tree);
    Ok(Some(Fields { tree, ignored }))
}

/// Text of one override row, about.
const ROW: usize = 128;

/// Bytes of one value that an override adds, about.
const NODE: usize = 48;
