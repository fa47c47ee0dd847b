//! `localEulerAngles` of a Transform: no file holds them, setting them sets the rotation that they are.
//!
//! Belongs here: the name and the numbers. Does not: showing them (`values/field`).

use super::converted::expected;
use glam::DVec3;
use host_bridge::ResolvedMember;
use serde_json::{Value, json};
use unity_layout::geometry::rotation_of_euler;

/// As C# names them.
const NAME: &str = "localEulerAngles";

/// The field that is set: it is what a policy names.
pub(super) const ROTATION: &str = "m_LocalRotation";

/// What of a resolved member says that its value is in degrees.
pub(super) const REST: &str = ".localEulerAngles";

pub(super) fn is_of(type_name: &str, member: &str) -> bool {
    member == NAME && is_transform(type_name)
}

pub(super) fn is_transform(type_name: &str) -> bool {
    matches!(type_name, "UnityEngine.Transform" | "UnityEngine.RectTransform")
}

/// The member that is set instead of `member`; what it is set to becomes the rotation of those degrees.
///
/// # Errors
/// What was expected and what came.
pub(super) fn instead<'m>(type_name: &str, member: &'m str, value: &mut Value) -> Result<&'m str, String> {
    if !is_of(type_name, member) {
        return Ok(member);
    }
    *value = rotation(value)?;
    Ok(ROTATION)
}

/// The same for a member that was resolved: the way that is left below it.
///
/// # Errors
/// What was expected and what came.
pub(super) fn rest<'m>(member: &'m ResolvedMember, value: &mut Value) -> Result<&'m str, String> {
    if member.rest != REST || member.member != ROTATION || !is_transform(&member.type_name) {
        return Ok(&member.rest);
    }
    *value = rotation(value)?;
    Ok("")
}

/// Degrees about x, y and z.
pub(super) fn parts(degrees: &Value) -> Option<[f64; 3]> {
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

/// The rotation of those degrees, in single precision as Unity keeps it.
///
/// # Errors
/// What was expected and what came.
fn rotation(degrees: &Value) -> Result<Value, String> {
    let wrong = || {
        expected(
            NAME,
            "degrees about x, y and z: {\"x\": …, \"y\": …, \"z\": …} or an array of 3 numbers",
            degrees,
        )
    };
    let [x, y, z] = parts(degrees).ok_or_else(wrong)?;
    // More turns than that leave no digit of single precision for the angle itself.
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
    fn degrees_are_a_rotation() {
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
