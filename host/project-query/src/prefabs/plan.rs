//! Search for the differences between an instance and its prefab, before their values are read.
//!
//! This module finds differences, and overrides that Unity ignores. `rows` reads values, `sources` finds prefabs.

use super::sources::{Prefab, Spot, is_of_source};
use crate::members::to_json::kind;
use crate::query_view::QueryView;
use host_project_world::world::NodeAt;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use unity_fields::Kind;
use unity_fields::property::{PropertyPath, Step};
use unity_project::expand::{Component, FieldEdit, InstanceRows, Override};
use unity_yaml::Node;

/// Maximum number of ignored overrides that a note describes; further ones are only counted.
const MAX_NAMED: usize = 5;

/// All differences between a prefab instance, or a part of it, and its prefab.
pub(super) struct Plan {
    pub(crate) spot: Spot,
    pub(crate) parts: Vec<Part>,
    pub(crate) rows: Vec<Row>,
    /// Number of overrides of the instance that Unity ignores, because their target no longer exists.
    pub(crate) unused: usize,
    /// The first ignored overrides, each with the reason.
    pub(crate) named: Vec<String>,
    /// Number of objects and components that were not compared, because their YAML document cannot be read.
    pub(crate) unread: usize,
}

/// The own fields of an object if `position` is `None`, otherwise the fields of its component with that index.
pub(super) struct Part {
    pub(crate) at: NodeAt,
    pub(crate) position: Option<usize>,
    pub(crate) component: Component,
    pub(crate) source: Source,
}

/// The counterpart in the prefab with which an object or component of the instance is compared.
pub(super) enum Source {
    Readable(Component),
    /// The prefab cannot be read. `id` is the file id of the object or component in the prefab, `is_card` is true if it
    /// stands for the whole instance, and `rows` has the overridden values by path.
    Opaque {
        id: i64,
        is_card: bool,
        rows: Node<'static>,
    },
}

/// One difference between a prefab instance and its prefab.
pub(super) enum Row {
    Value {
        part: usize,
        path: PropertyPath,
    },
    AddedObject(NodeAt),
    AddedComponent(NodeAt, usize),
    /// An object of the prefab that the instance does not have.
    RemovedObject(NodeAt),
    /// A component of the prefab that the instance lacks: the object without it, and the component as (object, index).
    RemovedComponent(NodeAt, (NodeAt, usize)),
    MovedObject(NodeAt),
}

impl Plan {
    /// Finds the differences of the object and all its descendants. `prefab` is `None` if it cannot be read.
    pub(crate) fn for_object(
        view: QueryView<'_>,
        top: NodeAt,
        spot: Spot,
        instance: &InstanceRows,
        prefab: Option<&Prefab>,
    ) -> Self {
        let world = view.world;
        let is_root = world
            .node(top)
            .and_then(|node| node.parent)
            .is_none_or(|parent| !spot.has(world, parent));
        let nodes = (0..world.count()).filter_map(|place| world.node_at_place(place));
        let all: Vec<NodeAt> = nodes.filter(|at| spot.has(world, *at)).collect();
        let mut plan = Self {
            spot,
            parts: Vec::new(),
            rows: Vec::new(),
            unused: 0,
            named: Vec::new(),
            unread: 0,
        };
        let source = |at: &NodeAt| prefab?.object(world.object(*at)?.id);
        let present: HashSet<NodeAt> = all.iter().filter_map(source).collect();
        let mut met = BTreeSet::new();
        for at in all.into_iter().filter(|at| is_root || world.is_below(*at, top)) {
            plan.object(view, at, instance, prefab, &mut met);
            plan.add_structure(view, at, prefab, &present);
            let moved = prefab.is_some_and(|prefab| at != top && is_moved(view, at, prefab));
            if moved {
                plan.rows.push(Row::MovedObject(at));
            }
        }
        if is_root {
            plan.add_unmatched(top, instance, prefab, &met);
        }
        plan
    }

    /// Adds the differences in an object's own fields and components; adds their ids in the prefab to `met`.
    fn object(
        &mut self,
        view: QueryView<'_>,
        at: NodeAt,
        instance: &InstanceRows,
        prefab: Option<&Prefab>,
        met: &mut BTreeSet<i64>,
    ) {
        let world = view.world;
        let Some(own) = own_part(view, at) else { return };
        let id = own.id;
        met.insert(id);
        self.part(view, at, None, own, instance);
        for (position, component) in world.components(at).iter().enumerate() {
            if is_of_source(component, &self.spot, prefab) {
                met.insert(component.id);
                self.part(view, at, Some(position), component.clone(), instance);
            } else {
                self.rows.push(Row::AddedComponent(at, position));
            }
        }
        let source = prefab.and_then(|prefab| Some((prefab, prefab.object(id)?)));
        if let Some((prefab, there)) = source {
            let here = world.components(at).iter().filter_map(|one| prefab.component(one.id));
            let here: HashSet<(NodeAt, usize)> = here.collect();
            let all = (0..prefab.world.components(there).len()).map(|position| (there, position));
            let gone = all.filter(|place| !here.contains(place));
            self.rows.extend(gone.map(|place| Row::RemovedComponent(at, place)));
        }
    }

    /// Adds rows for objects added below an object, and for children in the source that the instance lacks.
    fn add_structure(&mut self, view: QueryView<'_>, at: NodeAt, prefab: Option<&Prefab>, present: &HashSet<NodeAt>) {
        let world = view.world;
        let children = world.node(at).map_or(&[][..], |node| node.children.as_slice());
        let added = children.iter().filter(|child| !self.spot.has(world, **child));
        self.rows.extend(added.map(|child| Row::AddedObject(*child)));
        let source = world
            .object(at)
            .and_then(|object| Some((prefab?, prefab?.object(object.id)?)));
        let Some((prefab, there)) = source else { return };
        let children = prefab
            .world
            .node(there)
            .map_or(&[][..], |node| node.children.as_slice());
        let gone = children.iter().filter(|child| !present.contains(child));
        self.rows.extend(gone.map(|child| Row::RemovedObject(*child)));
    }

    fn part(
        &mut self,
        view: QueryView<'_>,
        at: NodeAt,
        position: Option<usize>,
        component: Component,
        instance: &InstanceRows,
    ) {
        if component.overrides.is_none() {
            return;
        }
        if component.text.is_none() {
            self.opaque(at, position, component.id, true, instance);
            return;
        }
        let types = view.library.types();
        let found = match component.overridden(&self.spot.file, self.spot.instance, types) {
            Ok(Some(found)) => found,
            Ok(None) => return,
            Err(_) => {
                self.unread += 1;
                return;
            }
        };
        let declared = types.declared_fields(component.kind);
        let kinds = |names: &str| declared.kind(names);
        let mut seen = HashSet::new();
        let paths: Vec<PropertyPath> = found
            .paths
            .iter()
            .map(|path| whole(path, &found.here, &kinds))
            .filter(|path| !is_null_mark(&path.to_string()))
            .filter(|path| seen.insert(path.clone()))
            .collect();
        self.unused += found.ignored.count();
        self.name(found.ignored.descriptions());
        if paths.is_empty() {
            return;
        }
        let source = Source::Readable(component.in_source(&self.spot.file, self.spot.instance));
        let part = self.parts.len();
        self.rows
            .extend(paths.into_iter().map(|path| Row::Value { part, path }));
        self.parts.push(Part {
            at,
            position,
            component,
            source,
        });
    }

    /// Adds a difference for each override of an object or component whose prefab cannot be read.
    fn opaque(&mut self, at: NodeAt, position: Option<usize>, id: i64, is_card: bool, instance: &InstanceRows) {
        let rows = instance.tree(id);
        let part = self.parts.len();
        let paths = rows.entries().iter().map(|(path, _)| PropertyPath::from_field(path));
        let paths = paths.filter(|path| !is_null_mark(&path.to_string()));
        let paths: Vec<Row> = paths.map(|path| Row::Value { part, path }).collect();
        if paths.is_empty() {
            return;
        }
        self.rows.extend(paths);
        self.parts.push(Part {
            at,
            position,
            component: instance.part(id),
            source: Source::Opaque { id, is_card, rows },
        });
    }

    /// Adds overrides of parts that the instance lacks: the part's source is unreadable, or the part was removed.
    fn add_unmatched(&mut self, top: NodeAt, instance: &InstanceRows, prefab: Option<&Prefab>, met: &BTreeSet<i64>) {
        for id in instance.targets() {
            if met.contains(&id) {
                continue;
            }
            let known = prefab.is_some_and(|prefab| prefab.object(id).is_some() || prefab.component(id).is_some());
            if !known && prefab.is_none_or(|prefab| prefab.is_opaque) {
                self.opaque(top, None, id, false, instance);
                continue;
            }
            let why = if known {
                "its part is removed here"
            } else {
                "its part is gone from the prefab"
            };
            self.unused += instance.paths(id).count();
            self.name(instance.paths(id).map(|path| format!("{path} ({why})")));
        }
    }

    fn name(&mut self, unused: impl Iterator<Item = String>) {
        let room = MAX_NAMED.saturating_sub(self.named.len());
        self.named.extend(unused.take(room));
    }
}

/// Returns an object's own fields as a component, with the active flag that the session may have changed.
pub(super) fn own_part(view: QueryView<'_>, at: NodeAt) -> Option<Component> {
    let (object, node) = (view.world.object(at)?, view.world.node(at)?);
    let mut own = object.own_fields();
    if node.active != object.active {
        let edit = FieldEdit {
            path: PropertyPath::from_field("m_IsActive"),
            value: Node::Text(Cow::Borrowed(if node.active { "1" } else { "0" })),
        };
        own.overrides = Some(Override::with_edit(own.overrides.take(), edit));
    }
    Some(own)
}

/// Returns true for the path of the override by which Unity marks a null (-2) or unknown (-1) managed reference. The
/// override of the field itself is listed instead.
fn is_null_mark(path: &str) -> bool {
    let rest = path.strip_prefix("managedReferences[-");
    rest.is_some_and(|rest| rest.starts_with("2]") || rest.starts_with("1]"))
}

/// Returns the path of the value to which a member belongs: of a layer mask for its bits, of a color for its number.
fn whole(path: &PropertyPath, tree: &Node<'_>, kinds: &unity_fields::property::Kinds<'_>) -> PropertyPath {
    if let Some((Step::Key(last), above)) = path.0.split_last()
        && (last == "m_Bits" || last == "rgba")
    {
        let above = PropertyPath(above.to_vec());
        let known = above.read(tree, kinds).map(|node| kind(kinds, &above, &node));
        if matches!(known, Some(Kind::LayerMask | Kind::Color32 | Kind::PackedColor)) {
            return above;
        }
    }
    path.clone()
}

/// Returns true if the object has another parent than its source, because the session can move objects.
fn is_moved(view: QueryView<'_>, at: NodeAt, prefab: &Prefab) -> bool {
    let world = view.world;
    let source = |at: NodeAt| prefab.object(world.object(at)?.id);
    let parent_there = source(at).and_then(|there| prefab.world.node(there)?.parent);
    let parent_here = world.node(at).and_then(|node| node.parent);
    parent_there.is_some() && parent_here.and_then(source) != parent_there
}
