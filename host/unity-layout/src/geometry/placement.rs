//! Transforms of objects: relative to the parent (`Local`) and in the world (`Placement`).

use glam::{DAffine3, DMat3, DQuat, DVec3};

/// The position, rotation and scale of an object relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Local {
    pub position: DVec3,
    /// The rotation as a unit quaternion.
    pub rotation: DQuat,
    pub scale: DVec3,
}

impl Local {
    pub const IDENTITY: Self = Self {
        position: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
        scale: DVec3::ONE,
    };

    pub fn matrix(&self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.position)
    }
}

/// The transform of an object in the world. If a rotated parent has an uneven scale, the matrix contains shear. Like in
/// Unity, the rotation and the lossy scale do not contain it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    pub matrix: DAffine3,
    /// The rotation as a unit quaternion.
    pub rotation: DQuat,
    /// For each axis, -1 if the scales of the object and all its ancestors together mirror the axis, otherwise 1.
    mirror: DVec3,
}

/// The fraction of the scale below which shear counts as a rounding error.
const SHEAR: f64 = 1e-5;

impl Placement {
    pub const WORLD: Self = Self {
        matrix: DAffine3::IDENTITY,
        rotation: DQuat::IDENTITY,
        mirror: DVec3::ONE,
    };

    /// Returns the world transform of a child of this object. `local` is the child's local transform.
    pub fn child(&self, local: &Local) -> Self {
        Self {
            matrix: self.matrix * local.matrix(),
            rotation: (self.rotation * mirrored(self.mirror, local.rotation)).normalize(),
            mirror: self.mirror * local.scale.signum(),
        }
    }

    pub fn position(&self) -> DVec3 {
        self.matrix.translation
    }

    /// Returns the scale and shear that the matrix has in addition to the rotation: inverse rotation times matrix.
    fn unturned(&self) -> DMat3 {
        DMat3::from_quat(self.rotation.conjugate()) * self.matrix.matrix3
    }

    /// Returns the world scale that Unity calls `lossyScale`, which ignores shear.
    pub fn lossy_scale(&self) -> DVec3 {
        let scale = self.unturned();
        DVec3::new(scale.x_axis.x, scale.y_axis.y, scale.z_axis.z)
    }

    /// True if the matrix contains shear, which rotation and lossy scale do not describe.
    pub fn is_sheared(&self) -> bool {
        let scale = self.unturned();
        let rest = scale - DMat3::from_diagonal(self.lossy_scale());
        let largest = scale.to_cols_array().into_iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        rest.to_cols_array()
            .into_iter()
            .any(|value| value.abs() > largest * SHEAR)
    }

    /// Returns the local transform with which a child of this object has the world transform `kept`, as Unity's
    /// `SetParent` computes it. Position and rotation are exact; the scale is the best approximation without shear.
    /// `None` if the matrix of `self` has no inverse, because a scale is zero.
    pub fn keeping(&self, kept: &Self) -> Option<Local> {
        if !is_invertible(&self.matrix) {
            return None;
        }
        let rotation = mirrored(self.mirror, self.rotation.conjugate() * kept.rotation).normalize();
        let unscaled = self.matrix.matrix3 * DMat3::from_quat(rotation);
        let scale = unscaled.inverse() * kept.matrix.matrix3;
        let local = Local {
            position: self.matrix.inverse().transform_point3(kept.position()),
            rotation,
            scale: DVec3::new(scale.x_axis.x, scale.y_axis.y, scale.z_axis.z),
        };
        (local.position.is_finite() && local.scale.is_finite() && local.rotation.is_finite()).then_some(local)
    }
}

/// True if the matrix has a usable inverse: it is finite, and no axis has the length zero.
pub fn is_invertible(matrix: &DAffine3) -> bool {
    let axes = matrix.matrix3;
    let size = axes.x_axis.length() * axes.y_axis.length() * axes.z_axis.length();
    // Relative to the lengths of the axes: a small object is as invertible as a large one.
    matrix.is_finite() && size > 1e-30 && axes.determinant().abs() > size * 1e-9
}

/// Returns the rotation after its space is mirrored along each axis with a negative sign.
fn mirrored(signs: DVec3, rotation: DQuat) -> DQuat {
    DQuat::from_xyzw(
        rotation.x * signs.y * signs.z,
        rotation.y * signs.x * signs.z,
        rotation.z * signs.x * signs.y,
        rotation.w,
    )
}

#[cfg(test)]
mod tests;
