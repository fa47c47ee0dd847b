//! Comparison of two objects with all their descendants.

use super::component_diff::{Families, differing_paths};
use super::pairs::{Hierarchy, Pair, Sides, pairs};
use super::plan::own_part;
use super::rows::{ITEMS, bare, component, row_bytes};
use super::sources::{Chain, Prefabs};
use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use crate::values::field::Fields;
use crate::values::missing_value_error;
use host_bridge::{
    BridgeError, BridgeErrorKind, CursorPage, Cursors, Difference, ObjectId, OverrideRow, OverridesAnswer, Replied,
    Reply, ValueText, cut,
};
use host_project_world::world::NodeAt;
use std::collections::HashMap;
use unity_fields::property::PropertyPath;
use unity_project::expand::{Component, component_tree};

/// Maximum number of differences of two compared objects; with more, the comparison returns a `TooLarge` error.
const MAX_ROWS: usize = 100_000;

/// Two corresponding components of the compared objects, or the objects' own fields if `position` is `None`.
struct Part {
    at: Sides<NodeAt>,
    position: Option<usize>,
    components: Sides<Component>,
}

enum Row {
    Value {
        part: usize,
        path: PropertyPath,
    },
    /// An object that only the first hierarchy has; the variant `Component` stands for such a component.
    Object(NodeAt),
    Component(NodeAt, usize),
    /// An object that only the second hierarchy has. The variant `OtherComponent` stands for such a component; its
    /// first value is the paired object in the first hierarchy.
    OtherObject(NodeAt),
    OtherComponent(NodeAt, (NodeAt, usize)),
}

/// All differences between two objects with their descendants, and the views of both files from which values are read.
struct Compared<'v> {
    views: Sides<QueryView<'v>>,
    parts: Vec<Part>,
    rows: Vec<Row>,
    unread: usize,
}

impl QueryLookup<'_> {
    /// Returns one page of the differences between two objects with their descendants.
    ///
    /// # Errors
    /// `NotFound` if an object does not exist, `NotReady` if a file is unreadable, `TooLarge` for too many differences.
    pub fn compare_objects(
        &mut self,
        first: ObjectId,
        second: ObjectId,
        page: &CursorPage,
    ) -> Result<Replied, BridgeError> {
        let (world, at) = self.files().find_anywhere(first)?;
        let (other_world, other) = self.files().find_anywhere(second)?;
        let mut prefabs = Prefabs::default();
        let chain = self.chain(&mut prefabs, world.as_deref(), at);
        let other_chain = self.chain(&mut prefabs, other_world.as_deref(), other);
        let sources = shared_prefabs(&chain, &other_chain);
        let common = sources.first().map(|(prefab, there)| (prefab.world.clone(), *there));
        let origins = self.origins(&mut prefabs, world.as_ref(), at, common.as_ref());
        let other_origins = self.origins(&mut prefabs, other_world.as_ref(), other, common.as_ref());
        let one = Hierarchy {
            view: self.view().with_world(world.as_deref(), ""),
            top: at,
            origins,
        };
        let two = Hierarchy {
            view: self.view().with_world(other_world.as_deref(), ""),
            top: other,
            origins: other_origins,
        };
        let compared = Compared::compare(&one, &two)?;
        let cursors = Cursors::new(&("compare", first, second), &self.lookup.stamp());
        let mut last = None;
        let rows = cut(
            page,
            &cursors,
            compared.rows.len() as u64,
            |at| compared.row(at, &mut last),
            row_bytes,
        )?;
        let unread = (compared.unread > 0)
            .then(|| format!("{} components cannot be read and were not compared", compared.unread));
        Ok(Replied {
            diagnostics: unread.into_iter().collect(),
            reply: Reply::Overrides(OverridesAnswer {
                sources: sources.iter().map(|(prefab, _)| prefab.path.clone()).collect(),
                total: rows.total,
                complete: true,
                rows: rows.rows,
                next: rows.next,
                unused: 0,
            }),
        })
    }
}

/// Returns the prefabs in which both objects have the same source object, the outermost first.
fn shared_prefabs<'c>(one: &'c Chain, two: &Chain) -> Vec<&'c (std::rc::Rc<super::sources::Prefab>, NodeAt)> {
    let has = |(prefab, at): &&(std::rc::Rc<super::sources::Prefab>, NodeAt)| {
        two.steps
            .iter()
            .any(|(other, there)| other.path == prefab.path && there == at)
    };
    one.steps.iter().filter(has).collect()
}

impl<'v> Compared<'v> {
    fn compare(one: &Hierarchy<'v>, two: &Hierarchy<'v>) -> Result<Self, BridgeError> {
        let pairs = pairs(one, two);
        let views = Sides {
            first: one.view,
            second: two.view,
        };
        let id = |view: QueryView<'_>, at| view.world.node(at).map(|node| node.id.to_string());
        let numbered = || pairs.iter().enumerate();
        let families = Families {
            one: numbered()
                .filter_map(|(at, pair)| Some((id(views.first, pair.objects.first)?, at)))
                .collect::<HashMap<_, _>>(),
            two: numbered()
                .filter_map(|(at, pair)| Some((id(views.second, pair.objects.second)?, at)))
                .collect(),
        };
        let mut all = Self {
            views,
            parts: Vec::new(),
            rows: Vec::new(),
            unread: 0,
        };
        for pair in &pairs {
            all.pair(pair, &families);
            if all.rows.len() > MAX_ROWS {
                let message = format!("the two differ in more than {MAX_ROWS} places");
                return Err(BridgeError::new(BridgeErrorKind::TooLarge, message).with_hint("compare parts of them"));
            }
        }
        Ok(all)
    }

    fn pair(&mut self, pair: &Pair, families: &Families) {
        let (one, two) = (pair.objects.first, pair.objects.second);
        let views = self.views;
        let part = |position: Option<usize>, first: Component, second: Component| Part {
            at: pair.objects,
            position,
            components: Sides { first, second },
        };
        if let (Some(own), Some(other)) = (own_part(views.first, one), own_part(views.second, two)) {
            self.part(part(None, own, other), families);
        }
        for (position, other) in &pair.components {
            let component =
                |view: QueryView<'_>, at, position: &usize| view.world.components(at).get(*position).cloned();
            let both = component(views.first, one, position).zip(component(views.second, two, other));
            if let Some((own, other)) = both {
                self.part(part(Some(*position), own, other), families);
            }
        }
        let Sides { first, second } = &pair.only;
        let components = first.components.iter().map(|position| Row::Component(one, *position));
        let others = second
            .components
            .iter()
            .map(|position| Row::OtherComponent(one, (two, *position)));
        let children = first.children.iter().map(|child| Row::Object(*child));
        let other_children = second.children.iter().map(|child| Row::OtherObject(*child));
        self.rows
            .extend(components.chain(others).chain(children).chain(other_children));
    }

    fn part(&mut self, part: Part, families: &Families) {
        if part.components.first.text.is_none() && part.components.second.text.is_none() {
            return;
        }
        let Some((one, two)) = fields(self.views, &part) else {
            self.unread += 1;
            return;
        };
        let number = self.parts.len();
        let paths = differing_paths(&one, &two, families);
        let before = self.rows.len();
        self.rows
            .extend(paths.into_iter().map(|path| Row::Value { part: number, path }));
        drop((one, two));
        if self.rows.len() > before {
            self.parts.push(part);
        }
    }

    fn row<'c>(
        &'c self,
        at: u64,
        last: &mut Option<(usize, Option<(Fields<'c>, Fields<'c>)>)>,
    ) -> Result<OverrideRow, BridgeError> {
        let Sides { first, second } = self.views;
        let row = usize::try_from(at).ok().and_then(|at| self.rows.get(at));
        Ok(match row.ok_or_else(|| missing_value_error("row"))? {
            Row::Object(at) => bare(Difference::AddedObject, first, *at),
            Row::OtherObject(at) => bare(Difference::RemovedObject, second, *at),
            Row::Component(at, position) => OverrideRow {
                component: component(first, first.world.components(*at), *position),
                ..bare(Difference::AddedComponent, first, *at)
            },
            Row::OtherComponent(at, (there, position)) => OverrideRow {
                component: component(second, second.world.components(*there), *position),
                ..bare(Difference::RemovedComponent, first, *at)
            },
            Row::Value { part: number, path } => {
                let part = self.parts.get(*number).ok_or_else(|| missing_value_error("part"))?;
                if last.as_ref().is_none_or(|(last, _)| last != number) {
                    *last = Some((*number, fields(self.views, part)));
                }
                let both = last.as_ref().and_then(|(_, both)| both.as_ref());
                let read = |fields: Option<&Fields<'_>>| {
                    let value = fields?.value_at_path(path, ITEMS)?.0;
                    Some(ValueText::from_json_text(value.to_string()))
                };
                let components = first.world.components(part.at.first);
                OverrideRow {
                    component: part
                        .position
                        .and_then(|position| component(first, components, position)),
                    field: Some(path.to_string()),
                    value: read(both.map(|(one, _)| one)),
                    source_value: read(both.map(|(_, two)| two)),
                    ..bare(Difference::Value, first, part.at.first)
                }
            }
        })
    }
}

/// Returns the fields of the two compared components; `None` if one component cannot be read.
fn fields<'p>(views: Sides<QueryView<'p>>, part: &'p Part) -> Option<(Fields<'p>, Fields<'p>)> {
    let read = |view: QueryView<'p>, at, component: &'p Component| {
        let tree = component_tree(component, view.library.types()).ok().flatten()?;
        Some(Fields::from_tree(view, at, component, tree))
    };
    let one = read(views.first, part.at.first, &part.components.first);
    one.zip(read(views.second, part.at.second, &part.components.second))
}
