//! Sorts the objects of a file into hierarchy order: resolves parents, sorts siblings as Unity shows them, and lists
//! the objects depth first.

use super::{Builder, Draft, Father};
use crate::expand::collect::{Collected, TransformDoc};
use crate::expand::damage;
use crate::expand::flat::{Flat, Object};
use crate::expand::insert::insert;
use std::collections::HashMap;

pub(super) fn finish(mut builder: Builder, collected: &Collected) -> Flat {
    let parents = parents(&mut builder, collected);
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); builder.drafts.len()];
    let mut roots: Vec<u32> = Vec::new();
    for (at, parent) in (0..).zip(&parents) {
        match parent.and_then(|parent| children.get_mut(parent as usize)) {
            Some(siblings) => siblings.push(at),
            None => roots.push(at),
        }
    }
    sort_roots(&mut roots, &builder.drafts, &collected.roots);
    sort_children(&mut children, &builder.drafts, collected);
    let (order, in_circle) = depth_first(&roots, &children);
    let in_circle = order.get(order.len() - in_circle..).unwrap_or_default();
    let in_circle = in_circle.iter().filter_map(|(at, _)| builder.drafts.get(*at as usize));
    let in_circle: Vec<i64> = in_circle.map(|draft| draft.object.id).collect();
    builder.flat.damage = damage::find_damage(&builder.source, collected, &in_circle);
    for damage in builder.flat.damage.clone() {
        builder.problem(damage);
    }
    let loose = builder.flat.loose.len();
    if loose > 0 {
        builder.problem(format!(
            "{loose} components sit on objects inside instances whose source cannot be read; those objects are not listed"
        ));
    }
    // Missing components of prefabs are reported with their own files. The file's own objects come first.
    let own = builder.drafts.iter().take(collected.objects.len());
    let broken: Vec<&Draft> = own.filter(|draft| draft.object.lost > 0).collect();
    if let Some(first) = broken.first() {
        let lost = broken
            .iter()
            .map(|draft| draft.object.lost)
            .fold(0, u32::saturating_add);
        let name = &first.object.name;
        let told = format!("{lost} components cannot be read and are left out, the first of them on {name}");
        builder.problem(told);
    }
    let mut flat = builder.flat;
    let mut drafts: Vec<Option<Object>> = builder.drafts.into_iter().map(|draft| Some(draft.object)).collect();
    let mut new_place = vec![0_u32; drafts.len()];
    for (place, (old, _)) in (0..).zip(&order) {
        if let Some(slot) = new_place.get_mut(*old as usize) {
            *slot = place;
        }
    }
    flat.objects = Vec::with_capacity(drafts.len());
    for (old, is_root) in order {
        let Some(mut object) = drafts.get_mut(old as usize).and_then(Option::take) else {
            continue;
        };
        let parent = parents.get(old as usize).copied().flatten().filter(|_| !is_root);
        object.parent = parent.and_then(|parent| new_place.get(parent as usize).copied());
        flat.objects.push(object);
    }
    flat.count();
    flat
}

fn parents(builder: &mut Builder, collected: &Collected) -> Vec<Option<u32>> {
    let mut unknown = 0;
    let mut in_models = 0;
    let parents = builder
        .drafts
        .iter_mut()
        .map(|draft| match draft.father {
            Father::Root => None,
            Father::Draft(at) => Some(at),
            Father::Id(id) => builder.transforms_by_id.get(&id).copied().or_else(|| {
                // A bone of a model: only its instance is known.
                let instance = collected.placeholders.get(&id).map(|p| p.instance);
                let root = instance.and_then(|instance| builder.instance_roots.get(&instance).copied());
                match root {
                    Some(_) => {
                        in_models += 1;
                        draft.object.within = true;
                    }
                    None => unknown += 1,
                }
                root
            }),
        })
        .collect();
    if in_models > 0 {
        builder.problem(format!(
            "{in_models} objects hang on parts of an instance that can't be read; they are shown below the instance's root"
        ));
    }
    if unknown > 0 {
        builder.problem(format!(
            "{unknown} objects hang on a Transform that the file does not hold; they are shown as roots"
        ));
    }
    parents
}

fn listed_at(draft: &Draft, places: &HashMap<i64, usize>) -> usize {
    let ids = draft.listed_as.iter().filter(|id| **id != 0);
    ids.filter_map(|id| places.get(id).copied()).min().unwrap_or(usize::MAX)
}

fn sort_roots(roots: &mut [u32], drafts: &[Draft], listed: &[i64]) {
    let places: HashMap<i64, usize> = listed.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    roots.sort_by_key(|at| {
        let Some(draft) = drafts.get(*at as usize) else {
            return (usize::MAX, i64::MAX);
        };
        if places.is_empty() {
            (0, draft.root_order.unwrap_or(i64::MAX))
        } else {
            (listed_at(draft, &places), i64::MAX)
        }
    });
}

fn sort_children(children: &mut [Vec<u32>], drafts: &[Draft], collected: &Collected) {
    let own: HashMap<i64, &TransformDoc> = collected.transforms.iter().map(|doc| (doc.id, doc)).collect();
    let wanted: HashMap<i64, i64> = collected
        .instances
        .iter()
        .flat_map(|instance| instance.mods.added.iter().copied())
        .filter(|(_, at)| *at >= 0)
        .collect();
    for (siblings, parent) in children.iter_mut().zip(drafts).filter(|(list, _)| list.len() > 1) {
        let listed = parent.listed_as[0];
        if let Some(doc) = own.get(&listed).filter(|_| parent.object.instance == 0) {
            let places: HashMap<i64, usize> = doc.children.iter().enumerate().map(|(at, id)| (*id, at)).collect();
            siblings.sort_by_key(|at| {
                drafts
                    .get(*at as usize)
                    .map_or(usize::MAX, |draft| listed_at(draft, &places))
            });
        } else {
            sort_below_instance(siblings, drafts, &wanted);
        }
    }
}

/// Sorts the children of an object that belongs to an instance. Children from the source keep their order; added ones
/// get the position that the instance or their root order specifies, otherwise they are last.
fn sort_below_instance(siblings: &mut Vec<u32>, drafts: &[Draft], wanted: &HashMap<i64, i64>) {
    let (mut from_source, mut last, mut added) = (Vec::new(), Vec::new(), Vec::new());
    for at in siblings.iter().copied() {
        let Some(draft) = drafts.get(at as usize) else { continue };
        if matches!(draft.father, Father::Draft(_)) {
            from_source.push(at);
            continue;
        }
        let place = draft.listed_as.iter().find_map(|id| wanted.get(id)).copied();
        let place = place.or(draft.root_order.filter(|order| *order > 0));
        match place.and_then(|place| usize::try_from(place).ok()) {
            Some(place) => added.push((place, at)),
            None => last.push(at),
        }
    }
    from_source.append(&mut last);
    *siblings = insert(from_source, added);
}

/// Returns the objects in depth-first order, with `true` for a root, and the number of those in or below a cycle.
fn depth_first(roots: &[u32], children: &[Vec<u32>]) -> (Vec<(u32, bool)>, usize) {
    let mut order = Vec::with_capacity(children.len());
    let mut seen = vec![false; children.len()];
    let mut descend = |start: u32, order: &mut Vec<(u32, bool)>| {
        let mut open = vec![(start, true)];
        while let Some((at, is_root)) = open.pop() {
            match seen.get_mut(at as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            order.push((at, is_root));
            let below = children.get(at as usize).into_iter().flatten();
            open.extend(below.rev().map(|child| (*child, false)));
        }
    };
    for root in roots {
        descend(*root, &mut order);
    }
    let reached = order.len();
    if reached < children.len() {
        for at in (0..).take(children.len()) {
            descend(at, &mut order);
        }
    }
    let in_circle = order.len() - reached;
    (order, in_circle)
}
