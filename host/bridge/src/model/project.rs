//! The data types of `project`, `time-scale` and `logs`.

use crate::json::{number, whole_numbers};
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// Facts about the Unity project: its versions, packages, tags, layers, unsaved edits and problems.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(256)]
#[serde(rename_all = "kebab-case")]
pub struct ProjectInfo {
    #[weight(0)]
    pub product_name: String,
    #[weight(0)]
    pub company_name: String,
    #[weight(0)]
    pub product_version: String,
    /// Unity version from ProjectVersion.txt, e.g. `2022.3.45f1`.
    #[weight(0)]
    pub unity_version: String,
    /// `project` for a project folder, otherwise the name of the instance's scripting runtime.
    #[weight(0)]
    pub runtime: String,
    /// Platform of the target; `Offline` for a project folder.
    #[weight(0)]
    pub platform: String,
    pub is_playing: bool,
    /// True if at least one scene is loaded.
    pub ready: bool,
    pub scenes_total: u32,
    pub scenes_loaded: u32,
    #[serde(with = "whole_numbers")]
    pub objects_loaded: u64,
    /// Number of edits that are not saved to files. An undo of a saved edit also counts until it is saved.
    #[serde(with = "whole_numbers")]
    pub session_edits: u64,
    /// Name of the project folder, never a full path.
    #[weight(0)]
    pub folder: String,
    /// Names and versions of packages, sorted by name.
    pub packages: Vec<(String, String)>,
    /// Tags that the project uses, the built-in ones first.
    pub tags: Vec<String>,
    /// Names of the 32 layers, by layer number; an unused layer has an empty name.
    pub layers: Vec<String>,
    /// Parts that could not be read, one text each, with reason and remedy.
    pub problems: Vec<String>,
}

/// The speed of game time, and whether it is locked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[weight(16)]
#[serde(rename_all = "kebab-case")]
pub struct TimeScale {
    /// The speed of game time as a factor, 0 to 4; 1 is real time.
    #[serde(with = "number")]
    pub value: f64,
    pub locked: bool,
}

/// One line of the log buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct LogLine {
    /// Time of the line: RFC 3339 with offset.
    pub time: String,
    /// Level: `debug`, `info`, `warn` or `error`.
    #[weight(0)]
    pub level: String,
    pub message: String,
    /// Source of the line: `unity` or `mcp`.
    #[weight(0)]
    pub source: String,
    pub category: Option<String>,
}
