//! Reads numbers, vectors and rotations from a component's data. Numbers that Unity cannot represent count as absent.

use glam::{DQuat, DVec2, DVec3};
use unity_yaml::Node;

/// Methods that read a serialized field as a number, vector or rotation; `None` if it is absent or invalid.
pub trait Numbers {
    fn real(&self, key: &str) -> Option<f64>;
    fn whole(&self, key: &str) -> Option<i64>;
    /// Reads a boolean field: true for any number except 0.
    fn flag(&self, key: &str) -> Option<bool>;
    /// Reads a vector from `{x, y}`.
    fn vector2(&self, key: &str) -> Option<DVec2>;
    /// Reads a vector from `{x, y, z}`.
    fn vector3(&self, key: &str) -> Option<DVec3>;
    /// Reads a normalized rotation from `{x, y, z, w}`: the identity if the value is absent or has the length 0.
    fn rotation(&self, key: &str) -> DQuat;
}

impl Numbers for Node<'_> {
    fn real(&self, key: &str) -> Option<f64> {
        let held = |value: &f64| value.abs() <= f64::from(f32::MAX);
        self.get(key)?.number().filter(held)
    }

    fn whole(&self, key: &str) -> Option<i64> {
        self.get(key)?.number()
    }

    fn flag(&self, key: &str) -> Option<bool> {
        self.whole(key).map(|value| value != 0)
    }

    fn vector2(&self, key: &str) -> Option<DVec2> {
        let field = self.get(key)?;
        Some(DVec2::new(field.real("x")?, field.real("y")?))
    }

    fn vector3(&self, key: &str) -> Option<DVec3> {
        let field = self.get(key)?;
        Some(DVec3::new(field.real("x")?, field.real("y")?, field.real("z")?))
    }

    fn rotation(&self, key: &str) -> DQuat {
        let read = || {
            let field = self.get(key)?;
            Some(DQuat::from_xyzw(
                field.real("x")?,
                field.real("y")?,
                field.real("z")?,
                field.real("w")?,
            ))
        };
        let rotation = read().unwrap_or(DQuat::IDENTITY);
        let length = rotation.length();
        if length > 1e-12 && length.is_finite() {
            rotation / length
        } else {
            DQuat::IDENTITY
        }
    }
}
