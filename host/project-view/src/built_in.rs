//! Unity's built-in meshes, such as the cube and the sphere, identified by their file ids.

use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;
use unity_layout::geometry::Form;
use unity_yaml::Guid;

/// The guid of Unity's default resources, the file that contains the built-in meshes.
pub(crate) const DEFAULT_RESOURCES: Guid = Guid(0xe000_0000_0000_0000);

/// Returns shape and rotation of the built-in mesh with this id, `None` if unknown. Round meshes become exact shapes.
pub(crate) fn mesh(file_id: i64) -> Option<(Form, DQuat)> {
    Some(match file_id {
        10202 => (Form::Cuboid(DVec3::splat(0.5)), DQuat::IDENTITY),
        10206 => (Form::Cylinder { radius: 0.5, half: 1.0 }, DQuat::IDENTITY),
        10207 => (Form::Ball { radius: 0.5 }, DQuat::IDENTITY),
        10208 => (Form::Capsule { radius: 0.5, half: 0.5 }, DQuat::IDENTITY),
        // A plane faces up.
        10209 => (Form::Sheet(DVec2::splat(5.0)), DQuat::from_rotation_x(FRAC_PI_2)),
        10210 => (Form::Sheet(DVec2::splat(0.5)), DQuat::IDENTITY),
        _ => return None,
    })
}
