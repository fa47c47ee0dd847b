//! Unity's UI layout as arithmetic: anchors, the canvas scaler, layout groups, size fitters, and the order of hits.
//!
//! All functions compute with plain values, by the rules of Unity's UI package. An `axis` is 0 for x and 1 for y.

mod fit;
mod grid;
mod input;
mod line;
mod order;
mod rect;
mod scaler;
mod scroll;
mod tree;

pub use fit::{Aspect, AspectMode, Fit};
pub use grid::{Constraint, Grid};
pub use input::{Doubt, Element};
pub use line::Line;
pub use order::{HitKey, sort_hits};
pub use rect::RectSpec;
pub use scaler::{Match, Scaler, Unit};
pub use scroll::{Bar, Scroll};
pub use tree::{Group, Item, Tree};

/// The space between the edges of a layout group and its children, in canvas units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Padding {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Padding {
    /// Returns the sum of the padding on both sides of an axis: left and right for axis 0, top and bottom for axis 1.
    pub fn axis_sum(&self, axis: usize) -> f64 {
        if axis == 0 {
            self.left + self.right
        } else {
            self.top + self.bottom
        }
    }

    /// Returns the padding on the side where positions start: left for axis 0, top for axis 1.
    pub fn first(&self, axis: usize) -> f64 {
        if axis == 0 { self.left } else { self.top }
    }
}

/// Returns the position of aligned content along an axis: 0 for left or top, 0.5 for the middle, 1 for right or bottom.
/// `anchor` is Unity's number of the anchor, row by row from 0 (upper left) to 8 (lower right).
pub fn alignment(anchor: u8, axis: usize) -> f64 {
    let third = if axis == 0 { anchor % 3 } else { (anchor / 3).min(2) };
    f64::from(third) * 0.5
}

/// Returns the offset in canvas units at which content of the length `content` starts in a group of the length `size`.
pub fn start_offset(padding: &Padding, anchor: u8, axis: usize, size: f64, content: f64) -> f64 {
    let surplus = size - (content + padding.axis_sum(axis));
    padding.first(axis) + surplus * alignment(anchor, axis)
}

#[cfg(test)]
mod tests;
