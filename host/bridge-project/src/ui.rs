//! Unity's UI layout as arithmetic: rectangles from anchors, the canvas scaler, layout groups, fitters, and the order of hits.
//!
//! Belongs here: pure functions over plain values, after the rules of Unity's UI package. Does not: where the values come
//! from, cameras, and what an answer says (`session::pick_ui`).

mod fit;
mod grid;
mod input;
mod line;
mod order;
mod rect;
mod scaler;
mod scroll;
mod tree;

pub(crate) use fit::{Aspect, AspectMode, Fit};
pub(crate) use grid::{Constraint, Grid};
pub(crate) use input::{Doubt, Element};
pub(crate) use line::Line;
pub(crate) use order::{HitKey, sort_hits};
pub(crate) use rect::RectSpec;
pub(crate) use scaler::{Match, Scaler, Unit};
pub(crate) use scroll::{Bar, Scroll};
pub(crate) use tree::{Group, Item, Tree};

/// Left, right, top, bottom, in canvas units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Padding {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

impl Padding {
    /// Both sides of an axis together.
    pub(crate) fn along(&self, axis: usize) -> f64 {
        if axis == 0 {
            self.left + self.right
        } else {
            self.top + self.bottom
        }
    }

    /// The side that positions count from.
    pub(crate) fn first(&self, axis: usize) -> f64 {
        if axis == 0 { self.left } else { self.top }
    }
}

/// 0, ½ or 1 along an axis, out of Unity's nine anchors, upper left to lower right.
pub(crate) fn alignment(anchor: u8, axis: usize) -> f64 {
    let third = if axis == 0 { anchor % 3 } else { (anchor / 3).min(2) };
    f64::from(third) * 0.5
}

/// Where content begins that is as large as `content`, in a rectangle of that size.
pub(crate) fn start_offset(padding: &Padding, anchor: u8, axis: usize, size: f64, content: f64) -> f64 {
    let surplus = size - (content + padding.along(axis));
    padding.first(axis) + surplus * alignment(anchor, axis)
}

#[cfg(test)]
mod tests;
