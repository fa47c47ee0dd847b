//! Where objects stand, from the fields of their Transforms after the session's edits.
//!
//! Belongs here: local and world positions, rotations and scales. Does not: what lays out a UI (a RectTransform counts
//! with its anchored position, as if it were anchored to its parent's pivot).

mod numbers;

pub(super) use numbers::Numbers;

use super::view::WorldView;
use super::world::NodeAt;
use glam::DVec3;
use std::collections::HashMap;
use unity_layout::geometry::{Local, Placement};
use unity_project::expand::{Component, class, component_tree};
use unity_yaml::Node;

impl<'v> WorldView<'v> {
    /// As the Transform's fields say; identity where no file describes it (an opaque instance without overrides).
    pub(super) fn local(self, at: NodeAt) -> Local {
        let tree = self
            .transform(at)
            .and_then(|transform| component_tree(transform, self.library.types()).ok().flatten());
        tree.map_or(Local::IDENTITY, |tree| local_of(&tree))
    }

    /// One object's placement. For many objects, `Placements` reads each parent once.
    pub(super) fn placement(self, at: NodeAt) -> Placement {
        Placements::of(self).at(at)
    }

    /// What the object's Transform must say below `new_parent` so that it stays where it is in the world: Unity's
    /// `SetParent` with `worldPositionStays`. Below a parent that is flat along an axis it keeps what it has.
    pub(super) fn keep_world(self, at: NodeAt, new_parent: Option<NodeAt>) -> Local {
        let kept = self.placement(at);
        let parent = new_parent.map_or(Placement::WORLD, |parent| self.placement(parent));
        parent.keeping(&kept).unwrap_or_else(|| self.local(at))
    }

    /// The object's Transform or RectTransform.
    pub(super) fn transform(self, at: NodeAt) -> Option<&'v Component> {
        let components = self.world.components(at);
        components.iter().find(|component| class::is_transform(component.class))
    }

    /// True where the object's own Transform is a RectTransform.
    pub(super) fn is_rect(self, at: NodeAt) -> bool {
        self.transform(at)
            .is_some_and(|transform| transform.class == class::RECT_TRANSFORM)
    }
}

fn local_of(tree: &Node<'_>) -> Local {
    let position = tree.vector3("m_LocalPosition").unwrap_or(DVec3::ZERO);
    // Only a RectTransform has it; its saved x and y are not kept up to date by Unity.
    let anchored = tree.vector2("m_AnchoredPosition");
    Local {
        position: anchored.map_or(position, |anchored| anchored.extend(position.z)),
        rotation: tree.rotation("m_LocalRotation"),
        scale: tree.vector3("m_LocalScale").unwrap_or(DVec3::ONE),
    }
}

/// The placements of many objects, each Transform read once. Lives within one command: it does not see later edits.
pub(super) struct Placements<'a> {
    view: WorldView<'a>,
    known: HashMap<NodeAt, Placement>,
}

impl<'a> Placements<'a> {
    pub(super) fn of(view: WorldView<'a>) -> Self {
        Self {
            view,
            known: HashMap::new(),
        }
    }

    pub(super) fn at(&mut self, at: NodeAt) -> Placement {
        let mut unknown = Vec::new();
        let mut placement = Placement::WORLD;
        let mut next = Some(at);
        // No more parents than objects: a chain that runs in a circle must not hang the session.
        while let Some(at) = next.filter(|_| unknown.len() <= self.view.world.len() as usize) {
            if let Some(known) = self.known.get(&at) {
                placement = *known;
                break;
            }
            unknown.push(at);
            next = self.view.world.node(at).and_then(|node| node.parent);
        }
        for at in unknown.into_iter().rev() {
            placement = placement.below(&self.view.local(at));
            self.known.insert(at, placement);
        }
        placement
    }

    /// True where the object or one above it hangs with a RectTransform below a RectTransform, so that anchors decide.
    pub(super) fn is_laid_out(&self, at: NodeAt) -> bool {
        let (view, mut next, mut below_rect) = (self.view, Some(at), false);
        let mut left = view.world.len();
        while let Some(at) = next.filter(|_| left > 0) {
            let rect = view.is_rect(at);
            if rect && below_rect {
                return true;
            }
            below_rect = rect;
            next = view.world.node(at).and_then(|node| node.parent);
            left -= 1;
        }
        false
    }
}

#[cfg(test)]
mod tests;
