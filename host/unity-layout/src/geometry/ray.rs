//! A ray: a line that starts at a point and is infinite in one direction.

use glam::{DAffine3, DVec3};

/// A ray from `origin` along `direction`. In world space, the direction has the length 1, so that the parameter `t` is
/// a distance. In the local space of a shape, the ray has the same `t`, and its direction can have any length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub origin: DVec3,
    pub direction: DVec3,
}

impl Ray {
    pub fn point_at(&self, t: f64) -> DVec3 {
        self.origin + self.direction * t
    }

    /// Returns the ray in another space. `to_local` is the transform to that space.
    pub fn seen_from(&self, to_local: &DAffine3) -> Self {
        Self {
            origin: to_local.transform_point3(self.origin),
            direction: to_local.transform_vector3(self.direction),
        }
    }

    /// Returns the distance between a point and the ray. The direction must have the length 1.
    pub fn distance_to(&self, point: DVec3) -> f64 {
        let along = (point - self.origin).dot(self.direction).max(0.0);
        self.point_at(along).distance(point)
    }
}
