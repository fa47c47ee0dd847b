//! The data types of `play`: the clock of a running game, the result of a step, the result of a gesture.

use super::values::optional;
use super::{Cell, FieldPath, ObjectId, Op, ValueText};
use crate::json::number::{self, Number};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// The state of game time at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct GameClock {
    /// Number of frames since the start of the game.
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

/// Statistics of the frame times of the last frames, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct FrameStats {
    pub frames: u32,
    #[serde(with = "number")]
    pub median: f64,
    #[serde(with = "number")]
    pub p95: f64,
    #[serde(with = "number")]
    pub longest: f64,
    /// Median time on the main thread in milliseconds, if it is known.
    #[serde(default, with = "number::option")]
    pub main_thread: Option<f64>,
    /// Bytes of allocated garbage per frame, if they are known.
    pub garbage: Option<u32>,
}

/// The play mode that an editor is set to.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayMode {
    Play,
    Pause,
    Stop,
    /// A play mode that this version does not know.
    Other(#[bounds(unknown("one of play, pause, stop"))] String),
}

/// How far a `Step` command advances the game: a unit (rendered frames or physics ticks) and the number of units.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ticks {
    Frames(#[bounds(within(1..=10_000))] u32),
    Physics(#[bounds(within(1..=10_000))] u32),
    /// A unit other than frames and physics ticks, which this version does not know, and the number of units.
    Other(#[bounds(unknown("one of frames, physics"))] String, u32),
}

/// A value of the game that a `Step` command reads after each tick.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Watch {
    pub object: ObjectId,
    pub field: FieldPath,
    /// A condition on this value that ends the `Step` command as soon as it is true; `None` if there is no condition.
    #[bounds(condition(&field.path))]
    pub until: Option<Until>,
}

/// A condition on a watched value: an operator, and the value to compare with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Until {
    pub op: Op,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub value: Option<ValueText>,
}

/// The result of a `Step` command: the ticks that the game advanced, and the watched values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Stepped {
    pub passed: u32,
    /// True if the condition of a watched value became true and so ended the `Step` command.
    pub met: bool,
    /// The watched values, one row for each of the last ticks, oldest first. A row has one cell for each watched value.
    pub values: Vec<Vec<Cell>>,
    /// The number of earlier rows of watched values that were left out.
    pub left_out: u32,
    pub clock: GameClock,
}

impl Stepped {
    /// Maximum number of ticks for which `values` has a row with the watched values; earlier rows are left out.
    pub const MOST_ROWS: usize = 1_000;
}

/// The object or the point of the screen at which an input acts.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[bounds(at = "spot")]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// The middle of the rectangle of this object.
    Object(ObjectId),
    Screen(ScreenSpot),
    /// A kind of spot that this version does not know.
    Other(#[bounds(unknown("one of object, screen"))] String),
}

/// A point of the screen, in pixels; y points up.
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

/// An input that is sent to the game like that of a player.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Gesture {
    /// Presses and releases at one spot.
    Click(Spot),
    /// Presses at the spot `from` and releases at the spot `to`.
    Drag { from: Spot, to: Spot },
    /// Scrolls at the spot by `x` horizontally and `y` vertically, as Unity's `scrollDelta`.
    Scroll {
        at: Spot,
        #[serde(with = "number")]
        #[bounds(finite("a finite number"))]
        x: f64,
        #[serde(with = "number")]
        #[bounds(finite("a finite number"))]
        y: f64,
    },
    /// Sends a submit event to the object at this spot.
    Submit(Spot),
    /// A gesture that this version does not know: its name and its JSON.
    Other(
        #[bounds(unknown("one of click, drag, scroll, submit"))] String,
        #[bounds(any)] ValueText,
    ),
}

impl Gesture {
    /// Returns all spots of the gesture, in the order in which the input reaches them.
    pub fn spots(&self) -> Vec<&Spot> {
        match self {
            Self::Click(at) | Self::Scroll { at, .. } | Self::Submit(at) => vec![at],
            Self::Drag { from, to } => vec![from, to],
            Self::Other(..) => Vec::new(),
        }
    }
}

/// The objects and handlers that a gesture reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Touched {
    /// The object that handled the input; `None` if no object did.
    pub object: Option<ObjectId>,
    /// The objects that covered the target of the input, the nearest first.
    #[weight(16 * in_front.len())]
    pub in_front: Vec<ObjectId>,
    /// C# names of the event handlers that ran because of the input.
    pub handlers: Vec<String>,
}
