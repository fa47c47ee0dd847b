//! Unity's UI layout as arithmetic: rectangles from anchors, the canvas scaler, layout groups, fitters, and the order of hits.
//!
//! Belongs here: pure functions over plain values, after the rules of Unity's UI package. Does not: where the values come
//! from, cameras, and what an answer says.

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

/// Left, right, top, bottom, in canvas units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Padding {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Padding {
    /// Both sides of an axis together.
    pub fn along(&self, axis: usize) -> f64 {
        if axis == 0 {
            self.left + self.right
        } else {
            self.top + self.bottom
        }
    }

    /// The side that positions count from.
    pub fn first(&self, axis: usize) -> f64 {
        if axis == 0 { self.left } else { self.top }
    }
}

/// 0, ½ or 1 along an axis, out of Unity's nine anchors, upper left to lower right.
pub fn alignment(anchor: u8, axis: usize) -> f64 {
    let third = if axis == 0 { anchor % 3 } else { (anchor / 3).min(2) };
    f64::from(third) * 0.5
}

/// Where content begins that is as large as `content`, in a rectangle of that size.
pub fn start_offset(padding: &Padding, anchor: u8, axis: usize, size: f64, content: f64) -> f64 {
    let surplus = size - (content + padding.along(axis));
    padding.first(axis) + surplus * alignment(anchor, axis)
}

#[cfg(test)]
mod tests;
