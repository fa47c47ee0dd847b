//! A rectangle in space with any position and rotation.

use super::ray::Ray;
use glam::{DAffine3, DVec2, DVec3};

/// The lengths by which a rectangle shrinks, in the order left, bottom, right, top. Negative values enlarge it.
pub type Cut = [f64; 4];

/// A rectangle in the plane z = 0 of its local space.
#[derive(Clone, Copy, Debug)]
pub struct Rectangle {
    /// The transform from parent space to local space; `None` if a scale is zero, because then no ray hits it.
    to_local: Option<DAffine3>,
    /// The lower left corner in the local space.
    pub min: DVec2,
    /// The upper right corner in the local space. Points on the upper and right edges are outside the rectangle.
    pub max: DVec2,
}

impl Rectangle {
    pub fn new(to_local: Option<DAffine3>, min: DVec2, max: DVec2) -> Self {
        Self { to_local, min, max }
    }

    /// Returns the transform from the rectangle's local space to its parent space; `None` if a scale is zero.
    pub fn local_to_parent(&self) -> Option<DAffine3> {
        Some(self.to_local?.inverse())
    }

    /// Returns true if the ray hits the rectangle, shrunk by `cut`. If `is_line` is true, hits behind the ray's origin
    /// count, too. A ray parallel to the rectangle hits nothing.
    pub fn is_met(&self, ray: &Ray, is_line: bool, cut: Cut) -> bool {
        let Some(to_local) = &self.to_local else {
            return false;
        };
        // As `Ray::seen_from`, with only the needed steps: most rectangles of a screen are not under the point.
        let [x, y, z] = to_local.matrix3.to_cols_array_2d();
        let row = |at: usize, of: DVec3| x[at] * of.x + y[at] * of.y + z[at] * of.z;
        let at = to_local.translation;
        let t = -(row(2, ray.origin) + at.z) / row(2, ray.direction);
        if !t.is_finite() || (t < 0.0 && !is_line) {
            return false;
        }
        let across = row(0, ray.origin) + at.x + row(0, ray.direction) * t;
        if !(self.min.x + cut[0] <= across && across < self.max.x - cut[2]) {
            return false;
        }
        let up = row(1, ray.origin) + at.y + row(1, ray.direction) * t;
        self.min.y + cut[1] <= up && up < self.max.y - cut[3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;
    use proptest::prelude::*;

    const SIZE: DVec2 = DVec2::new(4.0, 2.0);

    fn rectangle_in_world(to_world: DAffine3) -> Rectangle {
        Rectangle::new(Some(to_world.inverse()), DVec2::ZERO, SIZE)
    }

    fn forward(x: f64, y: f64) -> Ray {
        Ray {
            origin: DVec3::new(x, y, 5.0),
            direction: DVec3::Z,
        }
    }

    #[test]
    fn rectangle_includes_only_lower_and_left_edges() {
        let here = rectangle_in_world(DAffine3::IDENTITY);
        for ((x, y), is_in) in [
            ((0.0, 0.0), true),
            ((3.999, 1.999), true),
            ((4.0, 1.0), false),
            ((1.0, 2.0), false),
            ((-0.001, 1.0), false),
            ((1.0, -0.001), false),
        ] {
            assert_eq!(here.is_met(&forward(x, y), true, [0.0; 4]), is_in, "{x} {y}");
        }
    }

    #[test]
    fn positive_cuts_shrink_and_negative_cuts_extend_each_side() {
        let here = rectangle_in_world(DAffine3::IDENTITY);
        let [left, bottom, right, top] = [1.0, 0.25, 0.5, 0.75];
        for (x, y, is_left) in [
            (1.0, 1.0, true),
            (0.99, 1.0, false),
            (2.0, 0.25, true),
            (2.0, 0.24, false),
            (3.49, 1.0, true),
            (3.5, 1.0, false),
            (2.0, 1.24, true),
            (2.0, 1.25, false),
        ] {
            assert_eq!(
                here.is_met(&forward(x, y), true, [left, bottom, right, top]),
                is_left,
                "{x} {y}"
            );
        }
        for (x, y, is_in) in [
            (-1.0, 1.0, true),
            (-1.01, 1.0, false),
            (2.0, -0.25, true),
            (2.0, -0.26, false),
            (4.49, 1.0, true),
            (4.5, 1.0, false),
            (2.0, 2.74, true),
            (2.0, 2.75, false),
        ] {
            assert_eq!(
                here.is_met(&forward(x, y), true, [-left, -bottom, -right, -top]),
                is_in,
                "{x} {y}"
            );
        }
    }

    #[test]
    fn ray_misses_rectangle_that_is_behind_edge_on_or_flat() {
        let here = rectangle_in_world(DAffine3::IDENTITY);
        assert!(!here.is_met(&forward(1.0, 1.0), false, [0.0; 4]));
        let along = Ray {
            origin: DVec3::new(-1.0, 1.0, 0.0),
            direction: DVec3::X,
        };
        assert!(!here.is_met(&along, true, [0.0; 4]));
        let flat = Rectangle::new(None, DVec2::ZERO, SIZE);
        assert!(!flat.is_met(&forward(1.0, 1.0), true, [0.0; 4]) && flat.local_to_parent().is_none());
    }

    proptest! {
        #[test]
        fn ray_hits_any_placed_rectangle_only_inside_its_bounds(
            turn in prop::array::uniform4(-1.0..1.0_f64),
            at in prop::array::uniform3(-50.0..50.0_f64),
            scale in prop::array::uniform3(0.1..10.0_f64),
            eye in prop::array::uniform3(-80.0..80.0_f64),
            inside in prop::array::uniform2(0.01..0.99_f64),
            outside in 1.01..9.0_f64,
        ) {
            let turn = DQuat::from_array(turn);
            prop_assume!(turn.length() > 0.1);
            let to_world = DAffine3::from_scale_rotation_translation(scale.into(), turn.normalize(), at.into());
            let rectangle = rectangle_in_world(to_world);
            let eye = DVec3::from(eye);
            prop_assume!(to_world.inverse().transform_point3(eye).z.abs() > 0.1);
            let ray_to = |across: f64, up: f64| Ray {
                origin: eye,
                direction: to_world.transform_point3(DVec3::new(across, up, 0.0)) - eye,
            };
            let [across, up] = [inside[0] * SIZE.x, inside[1] * SIZE.y];
            prop_assert!(rectangle.is_met(&ray_to(across, up), false, [0.0; 4]));
            prop_assert!(!rectangle.is_met(&ray_to(outside * SIZE.x, up), true, [0.0; 4]));
            prop_assert!(!rectangle.is_met(&ray_to(across, -outside * SIZE.y), true, [0.0; 4]));
        }
    }
}
