//! Converts screen points of callers to pixels, for picks and layouts.

use crate::scene_view::SceneView;
use glam::DVec2;
use host_bridge::{BridgeError, BridgeErrorKind, ScreenPoint};
use serde_json::json;

impl SceneView<'_> {
    /// Converts a screen point to pixels, from the lower left corner, with y upwards. Fails if the point is outside the
    /// screen, or if none is given, because only a running Unity has a pointer.
    pub(crate) fn pixel(self, at: ScreenPoint) -> Result<DVec2, BridgeError> {
        let (width, height) = self.screen();
        let size = DVec2::new(f64::from(width), f64::from(height));
        if at.x.is_none() && at.y.is_none() {
            let message = "the pointer's position needs a running Unity";
            return Err(BridgeError::new(BridgeErrorKind::NotReady, message).with_hint(format!(
                "give x and y: pixels on a screen of {width} x {height}, or 0 to 1 with normalized"
            )));
        }
        if at.normalized {
            let point = DVec2::new(at.x.unwrap_or(0.0), at.y.unwrap_or(0.0));
            return Ok(point.clamp(DVec2::ZERO, DVec2::ONE) * size);
        }
        let along = |field: &str, value: Option<f64>, size: f64, axis: &str| {
            let Some(value) = value else {
                let message = format!("`{field}` is missing; the pointer's own needs a running Unity");
                return Err(BridgeError::new(BridgeErrorKind::NotReady, message)
                    .with_hint("give both x and y")
                    .with_data(&json!({"argument": field, "given": null})));
            };
            if !(0.0..=size).contains(&value) {
                let message = format!("`{field}` is {value}, expected 0 to {size}, the screen's {axis} in pixels");
                return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                    .with_hint(format!(
                        "the screen is {width} x {height}; for parts of it give normalized true and 0 to 1"
                    ))
                    .with_data(&json!({"argument": field, "given": value})));
            }
            Ok(value)
        };
        Ok(DVec2::new(
            along("x", at.x, size.x, "width")?,
            along("y", at.y, size.y, "height")?,
        ))
    }
}
