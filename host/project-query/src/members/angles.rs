//! The property `localEulerAngles` of a Transform. No file contains it; a write to it sets the rotation.
//!
//! This module defines the name and converts the numbers; `values/field` reads the angles.

use super::conversion::expected;
use glam::DVec3;
use host_bridge::ResolvedMember;
use serde_json::{Value, json};
use unity_layout::geometry::rotation_of_euler;

/// C# name of a Transform's rotation in degrees, which no file contains.
const NAME: &str = "localEulerAngles";

/// Serialized name of a Transform's rotation field. It is written instead of `localEulerAngles`, and the permission
/// check compares it with allowlists.
pub const ROTATION: &str = "m_LocalRotation";

/// Path below `m_LocalRotation` by which a resolved member says that its value is in degrees.
pub(super) const REST: &str = ".localEulerAngles";

pub(super) fn is_of(type_name: &str, member: &str) -> bool {
    member == NAME && is_transform(type_name)
}

/// Returns true if a component of this full type name has a rotation.
pub fn is_transform(type_name: &str) -> bool {
    matches!(type_name, "UnityEngine.Transform" | "UnityEngine.RectTransform")
}

/// Returns the serialized name of the member to write. For `localEulerAngles` this is `m_LocalRotation`, and the
/// degrees in `value` become the quaternion of this rotation.
pub(super) fn rotation_member<'m>(type_name: &str, member: &'m str, value: &mut Value) -> Result<&'m str, String> {
    if !is_of(type_name, member) {
        return Ok(member);
    }
    *value = rotation(value)?;
    Ok(ROTATION)
}

/// Returns the path below a resolved member at which to write. For a rotation in degrees the path is empty, and `value`
/// becomes the quaternion of this rotation.
pub(super) fn rest<'m>(member: &'m ResolvedMember, value: &mut Value) -> Result<&'m str, String> {
    if member.rest != REST || member.member != ROTATION || !is_transform(&member.type_name) {
        return Ok(&member.rest);
    }
    *value = rotation(value)?;
    Ok("")
}

/// Returns the degrees about x, y and z; `None` if the value is neither an array nor an object with these 3 numbers.
pub fn parts(degrees: &Value) -> Option<[f64; 3]> {
    let parts: Vec<Option<f64>> = match degrees {
        Value::Array(parts) => parts.iter().map(Value::as_f64).collect(),
        Value::Object(parts) if parts.len() == 3 => ["x", "y", "z"]
            .iter()
            .map(|axis| parts.get(*axis).and_then(Value::as_f64))
            .collect(),
        _ => return None,
    };
    match parts[..] {
        [Some(x), Some(y), Some(z)] => Some([x, y, z]),
        _ => None,
    }
}

/// Returns the quaternion (x, y, z, w) of the angles, in single precision as in Unity.
fn rotation(degrees: &Value) -> Result<Value, String> {
    let wrong = || {
        expected(
            NAME,
            "degrees about x, y and z: {\"x\": …, \"y\": …, \"z\": …} or an array of 3 numbers",
            degrees,
        )
    };
    let [x, y, z] = parts(degrees).ok_or_else(wrong)?;
    // In single precision, a larger angle has no digits left for its position within one turn.
    if [x, y, z].iter().any(|angle| angle.abs() > 1e6) {
        return Err(wrong());
    }
    let rotation = rotation_of_euler(DVec3::new(x, y, z)).as_quat();
    Ok(json!([rotation.x, rotation.y, rotation.z, rotation.w]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_degrees_to_rotation_and_rejects_other_values() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        for (degrees, parts) in [
            (json!([0, 0, 0]), [0.0, 0.0, 0.0, 1.0]),
            (json!([0, 90, 0]), [0.0, half, 0.0, half]),
            (json!({"x": -90, "y": 0, "z": 0}), [-half, 0.0, 0.0, half]),
            // First about z, then x, then y.
            (json!([90, 90, 0]), [0.5, 0.5, -0.5, 0.5]),
        ] {
            let made: Vec<f32> = serde_json::from_value(rotation(&degrees).expect("degrees")).expect("numbers");
            let off = made.iter().zip(parts).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 1e-6, "{degrees}: {made:?}");
        }
        for wrong in [
            json!([0, 90]),
            json!([0, 0, 0, 1]),
            json!(["0", 0, 0]),
            json!({"x": 1, "y": 2}),
            json!({"x": 1, "y": 2, "z": 3, "w": 4}),
            json!([0, 1e300, 0]),
            json!(null),
        ] {
            let said = rotation(&wrong).expect_err("no degrees");
            assert!(said.contains("localEulerAngles") && said.contains("degrees"), "{said}");
        }
    }
}
