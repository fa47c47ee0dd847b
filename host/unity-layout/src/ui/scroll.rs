//! The effect of Unity's ScrollRect (a scroll view) on its viewport and its scroll bars.

use super::rect::RectSpec;
use glam::DVec2;

/// The horizontal or vertical scroll bar of a ScrollRect (Unity's scroll view).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Index of the scroll bar in the tree; `None` if it is inactive or not a direct child of the scroll view.
    pub at: Option<usize>,
    /// True if the viewport becomes smaller by the scroll bar while the scroll bar is needed.
    pub expands: bool,
    /// The width of a vertical or the height of a horizontal scroll bar, in canvas units.
    pub thickness: f64,
    pub spacing: f64,
}

/// The data of a ScrollRect. In each array, index 0 is the horizontal scroll bar and index 1 the vertical one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scroll {
    pub viewport: Option<usize>,
    pub content: Option<usize>,
    pub bars: [Option<Bar>; 2],
    /// For each scroll bar, true if it is switched off in play mode while the content does not need it.
    pub hides: [bool; 2],
    /// For each scroll bar, true if the content was too large for the viewport in the previous layout pass.
    pub needed: [bool; 2],
}

/// Tolerance in canvas units: the content needs no scroll bar if it exceeds the viewport by less than this.
const SLACK: f64 = 0.01;

impl Scroll {
    fn expands(&self, axis: usize) -> bool {
        self.bars[axis].is_some_and(|bar| bar.expands)
    }

    /// Returns the length by which the bar of the other axis reduces the viewport along this axis, in canvas units.
    fn bar_space(&self, axis: usize) -> f64 {
        let bar = self.bars[1 - axis].filter(|bar| bar.expands && self.needed[1 - axis]);
        bar.map_or(0.0, |bar| bar.thickness + bar.spacing)
    }

    /// True if the ScrollRect sets the rectangle of its viewport.
    pub(super) fn drives_viewport(&self) -> bool {
        self.expands(0) || self.expands(1)
    }

    pub(super) fn set_viewport(&self, rect: &mut RectSpec) {
        rect.stretch();
        rect.size_delta = -DVec2::new(self.bar_space(0), self.bar_space(1));
    }

    /// Sets the width of the horizontal bar (axis 0) or height of the vertical bar (axis 1), if it is controlled.
    pub(super) fn set_bar(&self, axis: usize, rect: &mut RectSpec) {
        if self.expands(1 - axis) {
            rect.anchor_min[axis] = 0.0;
            rect.anchor_max[axis] = 1.0;
            rect.anchored[axis] = 0.0;
            rect.size_delta[axis] = -self.bar_space(axis);
        }
    }

    /// Iterates over the tree indexes of the scroll bars that a running instance hides, because the content fits.
    pub(super) fn hidden_bars(&self) -> impl Iterator<Item = usize> {
        let unneeded = [0, 1]
            .into_iter()
            .filter(|axis| self.hides[*axis] && !self.needed[*axis]);
        unneeded.filter_map(|axis| self.bars[axis]?.at)
    }

    /// Returns true for each bar (horizontal, vertical) that content of this size needs in a viewport of this size.
    pub(super) fn needed_bars(content: DVec2, view: DVec2) -> [bool; 2] {
        [content.x > view.x + SLACK, content.y > view.y + SLACK]
    }
}
