//! The data types for saving changed scenes to their files.

use super::EditNeed;
use crate::json::whole_numbers;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// One line that saving would change in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(16)]
#[serde(rename_all = "kebab-case")]
pub struct LineChange {
    /// Number of the line in the current file, from 1; for a new line, the line before which it is inserted.
    #[serde(with = "whole_numbers")]
    pub line: u64,
    /// The line before saving; `None` if the line is inserted. Long lines are cut.
    pub old: Option<String>,
    /// The line after saving; `None` if the line is removed.
    pub new: Option<String>,
}

/// The changes that saving would make in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct FileChanges {
    /// Asset path of the file.
    pub file: String,
    /// The first changed lines, at most 200.
    pub lines: Vec<LineChange>,
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// The different allowlist entries that must exist before the file may be written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<WrittenNeed>,
}

/// A needed allowlist entry of one file, and the objects that need it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(128)]
#[serde(rename_all = "kebab-case")]
pub struct WrittenNeed {
    #[weight(0)]
    pub need: EditNeed,
    /// Hierarchy path of the first object that needs the entry.
    pub path: String,
    #[serde(with = "whole_numbers")]
    pub objects: u64,
}

impl WrittenNeed {
    /// Formats the needed allowlist entry with its file and first object, e.g. `Assets/Main.unity: /World
    /// UnityEngine.Light.m_Intensity`.
    pub fn to_display(&self, file: &str) -> String {
        let others = match self.objects.saturating_sub(1) {
            0 => String::new(),
            1 => " and on 1 other object".to_owned(),
            others => format!(" and on {others} other objects"),
        };
        format!("{file}: {} {}{others}", self.path, self.need)
    }
}

/// A file that a save command has written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct SavedFile {
    /// Asset path of the file.
    pub file: String,
    /// Size of the new file in bytes.
    #[serde(with = "whole_numbers")]
    pub bytes: u64,
    /// Path of the backup of the old file, below the data folder of the host.
    pub backup: String,
}
