//! Unity's CanvasScaler, which determines the number of pixels for each canvas unit.

use glam::DVec2;

/// The rule by which a canvas scaler combines two ratios: screen width and height, each by the reference size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Match {
    /// A weighted mean on a logarithmic scale: 0 uses only the width, 1 only the height.
    Between(f64),
    /// The smaller ratio, so that the canvas is at least as large as the reference size.
    Expand,
    /// The larger ratio, so that the canvas is at most as large as the reference size.
    Shrink,
}

/// A physical unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Centimeters,
    Millimeters,
    Inches,
    Points,
    Picas,
}

impl Unit {
    pub fn per_inch(self) -> f64 {
        match self {
            Self::Centimeters => 2.54,
            Self::Millimeters => 25.4,
            Self::Inches => 1.0,
            Self::Points => 72.0,
            Self::Picas => 6.0,
        }
    }
}

/// The settings of a CanvasScaler in each of its modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scaler {
    ConstantPixels { factor: f64 },
    WithScreen { reference: DVec2, matching: Match },
    ConstantPhysical { unit: Unit, dpi: f64 },
}

impl Scaler {
    /// Returns the number of pixels for each canvas unit on a screen of the size `screen` in pixels. Returns 1 if the
    /// settings result in no valid number.
    pub fn factor(&self, screen: DVec2) -> f64 {
        let factor = match *self {
            Self::ConstantPixels { factor } => factor,
            Self::WithScreen { reference, matching } => {
                let DVec2 { x, y } = screen / reference;
                match matching {
                    Match::Between(share) => (x.log2() + (y.log2() - x.log2()) * share.clamp(0.0, 1.0)).exp2(),
                    Match::Expand => x.min(y),
                    Match::Shrink => x.max(y),
                }
            }
            Self::ConstantPhysical { unit, dpi } => dpi / unit.per_inch(),
        };
        if factor.is_finite() && factor > 0.0 {
            factor
        } else {
            1.0
        }
    }
}
