//! Effects of a ScrollRect on its viewport and bars.

use super::rect::RectSpec;
use glam::DVec2;

/// A scrollbar of a ScrollRect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Index in the tree, if the bar is active and a direct child of the scroll view.
    pub at: Option<usize>,
    /// Takes its space from the viewport, and only if the bar is needed.
    pub expands: bool,
    /// Width of the vertical bar, height of the horizontal bar.
    pub thickness: f64,
    pub spacing: f64,
}

/// A ScrollRect. Each array has the horizontal bar first, then the vertical one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scroll {
    pub viewport: Option<usize>,
    pub content: Option<usize>,
    pub bars: [Option<Bar>; 2],
    /// True if play mode switches off this bar while the content does not need it.
    pub hides: [bool; 2],
    /// The bars that the content needs, as computed in the previous pass.
    pub needed: [bool; 2],
}

/// A difference below this size between content and view is ignored.
const SLACK: f64 = 0.01;

impl Scroll {
    fn expands(&self, axis: usize) -> bool {
        self.bars[axis].is_some_and(|bar| bar.expands)
    }

    /// Space that the bar of the other axis takes from this axis.
    fn bar_space(&self, axis: usize) -> f64 {
        let bar = self.bars[1 - axis].filter(|bar| bar.expands && self.needed[1 - axis]);
        bar.map_or(0.0, |bar| bar.thickness + bar.spacing)
    }

    /// True if the ScrollRect sets the viewport's rectangle.
    pub(super) fn drives_viewport(&self) -> bool {
        self.expands(0) || self.expands(1)
    }

    pub(super) fn set_viewport(&self, rect: &mut RectSpec) {
        rect.stretch();
        rect.size_delta = -DVec2::new(self.bar_space(0), self.bar_space(1));
    }

    /// The horizontal bar's width or the vertical bar's height.
    pub(super) fn set_bar(&self, axis: usize, rect: &mut RectSpec) {
        if self.expands(1 - axis) {
            rect.anchor_min[axis] = 0.0;
            rect.anchor_max[axis] = 1.0;
            rect.anchored[axis] = 0.0;
            rect.size_delta[axis] = -self.bar_space(axis);
        }
    }

    /// Bars that a running game would not show.
    pub(super) fn hidden_bars(&self) -> impl Iterator<Item = usize> {
        let unneeded = [0, 1]
            .into_iter()
            .filter(|axis| self.hides[*axis] && !self.needed[*axis]);
        unneeded.filter_map(|axis| self.bars[axis]?.at)
    }

    /// The bars that these sizes need.
    pub(super) fn needed_bars(content: DVec2, view: DVec2) -> [bool; 2] {
        [content.x > view.x + SLACK, content.y > view.y + SLACK]
    }
}
