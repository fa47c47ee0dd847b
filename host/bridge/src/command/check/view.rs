//! Bounds of `pick`.

use super::{finite, invalid_value, quote_shortened};
use crate::error::BridgeError;
use crate::model::{Aim, ScreenPoint, Vector3};

pub(super) fn check_aim(aim: &Aim) -> Result<(), BridgeError> {
    match aim {
        Aim::Screen(at) => check_point(at),
        Aim::Ray { origin, direction } => {
            check_vector("aim.origin", origin)?;
            check_vector("aim.direction", direction)?;
            let Vector3 { x, y, z } = *direction;
            // Compared as `f32`, as Unity does; in it 1e-320 is 0.
            if [x, y, z].iter().all(|along| (*along as f32) == 0.0) {
                let right = "a direction whose length is not 0 as 32-bit numbers";
                return Err(invalid_value("aim.direction", format!("{x:?}, {y:?}, {z:?}"), right));
            }
            Ok(())
        }
        Aim::Other(other) => Err(invalid_value("aim", quote_shortened(other), "one of screen, ray")),
    }
}

pub(super) fn check_point(at: &ScreenPoint) -> Result<(), BridgeError> {
    for (field, value) in [("x", at.x), ("y", at.y)] {
        value.map_or(Ok(()), |value| finite(field, value, "a finite number"))?;
    }
    Ok(())
}

fn check_vector(field: &str, vector: &Vector3) -> Result<(), BridgeError> {
    for value in [vector.x, vector.y, vector.z] {
        finite(field, value, "three finite numbers")?;
        if !(value as f32).is_finite() {
            return Err(invalid_value(field, format!("{value:?}"), "three 32-bit numbers"));
        }
    }
    Ok(())
}
