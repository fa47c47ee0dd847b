//! Positions, rotations and scales of objects, computed from the fields of their Transforms after the session's edits.
//!
//! UI layouts are not computed: a RectTransform's anchored position counts as if the anchor were the parent's pivot.

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
    /// Returns the local position, rotation and scale of the object's own Transform. Unity's defaults replace unknown
    /// values; check `Placements::unknown` before you report them.
    pub fn local(self, at: NodeAt) -> Local {
        self.own_place(at).local
    }

    /// Returns a calculator for the world positions of many objects, which reads each Transform only once.
    pub fn placements(self) -> Placements<'v> {
        Placements::new(self)
    }

    /// Returns the world position, rotation and scale of one object. For many objects, `placements` is faster.
    pub fn placement(self, at: NodeAt) -> Placement {
        Placements::new(self).placement_of(at)
    }

    /// Returns the local Transform values with which the object keeps its world position below `new_parent`, like
    /// Unity's `SetParent` with `worldPositionStays`. Returns the current local values if the new parent has a scale of
    /// zero, or if one of the positions is unknown.
    pub fn keep_world(self, at: NodeAt, new_parent: Option<NodeAt>) -> Local {
        if self.unknown_reason(at, new_parent).is_some() {
            return self.local(at);
        }
        let kept = self.placement(at);
        let parent = new_parent.map_or(Placement::WORLD, |parent| self.placement(parent));
        parent.keeping(&kept).unwrap_or_else(|| self.local(at))
    }

    /// Returns the reason why an object cannot keep its world position below `new_parent`; `None` if it can.
    pub fn unknown_reason(self, at: NodeAt, new_parent: Option<NodeAt>) -> Option<String> {
        let mut placements = Placements::new(self);
        let why = placements.unknown(at).or_else(|| placements.unknown(new_parent?))?;
        Some(format!(
            "it keeps the local values of its Transform, not its world position: {why}"
        ))
    }

    /// Returns the object's Transform or RectTransform component; `None` if the object has none.
    pub fn transform(self, at: NodeAt) -> Option<&'v Component> {
        let components = self.world.components(at);
        components.iter().find(|component| class::is_transform(component.class))
    }

    /// Returns true if the object has a RectTransform instead of a Transform.
    pub fn is_rect(self, at: NodeAt) -> bool {
        self.transform(at)
            .is_some_and(|transform| transform.class == class::RECT_TRANSFORM)
    }
}

/// A calculator for the world positions, rotations and scales of many objects. It reads each Transform once and ignores
/// later edits, so it is valid within one command.
pub struct Placements<'a> {
    view: WorldView<'a>,
    known: HashMap<NodeAt, Stand>,
}

/// The computed world position, rotation and scale of one object, with the reasons why parts of them are unknown.
#[derive(Clone)]
struct Stand {
    placement: Placement,
    /// The reason why the world position is unknown; `None` if it is known.
    position: Option<Rc<str>>,
    /// The reason why the position, rotation or scale is unknown; `None` if all are known. If it is set, the placements
    /// of all descendants are unknown, too.
    whole: Option<Rc<str>>,
}

impl<'a> Placements<'a> {
    fn new(view: WorldView<'a>) -> Self {
        Self {
            view,
            known: HashMap::new(),
        }
    }

    /// Returns the object's world position, rotation and scale. Unknown values are Unity's defaults; see `unknown`.
    pub fn placement_of(&mut self, at: NodeAt) -> Placement {
        self.stand(at).placement
    }

    /// Returns the world position of the object, or the reason why it cannot be known without Unity.
    pub fn position(&mut self, at: NodeAt) -> Result<DVec3, Rc<str>> {
        let stand = self.stand(at);
        match stand.position {
            Some(why) => Err(why),
            None => Ok(stand.placement.position()),
        }
    }

    /// Returns the reason why the placement is unknown, such as a file that only Unity can read; `None` if it is known.
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

    /// Returns true if the object or an ancestor is a RectTransform below another one. Its position depends on anchors.
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
