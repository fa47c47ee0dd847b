//! Reading of the values of the differences between an instance and its prefab, for one page.

use super::plan::{Part, Plan, Row, Source};
use super::sources::Prefab;
use crate::query_view::QueryView;
use crate::values::field::Fields;
use crate::values::missing_value_error;
use host_bridge::{BridgeError, Difference, ObjectId, OverrideRow, ValueText, json_len};
use host_project_world::world::NodeAt;
use serde_json::{Value, json};
use unity_fields::property::PropertyPath;
use unity_project::expand::Component;

/// Maximum number of array elements that one value in a list of differences shows; further ones are left out.
pub(super) const ITEMS: usize = 20;

/// Estimated JSON bytes of one difference without its texts; used to limit the page size.
const ROW_BYTES: usize = 110;

/// Reads the values for the differences between an instance and its prefab. Differences of one component are adjacent,
/// so its document is parsed only once.
pub(super) struct Reader<'p> {
    view: QueryView<'p>,
    plan: &'p Plan,
    prefab: Option<(&'p Prefab, QueryView<'p>)>,
    /// JSON value that is shown instead of the prefab's values if the prefab cannot be read; contains the reason.
    why: Value,
    last: Option<(usize, Sides<'p>)>,
}

struct Sides<'p> {
    here: Option<Fields<'p>>,
    source: Option<Fields<'p>>,
}

impl<'p> Reader<'p> {
    pub(crate) fn new(
        view: QueryView<'p>,
        plan: &'p Plan,
        prefab: Option<(&'p Prefab, QueryView<'p>)>,
        why: Value,
    ) -> Self {
        Self {
            view,
            plan,
            prefab,
            why,
            last: None,
        }
    }

    pub(super) fn row(&mut self, at: u64) -> Result<OverrideRow, BridgeError> {
        let row = usize::try_from(at).ok().and_then(|at| self.plan.rows.get(at));
        match row.ok_or_else(|| missing_value_error("row"))? {
            Row::Value { part, path } => self.value(*part, path),
            Row::AddedObject(at) => Ok(bare(Difference::AddedObject, self.view, *at)),
            Row::MovedObject(at) => Ok(bare(Difference::MovedObject, self.view, *at)),
            Row::AddedComponent(at, position) => Ok(OverrideRow {
                component: component(self.view, self.view.world.components(*at), *position),
                ..bare(Difference::AddedComponent, self.view, *at)
            }),
            Row::RemovedObject(there) => {
                let (_, source) = self.prefab.ok_or_else(|| missing_value_error("prefab"))?;
                Ok(bare(Difference::RemovedObject, source, *there))
            }
            Row::RemovedComponent(at, (there, position)) => {
                let (prefab, source) = self.prefab.ok_or_else(|| missing_value_error("prefab"))?;
                Ok(OverrideRow {
                    component: component(source, prefab.world.components(*there), *position),
                    ..bare(Difference::RemovedComponent, self.view, *at)
                })
            }
        }
    }

    fn value(&mut self, number: usize, path: &PropertyPath) -> Result<OverrideRow, BridgeError> {
        let plan = self.plan;
        let part = plan.parts.get(number).ok_or_else(|| missing_value_error("part"))?;
        if self.last.as_ref().is_none_or(|(last, _)| *last != number) {
            self.last = Some((number, self.sides(part)));
        }
        let sides = self.last.as_ref().map(|(_, sides)| sides);
        let read = |fields: Option<&Fields<'_>>| {
            let value = fields?.value_at_path(path, ITEMS)?.0;
            Some(ValueText::from_json_text(value.to_string()))
        };
        let mut value = read(sides.and_then(|sides| sides.here.as_ref()));
        let (source_value, part_id) = match &part.source {
            Source::Readable(_) => (read(sides.and_then(|sides| sides.source.as_ref())), None),
            Source::Opaque { id, is_card, .. } => {
                // An empty value can mean an empty text or a null reference.
                value = value.filter(|value| value.get() != "\"\"");
                let id = (!is_card).then(|| id.to_string());
                (Some(ValueText::from_json_text(self.why.to_string())), id)
            }
        };
        let components = self.view.world.components(part.at);
        Ok(OverrideRow {
            component: part
                .position
                .and_then(|position| component(self.view, components, position)),
            field: Some(path.to_string()),
            value,
            source_value,
            part: part_id,
            ..bare(Difference::Value, self.view, part.at)
        })
    }

    fn sides(&self, part: &'p Part) -> Sides<'p> {
        let (view, at) = (self.view, part.at);
        match &part.source {
            Source::Readable(source) => {
                let types = view.library.types();
                let (file, instance) = (&self.plan.spot.file, self.plan.spot.instance);
                match part.component.overridden(file, instance, types).ok().flatten() {
                    None => Sides {
                        here: None,
                        source: None,
                    },
                    Some(both) => Sides {
                        here: Some(Fields::from_tree(view, at, &part.component, both.here)),
                        source: Some(Fields::from_tree(view, at, source, both.source)),
                    },
                }
            }
            Source::Opaque { rows, .. } => Sides {
                here: Some(Fields::from_tree(view, at, &part.component, rows.clone())),
                source: None,
            },
        }
    }
}

/// Returns a row about a whole object, without a component, field or value.
pub(super) fn bare(difference: Difference, view: QueryView<'_>, at: NodeAt) -> OverrideRow {
    OverrideRow {
        difference,
        object: view.world.node(at).map_or(ObjectId(0), |node| node.id),
        path: view.path(at),
        component: None,
        field: None,
        value: None,
        source_value: None,
        part: None,
    }
}

pub(super) fn component(view: QueryView<'_>, components: &[Component], position: usize) -> Option<(u32, String)> {
    let kind = components.get(position)?.kind;
    let name = view.library.types().name(kind).to_string();
    Some((u32::try_from(position).ok()?, name))
}

/// Returns the estimated JSON bytes of one difference.
pub(super) fn row_bytes(row: &OverrideRow) -> usize {
    let texts = [&row.field, &row.part].into_iter().flatten().map(|text| json_len(text));
    let values = [&row.value, &row.source_value].into_iter().flatten();
    let component = row.component.as_ref().map_or(0, |(_, name)| json_len(name));
    let values = values.map(|value| value.get().len()).sum::<usize>();
    ROW_BYTES + json_len(&row.path) + component + values + texts.sum::<usize>()
}

/// Returns the JSON value that replaces a value in a source that cannot be read.
pub(super) fn unverifiable(guid: unity_yaml::Guid, why: &str) -> Value {
    json!({"unverifiable": guid.to_string(), "why": why})
}
