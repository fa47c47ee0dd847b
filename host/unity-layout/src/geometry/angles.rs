//! Conversion between rotations and Unity's Euler angles: a rotation about z, then about x, then about y.

use glam::{DQuat, DVec3};

/// The sine of the pitch from which a direction counts as vertical. Only the sum of the other angles is known then.
const UPRIGHT: f64 = 1.0 - 1e-7;

/// The tolerance in degrees within which an angle counts as 0. Files contain no smaller angle in single precision.
const NOISE: f64 = 1e-5;

/// Returns the Euler angles of a rotation about x, y and z in degrees, each from 0 to less than 360. If the direction
/// is straight up or down, z is 0, as in Unity's inspector.
pub fn euler_degrees(rotation: DQuat) -> DVec3 {
    let forward = rotation * DVec3::Z;
    let right = rotation * DVec3::X;
    let up = rotation * DVec3::Y;
    let radians = if forward.y.abs() < UPRIGHT {
        DVec3::new((-forward.y).asin(), forward.x.atan2(forward.z), right.y.atan2(up.y))
    } else {
        DVec3::new(
            (-forward.y).signum() * std::f64::consts::FRAC_PI_2,
            (-right.z).atan2(right.x),
            0.0,
        )
    };
    let turn = |radians: f64| {
        let degrees = radians.to_degrees().rem_euclid(360.0);
        if (NOISE..360.0 - NOISE).contains(&degrees) {
            degrees
        } else {
            0.0
        }
    };
    DVec3::new(turn(radians.x), turn(radians.y), turn(radians.z))
}

/// Returns the rotation with these Euler angles about x, y and z in degrees.
pub fn rotation_of_euler(degrees: DVec3) -> DQuat {
    let [x, y, z] = degrees.to_array().map(f64::to_radians);
    DQuat::from_euler(glam::EulerRot::YXZ, y, x, z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: DVec3, b: DVec3) -> bool {
        a.distance(b) < 1e-4
    }

    #[test]
    fn converts_quaternions_to_inspector_angles() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let table = [
            ((0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0)),
            ((0.258_819_04, 0.0, 0.0, 0.965_925_8), (30.0, 0.0, 0.0)),
            ((-0.258_819_04, 0.0, 0.0, 0.965_925_8), (330.0, 0.0, 0.0)),
            ((0.0, half, 0.0, half), (0.0, 90.0, 0.0)),
            ((0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 180.0)),
            // The light of a new scene.
            (
                (0.408_217_9, -0.234_569_7, 0.109_381_6, 0.875_426_1),
                (50.0, 330.0, 0.0),
            ),
            // Straight down and straight up.
            ((half, 0.0, 0.0, half), (90.0, 0.0, 0.0)),
            ((-half, 0.0, 0.0, half), (270.0, 0.0, 0.0)),
            ((0.5, 0.5, -0.5, 0.5), (90.0, 90.0, 0.0)),
        ];
        for ((x, y, z, w), (ex, ey, ez)) in table {
            let found = euler_degrees(DQuat::from_xyzw(x, y, z, w).normalize());
            assert!(close(found, DVec3::new(ex, ey, ez)), "{found} for {ex} {ey} {ez}");
        }
    }

    proptest! {
        #[test]
        fn round_trips_rotations_through_euler_angles(x in -90.0..90.0_f64, y in 0.0..360.0_f64, z in 0.0..360.0_f64) {
            let rotation = rotation_of_euler(DVec3::new(x, y, z));
            let angles = euler_degrees(rotation);
            prop_assert!(angles.to_array().iter().all(|angle| (0.0..360.0).contains(angle)));
            let again = rotation_of_euler(angles);
            for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                prop_assert!((rotation * axis).distance(again * axis) < 2e-3);
            }
        }
    }
}
