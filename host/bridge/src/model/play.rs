//! The data types of `play`: the clock of a running game, the result of a step, the result of a gesture.

use super::values::optional;
use super::{Cell, FieldPath, ObjectId, Op, ValueText};
use crate::json::number::{self, Number};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// The state of game time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct GameClock {
    /// Frames since the start.
    #[serde(with = "whole_numbers")]
    pub frame: u64,
    /// Game time in seconds.
    #[serde(with = "number")]
    pub time: f64,
    /// Physics time in seconds.
    #[serde(with = "number")]
    pub fixed_time: f64,
    /// Seconds of one physics tick.
    #[serde(with = "number")]
    pub fixed_step: f64,
    pub frozen: bool,
}

/// Frame times of the last frames, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct FrameStats {
    pub frames: u32,
    /// Median of the whole frame.
    #[serde(with = "number")]
    pub median: f64,
    /// 95th percentile of the whole frame.
    #[serde(with = "number")]
    pub p95: f64,
    #[serde(with = "number")]
    pub longest: f64,
    /// Median on the main thread, if it is known.
    #[serde(default, with = "number::option")]
    pub main_thread: Option<f64>,
    /// Bytes of garbage for each frame, if they are known.
    pub garbage: Option<u32>,
}

/// Play mode of an editor.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayMode {
    Play,
    Pause,
    Stop,
    /// A mode that this version does not know.
    Other(#[bounds(unknown("one of play, pause, stop"))] String),
}

/// The unit of a step and the number of units.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ticks {
    Frames(#[bounds(within(1..=10_000))] u32),
    Physics(#[bounds(within(1..=10_000))] u32),
    /// A unit that this version does not know.
    Other(#[bounds(unknown("one of frames, physics"))] String, u32),
}

/// A value that is read after each tick.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Watch {
    pub object: ObjectId,
    pub field: FieldPath,
    /// Ends the step as soon as it is true.
    #[bounds(condition(&field.path))]
    pub until: Option<Until>,
}

/// A condition on a watched value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Until {
    pub op: Op,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub value: Option<ValueText>,
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Stepped {
    /// Ticks that passed.
    pub passed: u32,
    /// Whether a condition ended it.
    pub met: bool,
    /// The watched values after each tick, the last ones.
    pub values: Vec<Vec<Cell>>,
    /// The number of earlier rows that were left out.
    pub left_out: u32,
    pub clock: GameClock,
}

impl Stepped {
    /// Only the last rows up to this number are returned.
    pub const MOST_ROWS: usize = 1_000;
}

/// The target of an input.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[bounds(at = "spot")]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// The middle of the rectangle of this object.
    Object(ObjectId),
    /// Pixels, y up.
    Screen(ScreenSpot),
    /// A spot that this version does not know.
    Other(#[bounds(unknown("one of object, screen"))] String),
}

/// Pixels, y up.
#[derive(Bounds, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[bounds(at = "spot")]
#[serde(from = "[Number; 2]", into = "[Number; 2]")]
pub struct ScreenSpot {
    #[bounds(finite("pixels"))]
    pub x: f64,
    #[bounds(finite("pixels"))]
    pub y: f64,
}

impl From<[Number; 2]> for ScreenSpot {
    fn from([x, y]: [Number; 2]) -> Self {
        Self { x: x.0, y: y.0 }
    }
}

impl From<ScreenSpot> for [Number; 2] {
    fn from(spot: ScreenSpot) -> Self {
        [Number(spot.x), Number(spot.y)]
    }
}

/// An input of a player.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Gesture {
    /// Presses and releases.
    Click(Spot),
    /// Presses at the first spot, releases at the second.
    Drag { from: Spot, to: Spot },
    /// Scrolls by this amount.
    Scroll {
        at: Spot,
        #[serde(with = "number")]
        #[bounds(finite("a finite number"))]
        x: f64,
        #[serde(with = "number")]
        #[bounds(finite("a finite number"))]
        y: f64,
    },
    /// Submits the selected object.
    Submit(Spot),
    /// A gesture that this version does not know, and its JSON.
    Other(
        #[bounds(unknown("one of click, drag, scroll, submit"))] String,
        #[bounds(any)] ValueText,
    ),
}

impl Gesture {
    /// All spots of the gesture, in order.
    pub fn spots(&self) -> Vec<&Spot> {
        match self {
            Self::Click(at) | Self::Scroll { at, .. } | Self::Submit(at) => vec![at],
            Self::Drag { from, to } => vec![from, to],
            Self::Other(..) => Vec::new(),
        }
    }
}

/// The result of a gesture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Touched {
    /// The object that handled the input.
    pub object: Option<ObjectId>,
    /// The objects above it or in its way, the nearest first.
    #[weight(16 * in_front.len())]
    pub in_front: Vec<ObjectId>,
    /// Handlers that ran, by their C# names.
    pub handlers: Vec<String>,
}
