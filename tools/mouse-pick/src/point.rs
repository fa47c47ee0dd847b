//! Converts the caller's arguments to a point and a mode (world or UI) for a pick.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use unity_tools::unity::pick::Point;

// World or UI. No doc comment, because it would be listed as the argument's description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    #[default]
    World,
    Ui,
}

impl<'de> Deserialize<'de> for Mode {
    /// Deserializes the mode without regard to case. Blank and unknown words mean the world.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = Option::<String>::deserialize(deserializer)?.unwrap_or_default();
        Ok(if word.trim().eq_ignore_ascii_case("ui") {
            Self::Ui
        } else {
            Self::World
        })
    }
}

/// The arguments of the tool `MousePick`: a point, and whether to search the world or the UI.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Args {
    #[serde(default)]
    pub(crate) mode: Mode,
    /// Pixels from the left; without x and y: the pointer.
    x: Option<f64>,
    /// Pixels from the bottom.
    y: Option<f64>,
    /// x and y are fractions, 0 to 1.
    #[serde(default)]
    normalized: bool,
}

impl Args {
    /// Returns a note if x or y is a fraction outside the screen, which was moved to its edge; otherwise `None`.
    pub(crate) fn clamped(&self) -> Option<String> {
        let beyond = |value: Option<f64>| self.normalized && value.is_some_and(|value| !(0.0..=1.0).contains(&value));
        let beyond: Vec<&str> = [("x", self.x), ("y", self.y)]
            .into_iter()
            .filter_map(|(name, value)| beyond(value).then_some(name))
            .collect();
        (!beyond.is_empty()).then(|| {
            let names = beyond.join(" and ");
            format!("fractions range from 0 to 1: {names} was clamped to the edge of the screen")
        })
    }

    /// Converts the arguments to a point for Unity. A missing fraction is 0; a missing pixel coordinate is the
    /// pointer's. `normalized` without x and y means the pointer.
    pub(crate) fn point(&self) -> Point {
        let fractions = self.normalized && (self.x.is_some() || self.y.is_some());
        let at = |value: Option<f64>| {
            if fractions {
                Some(value.unwrap_or(0.0).clamp(0.0, 1.0))
            } else {
                value
            }
        };
        Point {
            x: at(self.x),
            y: at(self.y),
            normalized: fractions,
        }
    }
}
