//! Unity's UI layout as arithmetic: rectangles from anchors, the canvas scaler, layout groups, fitters, and the order
//! of hits.
//!
//! Pure functions over plain values that follow the rules of Unity's UI package: no reading of values, cameras or texts
//! of answers. An `axis` is 0 for x and 1 for y.

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

/// The space inside the edges of a layout group, in canvas units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Padding {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Padding {
    /// Returns the sum of both sides of an axis: left and right for axis 0, top and bottom for axis 1.
    pub fn axis_sum(&self, axis: usize) -> f64 {
        if axis == 0 {
            self.left + self.right
        } else {
            self.top + self.bottom
        }
    }

    /// Returns the padding on the side from which positions are counted: left for axis 0, top for axis 1.
    pub fn first(&self, axis: usize) -> f64 {
        if axis == 0 { self.left } else { self.top }
    }
}

/// Returns the alignment along an axis: 0 at the left or top, ½ in the middle, 1 at the right or bottom. `anchor` is
/// the number of Unity's nine anchors, row by row from 0 (upper left) to 8 (lower right).
pub fn alignment(anchor: u8, axis: usize) -> f64 {
    let third = if axis == 0 { anchor % 3 } else { (anchor / 3).min(2) };
    f64::from(third) * 0.5
}

/// Returns the offset at which content of the size `content` begins in a rectangle of the size `size`, in canvas units.
pub fn start_offset(padding: &Padding, anchor: u8, axis: usize, size: f64, content: f64) -> f64 {
    let surplus = size - (content + padding.axis_sum(axis));
    padding.first(axis) + surplus * alignment(anchor, axis)
}

#[cfg(test)]
mod tests;
