//! Unity's horizontal and vertical layout groups.

use super::input::{Doubt, Wish};
use super::rect::RectSpec;
use super::{Padding, alignment, start_offset};

/// The settings of a horizontal or vertical layout group. Pairs are `[width, height]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub vertical: bool,
    pub padding: Padding,
    pub anchor: u8,
    pub spacing: f64,
    pub control: [bool; 2],
    pub expand: [bool; 2],
    pub use_scale: [bool; 2],
    pub reverse: bool,
}

/// A child of a layout group, with its data for one axis.
pub(super) struct Child<'a> {
    pub(super) rect: &'a mut RectSpec,
    pub(super) wish: Wish,
    pub(super) scale: f64,
}

impl Line {
    /// True if the axis is perpendicular to the direction in which the group arranges its children.
    fn is_across(&self, axis: usize) -> bool {
        self.vertical != (axis == 1)
    }

    fn wish_of(&self, axis: usize, rect: &RectSpec, wish: &Wish) -> Wish {
        let mut wish = if self.control[axis] {
            *wish
        } else {
            Wish {
                min: rect.size_delta[axis],
                preferred: rect.size_delta[axis],
                ..Wish::default()
            }
        };
        if self.expand[axis] {
            wish.flexible = wish.flexible.max(1.0);
        }
        wish
    }

    /// Returns the size that the group requests along an axis. `children` are rectangles, size requests and scales.
    pub(super) fn total<'a>(&self, axis: usize, children: impl Iterator<Item = (&'a RectSpec, Wish, f64)>) -> Wish {
        let padding = self.padding.axis_sum(axis);
        let mut total = Wish {
            min: padding,
            preferred: padding,
            flexible: 0.0,
            doubt: None,
        };
        let mut count = 0;
        for (rect, wish, scale) in children {
            let wish = self.wish_of(axis, rect, &wish);
            let scale = if self.use_scale[axis] { scale } else { 1.0 };
            let (min, preferred, flexible) = (wish.min * scale, wish.preferred * scale, wish.flexible * scale);
            total.doubt = total.doubt.or(wish.doubt);
            if self.is_across(axis) {
                total.min = total.min.max(min + padding);
                total.preferred = total.preferred.max(preferred + padding);
                total.flexible = total.flexible.max(flexible);
            } else {
                total.min += min + self.spacing;
                total.preferred += preferred + self.spacing;
                total.flexible += flexible;
            }
            count += 1;
        }
        if !self.is_across(axis) && count > 0 {
            total.min -= self.spacing;
            total.preferred -= self.spacing;
        }
        total.preferred = total.preferred.max(total.min);
        total
    }

    /// Sets the positions of the group's children along one axis. `size` is the group's size; it also sets the
    /// children's sizes if the group controls them. Returns the reason for doubt if an estimated request affected the
    /// result.
    pub(super) fn place(&self, axis: usize, size: f64, total: &Wish, mut children: Vec<Child<'_>>) -> Option<Doubt> {
        if self.reverse {
            children.reverse();
        }
        if self.is_across(axis) {
            self.place_across(axis, size, children)
        } else {
            self.place_along(axis, size, total, children)
        }
    }

    fn place_across(&self, axis: usize, size: f64, children: Vec<Child<'_>>) -> Option<Doubt> {
        let inner = size - self.padding.axis_sum(axis);
        for child in children {
            let wish = self.wish_of(axis, child.rect, &child.wish);
            let scale = if self.use_scale[axis] { child.scale } else { 1.0 };
            let most = if wish.flexible > 0.0 { size } else { wish.preferred };
            let space = clamp(inner, wish.min, most);
            let start = start_offset(&self.padding, self.anchor, axis, size, space * scale);
            if self.control[axis] {
                child.rect.inset(axis, start, Some(space), scale);
            } else {
                let in_cell = (space - child.rect.size_delta[axis]) * alignment(self.anchor, axis);
                child.rect.inset(axis, start + in_cell, None, scale);
            }
        }
        // The request of each child decides only about that child.
        None
    }

    fn place_along(&self, axis: usize, size: f64, total: &Wish, children: Vec<Child<'_>>) -> Option<Doubt> {
        let mut at = self.padding.first(axis);
        let mut share = 0.0;
        let surplus = size - total.preferred;
        if surplus > 0.0 {
            if total.flexible == 0.0 {
                let content = total.preferred - self.padding.axis_sum(axis);
                at = start_offset(&self.padding, self.anchor, axis, size, content);
            } else if total.flexible > 0.0 {
                share = surplus / total.flexible;
            }
        }
        let between = if total.min == total.preferred {
            0.0
        } else {
            ((size - total.min) / (total.preferred - total.min)).clamp(0.0, 1.0)
        };
        for child in children {
            let wish = self.wish_of(axis, child.rect, &child.wish);
            let scale = if self.use_scale[axis] { child.scale } else { 1.0 };
            let space = wish.min + (wish.preferred - wish.min) * between + wish.flexible * share;
            if self.control[axis] {
                child.rect.inset(axis, at, Some(space), scale);
            } else {
                let in_cell = (space - child.rect.size_delta[axis]) * alignment(self.anchor, axis);
                child.rect.inset(axis, at + in_cell, None, scale);
            }
            at += space * scale + self.spacing;
        }
        total.doubt
    }

    /// Returns true if a child's size across the group's direction depends on an estimated size request of the child.
    pub(super) fn doubts_across(&self, axis: usize, wish: &Wish) -> bool {
        self.is_across(axis) && self.control[axis] && !self.expand[axis] && wish.flexible <= 0.0 && wish.doubt.is_some()
    }
}

/// Limits a value to the range from `least` to `most` as Unity does. Also works if `least` is greater than `most`.
fn clamp(value: f64, least: f64, most: f64) -> f64 {
    if value < least {
        least
    } else if value > most {
        most
    } else {
        value
    }
}
