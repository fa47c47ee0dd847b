//! Parts of a file that a query could not search, such as instances whose source cannot be read.
//!
//! This module decides which parts matter for the query. `query` reports files that cannot be read at all.

use super::facts::Fact;
use super::filter::{Node, Plan, Shown};
use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use host_bridge::{Op, QueryRow};
use host_project_world::world::{NodeAt, Place};
use serde_json::Value;
use std::collections::BTreeSet;
use unity_scripts::Types;

impl QueryLookup<'_> {
    /// Returns a note about rows whose `position` has no value, with the reason for the first such row.
    pub(super) fn missing_positions_note(&mut self, select: &[Shown], rows: &[QueryRow]) -> Option<String> {
        let column = select
            .iter()
            .position(|shown| matches!(shown, Shown::Fact(Fact::Position)))?;
        let mut without = rows
            .iter()
            .filter(|row| row.cells.get(column).is_some_and(|cell| cell.0.is_none()));
        let first = without.next()?;
        let (world, at) = self.files().find_anywhere(first.object).ok()?;
        let view = self.view().with_world(world.as_deref(), &first.file);
        let why = view.placements().position(at).err();
        let why = why.as_deref().unwrap_or("a UI layout places it");
        let (count, all, path) = (without.count() + 1, rows.len(), &first.path);
        Some(format!(
            "position is missing for {count} of {all} rows, first {path}: {why}"
        ))
    }
}

impl Plan {
    /// Returns true if the query names a type that is unknown and that no searched component has.
    pub(super) fn has_unknown_type(&self, types: &Types) -> bool {
        let of_nodes = self.nodes.iter().filter_map(|node| match node {
            Node::Component(kind, _) => Some(kind),
            _ => None,
        });
        let shown = self.select.iter().chain(self.order.iter().map(|(shown, _)| shown));
        let of_columns = shown.filter_map(|shown| match shown {
            Shown::Field(kind, _) => Some(kind),
            Shown::Fact(_) => None,
        });
        let mut all = of_nodes.chain(of_columns).chain(&self.per);
        all.any(|kind| !kind.met.get() && !types.is_known(&kind.name))
    }

    /// Returns the reason why some of these objects were not searched, if they can contain further rows; else `None`.
    pub(super) fn unsearched(&self, view: QueryView<'_>, places: std::ops::Range<Place>) -> Option<String> {
        let all = places.filter_map(|place| view.world.node_at_place(place));
        let mut unread = all.filter(|at| {
            let is_opaque = view.world.object(*at).is_some_and(|object| object.is_opaque());
            is_opaque && self.may_hold(view, *at)
        });
        let first = unread.next()?;
        let (path, why) = (view.path(first), view.why_unread(first));
        // The text before the colon is equal for all files, so that a reader can count them.
        let reason = "parts and components of instances that only the source defines";
        Some(match unread.count() {
            0 => format!("{reason}: {path}: {why}"),
            more => format!("{reason}: {} instances, first {path}: {why}", more + 1),
        })
    }

    /// Returns a note about components that cannot be read and were therefore not compared.
    pub(super) fn unreadable(&self, view: QueryView<'_>, places: std::ops::Range<Place>) -> Option<String> {
        let tests = self.nodes.iter().filter_map(|node| match node {
            Node::Component(_, tests) => Some(tests),
            _ => None,
        });
        let (mut asks_components, mut broken) = (self.per.is_some(), BTreeSet::new());
        for tests in tests {
            asks_components = true;
            tests.iter().for_each(|(field, ..)| broken.extend(field.take_broken()));
        }
        let all = places.filter_map(|place| view.world.node_at_place(place));
        let mut lost = all
            .filter(|_| asks_components)
            .filter_map(|at| Some((at, view.world.object(at)?.lost)))
            .filter(|(_, lost)| *lost > 0)
            .peekable();
        let of_broken = broken
            .first()
            .and_then(|(at, position)| view.broken_fields_note(*at, *position));
        let first = of_broken.or_else(|| view.lost_components_note(lost.peek()?.0))?;
        let all = lost
            .map(|(_, lost)| lost as usize)
            .fold(broken.len(), usize::saturating_add);
        Some(format!(
            "components that cannot be read and were not compared: {all}; the first: {first}"
        ))
    }

    /// Returns a note about components that can be read, but have lists that are too long to compare.
    pub(super) fn not_compared_reason(&self, view: QueryView<'_>) -> Option<String> {
        let tests = self.nodes.iter().filter_map(|node| match node {
            Node::Component(_, tests) => Some(tests),
            _ => None,
        });
        let mut large = BTreeSet::new();
        tests.flatten().for_each(|(field, ..)| large.extend(field.take_large()));
        let (at, _) = large.first()?;
        Some(format!(
            "components with lists too long to compare: {}; the first: {}",
            large.len(),
            view.path(*at)
        ))
    }

    /// Returns true if the unknown parts of an instance, or its root's own components, can contain a matching row.
    fn may_hold(&self, view: QueryView<'_>, at: NodeAt) -> bool {
        match self.nodes.len().checked_sub(1) {
            Some(root) => self.may(root, view, at),
            None => true,
        }
    }

    fn may(&self, node: usize, view: QueryView<'_>, at: NodeAt) -> bool {
        // A node refers only to earlier nodes, so the recursion ends.
        let below = |earlier: &u32| (*earlier as usize) < node && self.may(*earlier as usize, view, at);
        match self.nodes.get(node) {
            None => false,
            Some(Node::All(nodes)) => nodes.iter().all(below),
            Some(Node::Any(nodes)) => nodes.iter().any(below),
            Some(Node::Under(object)) => {
                let root = view.world.find(*object);
                root.is_some_and(|root| view.world.is_below(at, root))
            }
            // Unknown objects have no id.
            Some(Node::Fact(test)) => match (test.fact, &test.op, &test.given) {
                (Fact::Id, Op::Equal, _) => false,
                (Fact::Path, Op::Equal, Value::String(path)) => path.starts_with(&view.path(at)),
                (Fact::Active, Op::Equal, Value::Bool(true)) => {
                    view.world.node(at).is_some_and(|node| node.active_in_hierarchy)
                }
                _ => true,
            },
            Some(Node::Not(_) | Node::Component(..)) => true,
        }
    }
}
