//! The position of a RectTransform relative to its parent (`localPosition`), which is often outdated in files.
//!
//! `stage` computes the layout of whole canvases.

use super::read::{Facts, RenderMode};
use super::sprite::Sprites;
use crate::scene_view::SceneView;
use glam::DVec2;
use host_project_world::world::NodeAt;
use std::rc::Rc;
use unity_layout::ui::{AspectMode, Fit};
use unity_project::expand::component_tree;

/// Local x and y of a RectTransform (`localPosition`), and the reason why they may be inexact.
pub struct RectPosition {
    /// The position in the units of the parent.
    pub value: DVec2,
    /// The reason why a running Unity may compute another position; `None` if the position is exact.
    pub doubt: Option<Rc<str>>,
}

/// The size and pivot of a rectangle to which the anchors of its child rectangles refer.
struct Frame {
    size: DVec2,
    pivot: DVec2,
    doubt: Option<Rc<str>>,
}

impl SceneView<'_> {
    /// Computes x and y of the object's `localPosition`. `None` if the object has no RectTransform, or if the fields of
    /// its RectTransform or an ancestor's are not in any file.
    pub fn rect_position(self, at: NodeAt) -> Option<RectPosition> {
        let sprites = Sprites::new(self.library.project());
        let mut chain = Vec::new();
        let mut next = Some(at);
        // At most as many parents as objects: the parents of a broken file may form a cycle.
        while let Some(at) = next.filter(|at| self.is_rect(*at) && chain.len() <= self.world.count() as usize) {
            chain.push(Facts::read(self, &sprites, at, None));
            next = self.world.node(at).and_then(|node| node.parent);
        }
        chain.reverse();
        if chain.iter().any(|facts| facts.unreadable || !facts.item.has_rect) {
            return None;
        }
        let mut frame = Frame::without_rect();
        let (own, above) = chain.split_last()?;
        for (at, facts) in above.iter().enumerate() {
            frame = self.frame(facts, above.get(..at).unwrap_or_default(), &frame);
        }
        let rect = &own.item.rect;
        let (screen, middle) = (self.screen_size(), DVec2::splat(0.5));
        if let Some(mode) = self.follows_screen(own) {
            let value = if mode == RenderMode::Overlay {
                screen * middle
            } else {
                rect.anchored
            };
            let doubt = format!(
                "Unity places {}, whose canvas follows the screen or a camera",
                self.path(own.at)
            );
            return Some(RectPosition {
                value,
                doubt: Some(doubt.into()),
            });
        }
        let anchor = rect.anchor_min + (rect.anchor_max - rect.anchor_min) * rect.pivot;
        // For anchors at the parent's pivot, the parent's size does not matter.
        let by_size = anchor != frame.pivot;
        let doubt = frame.doubt.clone().filter(|_| by_size);
        Some(RectPosition {
            value: rect.position(frame.size, frame.pivot),
            doubt: self.driven(own, above).or(doubt),
        })
    }

    fn frame(self, facts: &Facts, above: &[Facts], parent: &Frame) -> Frame {
        let rect = &facts.item.rect;
        if self.follows_screen(facts).is_some() {
            let screen = self.screen_size();
            let factor = facts.scaler.map_or(1.0, |scaler| scaler.factor(screen));
            let doubt = format!(
                "{} is as large as the screen, taken for {} x {} pixels",
                self.path(facts.at),
                screen.x,
                screen.y
            );
            return Frame {
                size: screen / factor,
                pivot: DVec2::splat(0.5),
                doubt: Some(doubt.into()),
            };
        }
        let fitted = facts.item.fit != [Fit::Free; 2] || facts.item.aspect.is_some();
        let fitted = fitted.then(|| -> Rc<str> { format!("a fitter sets the size of {}", self.path(facts.at)).into() });
        let stretched = rect.anchor_min != rect.anchor_max;
        let above_it = parent.doubt.clone().filter(|_| stretched);
        Frame {
            size: rect.size(parent.size),
            pivot: rect.pivot,
            doubt: self.driven(facts, above).or(fitted).or(above_it),
        }
    }

    /// Returns the render mode if the object is a root canvas that Unity positions and sizes itself; otherwise `None`.
    fn follows_screen(self, facts: &Facts) -> Option<RenderMode> {
        let canvas = facts
            .canvas
            .as_ref()
            .filter(|_| !super::canvases::has_canvas_above(self, facts.at))?;
        (canvas.mode != RenderMode::World).then_some(canvas.mode)
    }

    /// Returns a message about a component that sets the rectangle at run time; `None` if there is none. `above`
    /// contains the ancestors, the outermost first.
    fn driven(self, facts: &Facts, above: &[Facts]) -> Option<Rc<str>> {
        let path = || self.path(facts.at);
        let arranged = above
            .last()
            .filter(|parent| !facts.item.ignores_layout && self.arranges(parent.at));
        let by_group =
            arranged.map(|parent| format!("the layout group of {} arranges {}", self.path(parent.at), path()));
        let steers = |one: &&Facts| one.steering.iter().any(|steering| steering.drives(facts.at));
        let by_control = || {
            let control = above.iter().find(steers)?;
            Some(format!("the control on {} moves {}", self.path(control.at), path()))
        };
        let placing = [AspectMode::FitInParent, AspectMode::EnvelopeParent];
        let is_aspect = facts.item.aspect.is_some_and(|aspect| placing.contains(&aspect.mode));
        let by_aspect = || is_aspect.then(|| format!("an AspectRatioFitter places {}", path()));
        by_group.or_else(by_control).or_else(by_aspect).map(Into::into)
    }

    /// Returns true if the object has an enabled layout group, which sets the positions of its children.
    fn arranges(self, at: NodeAt) -> bool {
        let types = self.library.types();
        let mut components = self.world.components(at).iter();
        components.any(|component| {
            types.is_a(component.kind, "UnityEngine.UI.LayoutGroup")
                && component_tree(component, types)
                    .is_ok_and(|tree| tree.is_some_and(|tree| crate::camera::is_enabled(&tree)))
        })
    }
}

impl Frame {
    fn without_rect() -> Self {
        Self {
            size: DVec2::ZERO,
            pivot: DVec2::ZERO,
            doubt: None,
        }
    }
}
