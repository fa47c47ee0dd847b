//! Builds the value tree of a component: parses its YAML document, then applies all overrides and session edits.

use super::flat::Component;
use super::override_chain::Level;
use super::reading::{self, ReadProblem};
use unity_fields::property::{Ignored, Laying, PropertyPath};
use unity_scripts::Types;
use unity_yaml::{Document, Node};

/// The fields of a component after all prefab overrides and all edits of the session were applied.
pub struct Fields<'a> {
    pub tree: Node<'a>,
    /// Prefab overrides of this component that have no effect, with the reasons.
    pub ignored: Ignored,
}

/// Returns the fields of a component with overrides and the session's edits applied; `Ok(None)` if no file describes
/// it. `types` has the declared kinds of fields whose text does not show the kind.
///
/// # Errors
/// If the document is not valid YAML of Unity's dialect, or the command exceeds its limit on parsed text.
pub fn component_tree<'a>(component: &'a Component, types: &Types) -> Result<Option<Node<'a>>, ReadProblem> {
    Ok(component_fields(component, types)?.map(|fields| fields.tree))
}

/// Returns the fields of a component with overrides and edits applied, and also the overrides without effect.
///
/// # Errors
/// As for `component_tree`.
pub fn component_fields<'a>(component: &'a Component, types: &Types) -> Result<Option<Fields<'a>>, ReadProblem> {
    let Some((document, mut tree)) = body(component)? else {
        return Ok(None);
    };
    let declared = types.declared_fields(component.kind);
    let kinds = |names: &str| declared.kind(names);
    let mut laying = Laying::new(&kinds);
    for level in component.overrides.iter().flat_map(|chain| chain.levels()) {
        lay(&mut laying, &mut tree, level, &document)?;
    }
    let ignored = laying.finish(&mut tree);
    Ok(Some(Fields { tree, ignored }))
}

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

/// Applies one group of changes to `tree`, the fields of a component: the overrides of one prefab instance, or the
/// session's edits. `document` describes the component. Returns the paths of the changed fields.
pub(super) fn lay(
    laying: &mut Laying<'_>,
    tree: &mut Node<'_>,
    level: &Level,
    document: &Document<'_>,
) -> Result<Vec<PropertyPath>, ReadProblem> {
    let before = laying.added_count();
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
    reading::count((laying.added_count() - before) * NODE, || document.line())?;
    Ok(laid)
}

/// Approximate length in bytes of one prefab override, counted against the limit on text that a command parses.
pub(super) const ROW: usize = 128;

/// Approximate bytes of one tree node that an override adds, counted against the limit on text for a command.
const NODE: usize = 48;
