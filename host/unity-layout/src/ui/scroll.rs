//! The effects of a ScrollRect on its viewport and scroll bars.

use super::rect::RectSpec;
use glam::DVec2;

/// A scroll bar of a ScrollRect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Index of the bar in the tree, if it is active and a direct child of the scroll view.
    pub at: Option<usize>,
    /// Whether the bar takes its space from the viewport; it does this only while it is needed.
    pub expands: bool,
    /// Width of the vertical bar or height of the horizontal bar, in canvas units.
    pub thickness: f64,
    pub spacing: f64,
}

/// A ScrollRect. In each array, index 0 is the horizontal bar and index 1 the vertical one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scroll {
    pub viewport: Option<usize>,
    pub content: Option<usize>,
    pub bars: [Option<Bar>; 2],
    /// Whether play mode switches off this bar while the content does not need it.
    pub hides: [bool; 2],
    /// Whether the content needs each bar, as computed in the previous pass.
    pub needed: [bool; 2],
}

/// Differences between content and view below this number of canvas units are ignored.
const SLACK: f64 = 0.01;

impl Scroll {
    fn expands(&self, axis: usize) -> bool {
        self.bars[axis].is_some_and(|bar| bar.expands)
    }

    /// Returns the space that the bar of the other axis takes from this axis, in canvas units.
    fn bar_space(&self, axis: usize) -> f64 {
        let bar = self.bars[1 - axis].filter(|bar| bar.expands && self.needed[1 - axis]);
        bar.map_or(0.0, |bar| bar.thickness + bar.spacing)
    }

    /// Whether the ScrollRect sets the viewport's rectangle.
    pub(super) fn drives_viewport(&self) -> bool {
        self.expands(0) || self.expands(1)
    }

    pub(super) fn set_viewport(&self, rect: &mut RectSpec) {
        rect.stretch();
        rect.size_delta = -DVec2::new(self.bar_space(0), self.bar_space(1));
    }

    /// Sets the horizontal bar's width (axis 0) or the vertical bar's height (axis 1), if the ScrollRect controls it.
    pub(super) fn set_bar(&self, axis: usize, rect: &mut RectSpec) {
        if self.expands(1 - axis) {
            rect.anchor_min[axis] = 0.0;
            rect.anchor_max[axis] = 1.0;
            rect.anchored[axis] = 0.0;
            rect.size_delta[axis] = -self.bar_space(axis);
        }
    }

    /// Returns the indexes in the tree of the bars that a running instance would not show.
    pub(super) fn hidden_bars(&self) -> impl Iterator<Item = usize> {
        let unneeded = [0, 1]
            .into_iter()
            .filter(|axis| self.hides[*axis] && !self.needed[*axis]);
        unneeded.filter_map(|axis| self.bars[axis]?.at)
    }

    /// Returns whether content of this size needs each bar in a view of this size: horizontal, vertical.
    pub(super) fn needed_bars(content: DVec2, view: DVec2) -> [bool; 2] {
        [content.x > view.x + SLACK, content.y > view.y + SLACK]
    }
}
