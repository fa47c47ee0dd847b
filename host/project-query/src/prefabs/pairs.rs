//! Pairs the objects and components of two hierarchies.
//!
//! Pairs by a common source, else by name or type; `compare` finds the differences of pairs.

use super::sources::{Chain, Prefabs};
use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use host_project_world::world::{NodeAt, World};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;
use unity_scripts::TypeId;

/// Two corresponding objects; each pair comes after that of its parents.
pub(super) struct Pair {
    pub(crate) objects: (NodeAt, NodeAt),
    /// Positions of their components.
    pub(crate) components: Vec<(usize, usize)>,
    /// Components and children that exist only in the first or only in the second object.
    pub(super) only: (Only, Only),
}

/// Parts that the other object lacks.
#[derive(Default)]
pub(super) struct Only {
    pub(crate) components: Vec<usize>,
    pub(crate) children: Vec<NodeAt>,
}

/// The source objects of one side in the prefab that both roots share, and the components with the same source.
#[derive(Default)]
pub(super) struct Origins {
    of_object: HashMap<NodeAt, NodeAt>,
    /// The prefab of each object's own instance, and the source object in it.
    direct: HashMap<NodeAt, (*const World, NodeAt)>,
}

impl QueryLookup<'_> {
    /// For the object and all below it. `shared` is the common source object of both roots.
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

/// All pairs below two objects, which form a pair themselves.
pub(super) fn pairs(one: (QueryView<'_>, NodeAt, &Origins), two: (QueryView<'_>, NodeAt, &Origins)) -> Vec<Pair> {
    let (first, second) = (one.0, two.0);
    let mut pairs: Vec<Pair> = Vec::new();
    let mut open = vec![(one.1, two.1)];
    while let Some((at, other)) = open.pop() {
        let below = |view: QueryView<'_>, at| view.world.node(at).map_or_else(Vec::new, |node| node.children.clone());
        let of_source = |origins: &Origins, at: &NodeAt| origins.of_object.get(at).copied();
        let children = match_items(
            below(first, at),
            below(second, other),
            (&|at| of_source(one.2, at), &|at| of_source(two.2, at)),
            (&|at| first.name(*at).to_owned(), &|at| second.name(*at).to_owned()),
        );
        open.extend(children.pairs.into_iter().rev());
        let is_same_source = one
            .2
            .direct
            .get(&at)
            .is_some_and(|source| two.2.direct.get(&other) == Some(source));
        let id = |view: QueryView<'_>, at: NodeAt, position: &usize| {
            let component = view.world.components(at).get(*position)?;
            let is_own = view.world.flat(at).is_some_and(|flat| component.is_in(&flat.file));
            (is_same_source && !is_own).then_some(component.id)
        };
        let kind = |view: QueryView<'_>, at: NodeAt, position: &usize| -> Option<TypeId> {
            Some(view.world.components(at).get(*position)?.kind)
        };
        let components = match_items(
            (0..first.world.components(at).len()).collect(),
            (0..second.world.components(other).len()).collect(),
            (&|position| id(first, at, position), &|position| {
                id(second, other, position)
            }),
            (&|position| kind(first, at, position), &|position| {
                kind(second, other, position)
            }),
        );
        pairs.push(Pair {
            objects: (at, other),
            components: components.pairs,
            only: (
                Only {
                    components: components.left.0,
                    children: children.left.0,
                },
                Only {
                    components: components.left.1,
                    children: children.left.1,
                },
            ),
        });
    }
    pairs
}

type Key<'k, T, K> = &'k dyn Fn(&T) -> K;

struct Matched<T> {
    pairs: Vec<(T, T)>,
    /// The unpaired items of the first and of the second list.
    left: (Vec<T>, Vec<T>),
}

/// Pairs in the order of the first list: items with a common source; of the rest, the nth item of a name with the nth
/// of that name.
fn match_items<T: Copy + Eq + Hash, S: Eq + Hash, N: Eq + Hash>(
    one: Vec<T>,
    two: Vec<T>,
    source: (Key<'_, T, Option<S>>, Key<'_, T, Option<S>>),
    name: (Key<'_, T, N>, Key<'_, T, N>),
) -> Matched<T> {
    let by_source: HashMap<S, T> = two.iter().filter_map(|item| Some((source.1(item)?, *item))).collect();
    let mut found: HashMap<T, T> = HashMap::new();
    for item in &one {
        if let Some(other) = source.0(item).and_then(|key| by_source.get(&key)) {
            found.insert(*item, *other);
        }
    }
    let taken: HashSet<T> = found.values().copied().collect();
    let mut by_name: HashMap<(N, usize), T> = HashMap::new();
    let mut times: HashMap<N, usize> = HashMap::new();
    for item in two.iter().filter(|item| !taken.contains(item)) {
        by_name.insert((name.1(item), count(&mut times, name.1(item))), *item);
    }
    times.clear();
    for item in &one {
        if !found.contains_key(item)
            && let Some(other) = by_name.remove(&(name.0(item), count(&mut times, name.0(item))))
        {
            found.insert(*item, other);
        }
    }
    let taken: HashSet<T> = found.values().copied().collect();
    let pairs = one.iter().filter_map(|item| Some((*item, *found.get(item)?))).collect();
    let left = one.iter().filter(|item| !found.contains_key(item)).copied().collect();
    let other_left = two.into_iter().filter(|item| !taken.contains(item)).collect();
    Matched {
        pairs,
        left: (left, other_left),
    }
}

/// The number of earlier items with that name.
fn count<N: Eq + Hash>(times: &mut HashMap<N, usize>, name: N) -> usize {
    let times = times.entry(name).or_default();
    *times += 1;
    *times - 1
}
