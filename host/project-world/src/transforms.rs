//! Positions of objects, from the fields of their Transforms after the session's edits.
//!
//! Computes local and world positions, rotations and scales. It does not lay out a UI: a RectTransform counts with its
//! anchored position, as if it were anchored to its parent's pivot.

mod numbers;
mod own_place;

pub use numbers::Numbers;

use crate::view::WorldView;
use crate::world::NodeAt;
use glam::DVec3;
use std::collections::HashMap;
use std::rc::Rc;
use unity_fields::class;
use unity_layout::geometry::{Local, Placement};
use unity_project::expand::Component;

impl<'v> WorldView<'v> {
    /// Returns the position, rotation and scale from the fields of the object's own Transform. Unknown values are
    /// replaced by Unity's defaults: check `Placements::unknown` before reporting them.
    pub fn local(self, at: NodeAt) -> Local {
        self.own_place(at).local
    }

    /// Computes the world position, rotation and scale of many objects, and reads each Transform once.
    pub fn placements(self) -> Placements<'v> {
        Placements::new(self)
    }

    /// Returns the world position, rotation and scale of one object. For many objects, `Placements` reads each parent
    /// only once.
    pub fn placement(self, at: NodeAt) -> Placement {
        Placements::new(self).placement_of(at)
    }

    /// Returns the Transform values below `new_parent` that keep the object's world position, like Unity's `SetParent`
    /// with `worldPositionStays`. The object keeps its own values below a parent that is flat along an axis, or if one
    /// of the positions is unknown.
    pub fn keep_world(self, at: NodeAt, new_parent: Option<NodeAt>) -> Local {
        if self.unknown_reason(at, new_parent).is_some() {
            return self.local(at);
        }
        let kept = self.placement(at);
        let parent = new_parent.map_or(Placement::WORLD, |parent| self.placement(parent));
        parent.keeping(&kept).unwrap_or_else(|| self.local(at))
    }

    /// Returns why the values that would keep the world position are unknown; `None` if they are known.
    pub fn unknown_reason(self, at: NodeAt, new_parent: Option<NodeAt>) -> Option<String> {
        let mut placements = Placements::new(self);
        let why = placements.unknown(at).or_else(|| placements.unknown(new_parent?))?;
        Some(format!(
            "it keeps the local values of its Transform, not its world position: {why}"
        ))
    }

    /// Returns the object's Transform or RectTransform.
    pub fn transform(self, at: NodeAt) -> Option<&'v Component> {
        let components = self.world.components(at);
        components.iter().find(|component| class::is_transform(component.class))
    }

    /// True if the object's own Transform is a RectTransform.
    pub fn is_rect(self, at: NodeAt) -> bool {
        self.transform(at)
            .is_some_and(|transform| transform.class == class::RECT_TRANSFORM)
    }
}

/// The world positions, rotations and scales of many objects; each Transform is read once. Valid within one command:
/// later edits are ignored.
pub struct Placements<'a> {
    view: WorldView<'a>,
    known: HashMap<NodeAt, Stand>,
}

/// The placement of one object, as far as it is known.
#[derive(Clone)]
struct Stand {
    placement: Placement,
    /// The reason why the world position is unknown; `None` = known.
    position: Option<Rc<str>>,
    /// The reason why the position, rotation or scale is unknown; the placements of all objects below are then unknown
    /// too.
    whole: Option<Rc<str>>,
}

impl<'a> Placements<'a> {
    fn new(view: WorldView<'a>) -> Self {
        Self {
            view,
            known: HashMap::new(),
        }
    }

    /// Returns the world position, rotation and scale of the object. Unknown values are Unity's defaults: see
    /// `unknown`.
    pub fn placement_of(&mut self, at: NodeAt) -> Placement {
        self.stand(at).placement
    }

    /// Returns the world position of the object, or the reason why it is unknown without Unity.
    pub fn position(&mut self, at: NodeAt) -> Result<DVec3, Rc<str>> {
        let stand = self.stand(at);
        match stand.position {
            Some(why) => Err(why),
            None => Ok(stand.placement.position()),
        }
    }

    /// Returns why the placement is unknown: a part of it is in a source that only Unity reads, or that cannot be read.
    pub fn unknown(&mut self, at: NodeAt) -> Option<Rc<str>> {
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
        // At most as many parents as objects: a cyclic chain must not hang the session.
        while let Some(at) = next.filter(|_| unknown.len() <= self.view.world.count() as usize) {
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
                placement: stand.placement.child(&own.local),
                whole: position.clone().or(own.turn),
                position,
            };
            self.known.insert(at, stand.clone());
        }
        stand
    }

    /// True if the object or an ancestor has a RectTransform below a RectTransform, so that anchors determine its
    /// position.
    pub fn is_laid_out(&self, at: NodeAt) -> bool {
        let (view, mut next, mut below_rect) = (self.view, Some(at), false);
        let mut left = view.world.count();
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
