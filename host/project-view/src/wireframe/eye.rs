//! Projects a line of the world into a picture, and clips it at the near and far plane and at the viewport.

use crate::camera::CameraView;
use glam::{DAffine3, DVec2, DVec3};
use unity_layout::geometry::{Lens, Projection};

/// Minimum distance of the near plane of a perspective camera in world units. Nearer points cannot be projected.
const NEAREST: f64 = 1e-4;

/// The projection of a camera into a picture of a certain size in pixels.
pub(super) struct Eye {
    lens: Lens,
    /// The transform from world space to camera space, in which +z is forward.
    to_eye: DAffine3,
    near: f64,
    far: f64,
}

impl Eye {
    /// Creates the projection for a picture of this size in pixels; `None` if the viewport is outside it.
    pub(crate) fn new(view: &CameraView, picture: DVec2) -> Option<Self> {
        let near = match view.projection {
            Projection::Orthographic { .. } => view.near,
            Projection::Perspective { .. } | Projection::Physical(_) => view.near.max(NEAREST),
        };
        Some(Self {
            lens: view.lens(picture)?,
            to_eye: DAffine3::from_rotation_translation(view.rotation, view.position).inverse(),
            near,
            far: view.far,
        })
    }

    /// Returns the visible part of a line between two world points, in pixels from the lower left corner; `None` if the
    /// line is invisible.
    pub(super) fn project_line(&self, from: DVec3, to: DVec3) -> Option<[DVec2; 2]> {
        let (from, to) = (self.to_eye.transform_point3(from), self.to_eye.transform_point3(to));
        let along = to - from;
        let [start, end] = clip_between([0.0, 1.0], from.z, along.z, self.near, self.far)?;
        let pixel = |t: f64| Some(self.lens.project(from + along * t)?.truncate());
        let viewport = self.lens.viewport;
        cut(pixel(start)?, pixel(end)?, viewport.min, viewport.min + viewport.size)
    }
}

/// Returns the part of a 2D line that is inside the rectangle from `min` to `max`; `None` if no part is inside.
pub(super) fn cut(from: DVec2, to: DVec2, min: DVec2, max: DVec2) -> Option<[DVec2; 2]> {
    let along = to - from;
    let part = clip_between([0.0, 1.0], from.x, along.x, min.x, max.x)?;
    let [start, end] = clip_between(part, from.y, along.y, min.y, max.y)?;
    let point = |t: f64| (from + along * t).clamp(min, max);
    Some([point(start), point(end)])
}

/// Shortens a part of a line, given by its start and end between 0 and 1, to the part where the coordinate `from + t *
/// along` is between `low` and `high`. Returns `None` if no part remains.
fn clip_between(part: [f64; 2], from: f64, along: f64, low: f64, high: f64) -> Option<[f64; 2]> {
    if !from.is_finite() || !along.is_finite() {
        return None;
    }
    if along == 0.0 {
        return (low..=high).contains(&from).then_some(part);
    }
    let (a, b) = ((low - from) / along, (high - from) / along);
    let [start, end] = [part[0].max(a.min(b)), part[1].min(a.max(b))];
    (start <= end).then_some([start, end])
}

#[cfg(test)]
mod tests {
    use super::cut;
    use glam::DVec2;
    use proptest::prelude::*;

    #[test]
    fn clips_line_at_the_edges() {
        let (min, max) = (DVec2::ZERO, DVec2::new(10.0, 5.0));
        let within =
            |a: [f64; 2], b: [f64; 2]| cut(a.into(), b.into(), min, max).map(|ends| ends.map(|end| end.to_array()));
        assert_eq!(within([1.0, 1.0], [2.0, 2.0]), Some([[1.0, 1.0], [2.0, 2.0]]));
        assert_eq!(within([-10.0, 2.0], [20.0, 2.0]), Some([[0.0, 2.0], [10.0, 2.0]]));
        assert_eq!(within([3.0, -5.0], [3.0, 15.0]), Some([[3.0, 0.0], [3.0, 5.0]]));
        assert_eq!(within([-1.0, 6.0], [11.0, 6.0]), None);
        assert_eq!(within([-2.0, 1.0], [1.0, -2.0]), None);
        assert_eq!(within([f64::NAN, 1.0], [1.0, 1.0]), None);
        assert_eq!(within([4.0, 4.0], [4.0, 4.0]), Some([[4.0, 4.0], [4.0, 4.0]]));
    }

    proptest! {
        #[test]
        fn clipped_line_stays_inside_the_bounds(numbers in prop::array::uniform4(-1e300..1e300_f64)) {
            let (min, max) = (DVec2::new(-3.0, 2.0), DVec2::new(40.0, 8.0));
            let [a, b, c, d] = numbers;
            if let Some(ends) = cut(DVec2::new(a, b), DVec2::new(c, d), min, max) {
                for end in ends {
                    prop_assert!(end.cmpge(min).all() && end.cmple(max).all(), "{end}");
                }
            }
        }
    }
}
