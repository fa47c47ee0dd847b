//! Sorts several hits of one point, as Unity's EventSystem does.

use std::cmp::Ordering;

/// The properties of one hit that decide its order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitKey {
    /// The number of the raycaster that found the hit; hits of the same raycaster are not compared by canvas.
    pub raycaster: usize,
    /// Depth of the event camera; `None` if there is none.
    pub camera_depth: Option<f64>,
    /// For an overlay canvas: its sorting order, and its index among overlay canvases of the same order.
    pub overlay: Option<(i64, usize)>,
    /// Index of the canvas's sorting layer in the project's list.
    pub layer: i64,
    pub order: i64,
    /// The number of the outermost canvas; depths in different outermost canvases are not comparable.
    pub root: usize,
    /// Drawing order inside the outermost canvas: elements that are drawn later have larger values.
    pub depth: usize,
    /// Distance along the ray in world units.
    pub distance: f64,
    /// Index of the hit in the order of discovery.
    pub index: usize,
}

impl HitKey {
    /// Compares two hits; `Less` means that `self` is on top.
    fn compare(&self, other: &Self) -> Ordering {
        let mut order = Ordering::Equal;
        if self.raycaster != other.raycaster {
            if let (Some(own), Some(others)) = (self.camera_depth, other.camera_depth) {
                order = others.total_cmp(&own);
            }
            let priority = |key: &Self| key.overlay.map_or((i64::MIN, 0), |(order, place)| (order, place + 1));
            order = order.then_with(|| priority(other).cmp(&priority(self)));
        }
        order
            .then_with(|| other.layer.cmp(&self.layer))
            .then_with(|| other.order.cmp(&self.order))
            .then_with(|| match self.root == other.root {
                true => other.depth.cmp(&self.depth),
                false => Ordering::Equal,
            })
            .then_with(|| self.distance.total_cmp(&other.distance))
            .then_with(|| self.index.cmp(&other.index))
    }
}

/// Sorts the hits, topmost first. The rules are no total order (two cameras and an overlay can form a cycle), which the
/// standard sort does not support. This sort returns some order for any rules.
pub fn sort_hits<T>(hits: Vec<(HitKey, T)>) -> Vec<(HitKey, T)> {
    let mut runs: Vec<Vec<(HitKey, T)>> = hits.into_iter().map(|hit| vec![hit]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pairs = runs.into_iter();
        while let Some(first) = pairs.next() {
            merged.push(match pairs.next() {
                Some(second) => merge(first, second),
                None => first,
            });
        }
        runs = merged;
    }
    runs.pop().unwrap_or_default()
}

fn merge<T>(first: Vec<(HitKey, T)>, second: Vec<(HitKey, T)>) -> Vec<(HitKey, T)> {
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
    while let (Some(a), Some(b)) = (first.peek(), second.peek()) {
        let from_second = b.0.compare(&a.0) == Ordering::Less;
        merged.extend(if from_second { second.next() } else { first.next() });
    }
    merged.extend(first);
    merged.extend(second);
    merged
}
