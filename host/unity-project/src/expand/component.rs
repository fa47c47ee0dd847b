//! A component's value tree on demand: its document parsed, then every override and session edit that applies put on it.

use super::flat::Component;
use super::override_chain::Level;
use super::reading::{self, ReadProblem};
use crate::property::{Ignored, Laying, PropertyPath};
use crate::scripts::Types;
use unity_yaml::{Document, Node};

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
/// Where the document is not of the dialect or the command has read its share; `Ok(None)` where no file describes the component.
pub fn component_tree<'a>(component: &'a Component, types: &Types) -> Result<Option<Node<'a>>, ReadProblem> {
    Ok(component_fields(component, types)?.map(|fields| fields.tree))
}

/// The same, with what changes nothing.
///
/// # Errors
/// Like `component_tree`.
pub fn component_fields<'a>(component: &'a Component, types: &Types) -> Result<Option<Fields<'a>>, ReadProblem> {
    let Some((document, mut tree)) = body(component)? else {
        return Ok(None);
    };
    let declared = types.declared(component.kind);
    let kinds = |names: &str| declared.kind(names);
    let mut laying = Laying::new(&kinds);
    for level in component.overrides.iter().flat_map(|chain| chain.levels()) {
        lay(&mut laying, &mut tree, level, &document)?;
    }
    let ignored = laying.finish(&mut tree);
    Ok(Some(Fields { tree, ignored }))
}

/// The component's document, and what stands below the class name in it; `None` where no file describes the component.
pub(super) fn body(component: &Component) -> Result<Option<(Document<'_>, Node<'_>)>, ReadProblem> {
    let document = component.text.as_ref().and_then(|(source, at)| source.document(*at));
    let Some(document) = document else {
        return Ok(None);
    };
    reading::count(document.body().len(), || document.line())?;
    let tree = match document.tree()? {
        Node::Map(entries) => entries.into_iter().next().map_or(Node::EMPTY, |(_, body)| body),
        other => other,
    };
    Ok(Some((document, tree)))
}

/// Lays one level over the tree of that document; the paths that changed something.
pub(super) fn lay(
    laying: &mut Laying<'_>,
    tree: &mut Node<'_>,
    level: &Level,
    document: &Document<'_>,
) -> Result<Vec<PropertyPath>, ReadProblem> {
    let before = laying.added();
    let laid = match level {
        Level::Instance { mods, target } => {
            reading::count(mods.rows_of(*target) * ROW, || document.line())?;
            let rows = mods.changes(*target);
            rows.filter_map(|change| laying.row(tree, &change.path, &change.value, change.reference))
                .collect()
        }
        Level::Session(edits) => {
            let laid = edits.iter().filter(|edit| laying.edit(tree, &edit.path, &edit.value));
            laid.map(|edit| edit.path.clone()).collect()
        }
    };
    reading::count((laying.added() - before) * NODE, || document.line())?;
    Ok(laid)
}

/// Text of one override row, about.
pub(super) const ROW: usize = 128;

/// Bytes of one value that an override adds, about.
const NODE: usize = 48;
