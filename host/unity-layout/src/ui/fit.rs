//! UI components that set the rectangle of their own object: ContentSizeFitter and AspectRatioFitter.

use super::rect::RectSpec;
use glam::DVec2;

/// The mode of a ContentSizeFitter along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    Free,
    Min,
    Preferred,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AspectMode {
    WidthControlsHeight,
    HeightControlsWidth,
    FitInParent,
    EnvelopeParent,
}

/// The settings of an AspectRatioFitter. The ratio is the width divided by the height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aspect {
    pub mode: AspectMode,
    pub ratio: f64,
}

impl Aspect {
    /// Changes the rectangle `rect` to the aspect ratio. `size` is its current size, `parent` that of its parent.
    pub(super) fn apply(&self, rect: &mut RectSpec, size: DVec2, parent: DVec2) {
        // Unity limits the ratio to this range.
        let ratio = self.ratio.clamp(0.001, 1000.0);
        match self.mode {
            AspectMode::WidthControlsHeight => rect.resize(1, size.x / ratio, parent.y),
            AspectMode::HeightControlsWidth => rect.resize(0, size.y * ratio, parent.x),
            AspectMode::FitInParent | AspectMode::EnvelopeParent => {
                rect.stretch();
                let parent_is_wider = parent.y * ratio < parent.x;
                if parent_is_wider == (self.mode == AspectMode::FitInParent) {
                    rect.resize(0, parent.y * ratio, parent.x);
                } else {
                    rect.resize(1, parent.x / ratio, parent.y);
                }
            }
        }
    }
}
