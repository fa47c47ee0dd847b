//! Sorts the hits at one point in the order of Unity's EventSystem.

use std::cmp::Ordering;

/// The properties of one UI hit that determine which of several hits is in front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitKey {
    /// The number of the raycaster that found the hit. Camera and overlay matter only between different raycasters.
    pub raycaster: usize,
    /// The depth (drawing order) of the canvas's camera; `None` if the canvas has no camera.
    pub camera_depth: Option<f64>,
    /// For an overlay canvas: its sorting order, and its index among overlay canvases with the same sorting order.
    pub overlay: Option<(i64, usize)>,
    /// The position of the canvas's sorting layer relative to the default layer.
    pub layer: i64,
    pub order: i64,
    /// The number of the outermost canvas. Values of `depth` are comparable only within the same outermost canvas.
    pub root: usize,
    /// The drawing order within the outermost canvas. An element with a larger value is drawn later, so it is in front.
    pub depth: usize,
    /// The distance of the hit along the ray in world units.
    pub distance: f64,
    /// The position of this hit in the order in which the hits were found.
    pub index: usize,
}

impl HitKey {
    /// Compares two hits. `Less` means that `self` is in front of `other`.
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

/// Sorts the hits, with the frontmost hit first. The rules are no total order: two cameras and an overlay canvas can
/// form a cycle, which the standard sort does not support. This sort works with any rules.
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
