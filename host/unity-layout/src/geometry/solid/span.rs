//! The part of an infinite line that is inside a convex shape.

use glam::{DVec2, DVec3};

/// The part of a line between `enter` and `exit`, as multiples of the line's direction. Both can be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) enter: f64,
    pub(super) exit: f64,
}

impl Span {
    const ALL: Self = Self {
        enter: f64::NEG_INFINITY,
        exit: f64::INFINITY,
    };

    /// Returns the part of a line whose coordinate on one axis (`from` + t `along`) is between `-half` and `half`.
    pub(super) fn slab(from: f64, along: f64, half: f64) -> Option<Self> {
        if along == 0.0 {
            return (from.abs() <= half).then_some(Self::ALL);
        }
        let (a, b) = ((-half - from) / along, (half - from) / along);
        Some(Self {
            enter: a.min(b),
            exit: a.max(b),
        })
    }

    /// Returns the part of a 2D line inside a circle around the origin; in 3D, the circle is an infinite cylinder.
    pub(super) fn round(from: DVec2, along: DVec2, radius: f64) -> Option<Self> {
        let speed = along.length_squared();
        if speed == 0.0 {
            return (from.length() <= radius).then_some(Self::ALL);
        }
        let middle = -from.dot(along) / speed;
        Self::from_middle(middle, (from + along * middle).length_squared(), speed, radius)
    }

    pub(super) fn ball(from: DVec3, along: DVec3, radius: f64) -> Option<Self> {
        let speed = along.length_squared();
        let middle = -from.dot(along) / speed;
        Self::from_middle(middle, (from + along * middle).length_squared(), speed, radius)
    }

    /// Returns the part of a line inside a circle. `middle` is the parameter of the line's point that is nearest to the
    /// center. More precise far away than the usual formula.
    fn from_middle(middle: f64, gap_squared: f64, speed: f64, radius: f64) -> Option<Self> {
        let inside = radius * radius - gap_squared;
        // NaN (a line without direction) is no hit either.
        if inside.is_nan() || inside < 0.0 {
            return None;
        }
        let half = (inside / speed).sqrt();
        Some(Self {
            enter: middle - half,
            exit: middle + half,
        })
    }

    /// Returns the part that is in both `self` and `other`; `None` if they do not overlap.
    pub(super) fn intersect(self, other: Self) -> Option<Self> {
        let both = Self {
            enter: self.enter.max(other.enter),
            exit: self.exit.min(other.exit),
        };
        (both.enter <= both.exit).then_some(both)
    }

    /// Returns the smallest part of the line that contains both `self` and `other`.
    pub(super) fn hull(self, other: Self) -> Self {
        Self {
            enter: self.enter.min(other.enter),
            exit: self.exit.max(other.exit),
        }
    }
}
