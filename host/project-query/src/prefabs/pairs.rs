//! Pairs of corresponding objects and components of two hierarchies.
//!
//! Items with a common source form a pair, otherwise items with the same name or type.

use super::sources::{Chain, Prefabs};
use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use host_project_world::world::{NodeAt, World};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;
use unity_scripts::TypeId;

/// A value for the first hierarchy and the corresponding value for the second.
#[derive(Clone, Copy)]
pub(super) struct Sides<T> {
    pub(super) first: T,
    pub(super) second: T,
}

/// Two corresponding objects. Each pair comes after the pair of its parents.
pub(super) struct Pair {
    pub(crate) objects: Sides<NodeAt>,
    /// Indexes of corresponding components, in the first and in the second object.
    pub(crate) components: Vec<(usize, usize)>,
    pub(super) only: Sides<Only>,
}

/// Indexes of components, and children, that the other object lacks.
#[derive(Default)]
pub(super) struct Only {
    pub(crate) components: Vec<usize>,
    pub(crate) children: Vec<NodeAt>,
}

/// The prefab objects from which the objects of one hierarchy come (source objects): in the prefab that both roots
/// share, and in the prefab of each object's own instance.
#[derive(Default)]
pub(super) struct Origins {
    of_object: HashMap<NodeAt, NodeAt>,
    /// For each object of the hierarchy: the `World` of its instance's prefab, and the object in it from which it
    /// comes.
    direct: HashMap<NodeAt, (*const World, NodeAt)>,
}

impl QueryLookup<'_> {
    /// Finds the prefab sources of an object and all its descendants. `shared` is the common source of both roots.
    pub(super) fn origins(
        &mut self,
        prefabs: &mut Prefabs,
        world: Option<&Rc<World>>,
        top: NodeAt,
        shared: Option<&(Rc<World>, NodeAt)>,
    ) -> Origins {
        let mut origins = Origins::default();
        let Some((shared, _)) = shared else { return origins };
        let mut open = vec![top];
        while let Some(at) = open.pop() {
            let chain: Chain = self.chain(prefabs, world.map(|world| &**world), at);
            let steps = chain
                .steps
                .iter()
                .map(|(prefab, there)| (Rc::as_ptr(&prefab.world), *there));
            let steps: Vec<(*const World, NodeAt)> = steps.collect();
            origins.direct.extend(steps.first().map(|first| (at, *first)));
            let made_of = steps.iter().find(|(world, _)| *world == Rc::as_ptr(shared));
            origins.of_object.extend(made_of.map(|(_, there)| (at, *there)));
            let world = world.map_or(self.lookup.world, |world| &**world);
            open.extend(world.node(at).map_or(&[][..], |node| node.children.as_slice()));
        }
        origins
    }
}

/// An object with all its descendants, and the prefab sources of these objects.
pub(super) struct Hierarchy<'h> {
    pub(super) view: QueryView<'h>,
    pub(super) top: NodeAt,
    pub(super) origins: Origins,
}

impl Hierarchy<'_> {
    fn children(&self, at: NodeAt) -> Vec<Keyed<NodeAt, NodeAt, &str>> {
        let children = self.view.world.node(at).into_iter().flat_map(|node| &node.children);
        let keyed = children.map(|child| Keyed {
            item: *child,
            source: self.origins.of_object.get(child).copied(),
            name: self.view.name(*child),
        });
        keyed.collect()
    }

    /// Returns the components with their type as key, and with their id in the prefab if both objects have one source.
    fn components(&self, at: NodeAt, is_same_source: bool) -> Vec<Keyed<usize, i64, TypeId>> {
        let flat = self.view.world.flat(at);
        let components = self.view.world.components(at).iter().enumerate();
        let keyed = components.map(|(position, component)| {
            let is_own = flat.is_some_and(|flat| component.is_in(&flat.file));
            Keyed {
                item: position,
                source: (is_same_source && !is_own).then_some(component.id),
                name: component.kind,
            }
        });
        keyed.collect()
    }
}

/// Returns all pairs of two hierarchies, beginning with the pair of the top objects.
pub(super) fn pairs(first: &Hierarchy<'_>, second: &Hierarchy<'_>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut open = vec![(first.top, second.top)];
    while let Some((at, other)) = open.pop() {
        let children = match_items(&first.children(at), &second.children(other));
        open.extend(children.pairs.into_iter().rev());
        let source = first.origins.direct.get(&at);
        let is_same_source = source.is_some() && source == second.origins.direct.get(&other);
        let components = match_items(
            &first.components(at, is_same_source),
            &second.components(other, is_same_source),
        );
        pairs.push(Pair {
            objects: Sides {
                first: at,
                second: other,
            },
            components: components.pairs,
            only: Sides {
                first: Only {
                    components: components.left.first,
                    children: children.left.first,
                },
                second: Only {
                    components: components.left.second,
                    children: children.left.second,
                },
            },
        });
    }
    pairs
}

/// An item of a list with the keys by which it is paired.
struct Keyed<T, S, N> {
    item: T,
    source: Option<S>,
    name: N,
}

struct Matched<T> {
    pairs: Vec<(T, T)>,
    left: Sides<Vec<T>>,
}

/// Pairs the items of two lists, in the order of the first list. Items with a common source form a pair. Then the nth
/// remaining item with a name forms a pair with the nth remaining item with that name.
fn match_items<T: Copy + Eq + Hash, S: Eq + Hash, N: Copy + Eq + Hash>(
    first: &[Keyed<T, S, N>],
    second: &[Keyed<T, S, N>],
) -> Matched<T> {
    let by_source = second
        .iter()
        .filter_map(|other| Some((other.source.as_ref()?, other.item)));
    let by_source: HashMap<&S, T> = by_source.collect();
    let mut found: HashMap<T, T> = HashMap::new();
    for one in first {
        if let Some(other) = one.source.as_ref().and_then(|key| by_source.get(key)) {
            found.insert(one.item, *other);
        }
    }
    let taken: HashSet<T> = found.values().copied().collect();
    let mut by_name: HashMap<(N, usize), T> = HashMap::new();
    let mut times: HashMap<N, usize> = HashMap::new();
    for other in second.iter().filter(|other| !taken.contains(&other.item)) {
        by_name.insert((other.name, count(&mut times, other.name)), other.item);
    }
    times.clear();
    for one in first {
        if !found.contains_key(&one.item)
            && let Some(other) = by_name.remove(&(one.name, count(&mut times, one.name)))
        {
            found.insert(one.item, other);
        }
    }
    let taken: HashSet<T> = found.values().copied().collect();
    let items = || first.iter().map(|one| one.item);
    let others = second.iter().map(|other| other.item);
    Matched {
        pairs: items().filter_map(|item| Some((item, *found.get(&item)?))).collect(),
        left: Sides {
            first: items().filter(|item| !found.contains_key(item)).collect(),
            second: others.filter(|item| !taken.contains(item)).collect(),
        },
    }
}

/// Returns the number of earlier items with this name, and adds 1 to the count.
fn count<N: Eq + Hash>(times: &mut HashMap<N, usize>, name: N) -> usize {
    let times = times.entry(name).or_default();
    *times += 1;
    *times - 1
}
