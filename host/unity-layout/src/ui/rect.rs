//! The serialized numbers of a RectTransform, and the rectangle that they define inside a parent.

use glam::DVec2;

/// The serialized numbers of a RectTransform. Lengths are canvas units, anchors are fractions of the parent, and the
/// pivot is a fraction of the rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectSpec {
    pub anchor_min: DVec2,
    pub anchor_max: DVec2,
    pub anchored: DVec2,
    pub size_delta: DVec2,
    pub pivot: DVec2,
}

impl RectSpec {
    /// A rectangle of the size zero at its parent's origin, for an object with a plain Transform.
    pub const POINT: Self = Self {
        anchor_min: DVec2::ZERO,
        anchor_max: DVec2::ZERO,
        anchored: DVec2::ZERO,
        size_delta: DVec2::ZERO,
        pivot: DVec2::ZERO,
    };

    pub fn size(&self, parent: DVec2) -> DVec2 {
        (self.anchor_max - self.anchor_min) * parent + self.size_delta
    }

    /// Returns the position of this rectangle's pivot relative to the parent's pivot.
    pub fn position(&self, parent: DVec2, parent_pivot: DVec2) -> DVec2 {
        let corner = -parent_pivot * parent;
        let anchor = self.anchor_min + (self.anchor_max - self.anchor_min) * self.pivot;
        corner + anchor * parent + self.anchored
    }

    /// Sets the size along an axis without a change of anchors and pivot. `parent` is the parent's size along the axis.
    pub fn resize(&mut self, axis: usize, size: f64, parent: f64) {
        self.size_delta[axis] = size - parent * (self.anchor_max[axis] - self.anchor_min[axis]);
    }

    /// Changes the rectangle so that it fills its parent.
    pub fn stretch(&mut self) {
        self.anchor_min = DVec2::ZERO;
        self.anchor_max = DVec2::ONE;
        self.anchored = DVec2::ZERO;
        self.size_delta = DVec2::ZERO;
    }

    /// Moves the rectangle to the distance `from_edge` from the left edge (axis 0) or top edge (axis 1) of its parent,
    /// as layout groups do. If `size` is `None`, the size is unchanged.
    pub fn inset(&mut self, axis: usize, from_edge: f64, size: Option<f64>, scale: f64) {
        self.anchor_min = DVec2::Y;
        self.anchor_max = DVec2::Y;
        if let Some(size) = size {
            self.size_delta[axis] = size;
        }
        let size = self.size_delta[axis];
        self.anchored[axis] = if axis == 0 {
            from_edge + size * self.pivot[axis] * scale
        } else {
            -from_edge - size * (1.0 - self.pivot[axis]) * scale
        };
    }
}
