//! Where objects stand, from the fields of their Transforms after the session's edits.
//!
//! Belongs here: local and world positions, rotations and scales. Does not: what lays out a UI (a RectTransform counts
//! with its anchored position, as if it were anchored to its parent's pivot).

mod numbers;
mod own_place;

pub(super) use numbers::Numbers;

use super::view::WorldView;
use super::world::NodeAt;
use glam::DVec3;
use std::collections::HashMap;
use std::rc::Rc;
use unity_layout::geometry::{Local, Placement};
use unity_project::expand::{Component, class};

impl<'v> WorldView<'v> {
    /// As the Transform's fields say. Where they are not known it has Unity's own values in their place: ask
    /// `Placements::unknown` before it is told to anybody.
    pub(super) fn local(self, at: NodeAt) -> Local {
        self.own_place(at).local
    }

    /// One object's placement. For many objects, `Placements` reads each parent once.
    pub(super) fn placement(self, at: NodeAt) -> Placement {
        Placements::of(self).at(at)
    }

    /// What the object's Transform must say below `new_parent` so that it stays where it is in the world: Unity's
    /// `SetParent` with `worldPositionStays`. Below a parent that is flat along an axis it keeps what it has, and where one of
    /// the two places is not known.
    pub(super) fn keep_world(self, at: NodeAt, new_parent: Option<NodeAt>) -> Local {
        if self.not_kept(at, new_parent).is_some() {
            return self.local(at);
        }
        let kept = self.placement(at);
        let parent = new_parent.map_or(Placement::WORLD, |parent| self.placement(parent));
        parent.keeping(&kept).unwrap_or_else(|| self.local(at))
    }

    /// Why nobody can tell what the object's Transform must say so that it stays where it is.
    pub(super) fn not_kept(self, at: NodeAt, new_parent: Option<NodeAt>) -> Option<String> {
        let mut placements = Placements::of(self);
        let why = placements.unknown(at).or_else(|| placements.unknown(new_parent?))?;
        Some(format!(
            "it keeps the numbers of its Transform, not its place in the world: {why}"
        ))
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

/// The placements of many objects, each Transform read once. Lives within one command: it does not see later edits.
pub(super) struct Placements<'a> {
    view: WorldView<'a>,
    known: HashMap<NodeAt, Stand>,
}

/// Where an object stands, as far as that is known.
#[derive(Clone)]
struct Stand {
    placement: Placement,
    /// Why its position is not known.
    position: Option<Rc<str>>,
    /// Why the whole of it is not known, and so neither the place of anything below it.
    whole: Option<Rc<str>>,
}

impl<'a> Placements<'a> {
    pub(super) fn of(view: WorldView<'a>) -> Self {
        Self {
            view,
            known: HashMap::new(),
        }
    }

    /// With Unity's own values for what is not known of it: see `unknown`.
    pub(super) fn at(&mut self, at: NodeAt) -> Placement {
        self.stand(at).placement
    }

    /// Where the object is in the world; else why nobody can tell without Unity.
    pub(super) fn position(&mut self, at: NodeAt) -> Result<DVec3, Rc<str>> {
        let stand = self.stand(at);
        match stand.position {
            Some(why) => Err(why),
            None => Ok(stand.placement.position()),
        }
    }

    /// Why the placement is not known: some of what places it stands in a source that only Unity reads, or cannot be read.
    pub(super) fn unknown(&mut self, at: NodeAt) -> Option<Rc<str>> {
        self.stand(at).whole
    }

    fn stand(&mut self, at: NodeAt) -> Stand {
        let mut unknown = Vec::new();
        let mut stand = Stand {
            placement: Placement::WORLD,
            position: None,
            whole: None,
        };
        let mut next = Some(at);
        // No more parents than objects: a chain that runs in a circle must not hang the session.
        while let Some(at) = next.filter(|_| unknown.len() <= self.view.world.len() as usize) {
            if let Some(known) = self.known.get(&at) {
                stand = known.clone();
                break;
            }
            unknown.push(at);
            next = self.view.world.node(at).and_then(|node| node.parent);
        }
        for at in unknown.into_iter().rev() {
            let own = self.view.own_place(at);
            let above = stand.whole.or_else(|| self.view.hangs_within(at));
            let position = above.or(own.position);
            stand = Stand {
                placement: stand.placement.below(&own.local),
                whole: position.clone().or(own.turn),
                position,
            };
            self.known.insert(at, stand.clone());
        }
        stand
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
