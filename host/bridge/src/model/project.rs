//! The nouns of `project`, `time-scale` and `logs`.

use crate::json::{number, whole};
use serde::{Deserialize, Serialize};

/// What is known of the project and the bridge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ProjectInfo {
    pub product_name: String,
    pub company_name: String,
    pub product_version: String,
    /// From ProjectVersion.txt, e.g. `2022.3.45f1`.
    pub unity_version: String,
    /// `project` for the project bridge, else the scripting runtime.
    pub runtime: String,
    /// `Offline` for the project bridge.
    pub platform: String,
    pub is_playing: bool,
    /// At least one scene is loaded.
    pub ready: bool,
    pub scenes_total: u32,
    pub scenes_loaded: u32,
    #[serde(with = "whole")]
    pub objects_loaded: u64,
    /// Successful writes of this session.
    #[serde(with = "whole")]
    pub session_edits: u64,
    /// Name of the project's folder; never a full path.
    pub folder: String,
    /// Package name and version, sorted by name.
    pub packages: Vec<(String, String)>,
    /// Tags in use in this project, the built-in ones first.
    pub tags: Vec<String>,
    /// 32 names, blanks count.
    pub layers: Vec<String>,
    /// What could not be read, with reason and remedy.
    pub problems: Vec<String>,
}

/// Game time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TimeScale {
    /// 0 to 4.
    #[serde(with = "number")]
    pub value: f64,
    pub locked: bool,
}

/// One line of the log buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LogLine {
    /// RFC 3339 with offset.
    pub time: String,
    /// `debug`, `info`, `warn` or `error`.
    pub level: String,
    pub message: String,
    /// `unity` or `mcp`.
    pub source: String,
    pub category: Option<String>,
}
