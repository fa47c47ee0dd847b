//! The nouns of `play`: how a running game goes, what a step came to, what a gesture met.

use super::values::optional;
use super::{Cell, FieldPath, ObjectId, Op, ValueText};
use crate::json::number::{self, Number};
use crate::json::whole;
use serde::{Deserialize, Serialize};

/// How time passes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameClock {
    /// Frames since the start.
    #[serde(with = "whole")]
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

/// Costs of the last frames, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct FrameStats {
    pub frames: u32,
    /// Of a whole frame.
    #[serde(with = "number")]
    pub median: f64,
    /// Of a whole frame.
    #[serde(with = "number")]
    pub p95: f64,
    #[serde(with = "number")]
    pub longest: f64,
    /// Median on the main thread, where it is known.
    #[serde(default, with = "number::option")]
    pub main_thread: Option<f64>,
    /// Bytes of garbage a frame, where they are known.
    pub garbage: Option<u32>,
}

/// Play mode of an editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayMode {
    Play,
    Pause,
    Stop,
    /// One that this version does not name.
    Other(String),
}

/// What a step counts, and how many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ticks {
    Frames(u32),
    Physics(u32),
    /// A unit that this version does not name.
    Other(String, u32),
}

/// A value to look at after each tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Watch {
    pub object: ObjectId,
    pub field: FieldPath,
    /// Ends the step where it is true.
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

/// What a step came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stepped {
    /// Ticks that passed.
    pub passed: u32,
    /// Whether a condition ended it.
    pub met: bool,
    /// The watched values after each tick, the last ones.
    pub values: Vec<Vec<Cell>>,
    /// Rows that were left out before them.
    pub left_out: u32,
    pub clock: GameClock,
}

impl Stepped {
    /// Rows beyond this are left out, the first ones first.
    pub const MOST_ROWS: usize = 1_000;
}

/// Where input goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// The middle of its rectangle.
    Object(ObjectId),
    /// Pixels, y up.
    Screen(ScreenSpot),
    /// One that this version does not name.
    Other(String),
}

/// Pixels, y up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[Number; 2]", into = "[Number; 2]")]
pub struct ScreenSpot {
    pub x: f64,
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

/// What a player does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Gesture {
    /// Presses and lets go.
    Click(Spot),
    /// Presses on the first, lets go on the second.
    Drag { from: Spot, to: Spot },
    /// By so much.
    Scroll {
        at: Spot,
        #[serde(with = "number")]
        x: f64,
        #[serde(with = "number")]
        y: f64,
    },
    /// Submits what is selected.
    Submit(Spot),
    /// One that this version does not name, and its JSON.
    Other(String, ValueText),
}

impl Gesture {
    /// Where it goes, its first place first.
    pub fn spots(&self) -> Vec<&Spot> {
        match self {
            Self::Click(at) | Self::Scroll { at, .. } | Self::Submit(at) => vec![at],
            Self::Drag { from, to } => vec![from, to],
            Self::Other(..) => Vec::new(),
        }
    }
}

/// What a gesture met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Touched {
    /// The object that took it.
    pub object: Option<ObjectId>,
    /// What lay above or in its way, the nearest first.
    pub in_front: Vec<ObjectId>,
    /// Handlers that ran, as C# names them.
    pub handlers: Vec<String>,
}
