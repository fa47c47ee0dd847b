//! Writing changed scenes to their files.

use super::EditNeed;
use crate::json::whole;
use serde::{Deserialize, Serialize};

/// One line of a file that saving would write anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LineChange {
    /// 1-based, in the file as it is; of a new line, the one that it comes before.
    #[serde(with = "whole")]
    pub line: u64,
    /// None where a line comes in; cut where it is long.
    pub old: Option<String>,
    /// None where the line goes.
    pub new: Option<String>,
}

/// What saving would write into one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct FileChanges {
    /// Asset path.
    pub file: String,
    /// At most 200 of them.
    pub lines: Vec<LineChange>,
    /// How many in all.
    #[serde(with = "whole")]
    pub total: u64,
    /// What the allowlists have to hold before the file may be written, each need once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<WrittenNeed>,
}

/// A need of one file, and the objects that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct WrittenNeed {
    pub need: EditNeed,
    /// Hierarchy path of the first object.
    pub path: String,
    /// Objects in all.
    #[serde(with = "whole")]
    pub objects: u64,
}

impl WrittenNeed {
    /// `Assets/Main.unity: /World UnityEngine.Light.m_Intensity`
    pub fn shown(&self, file: &str) -> String {
        let others = match self.objects.saturating_sub(1) {
            0 => String::new(),
            1 => " and on 1 other object".to_owned(),
            others => format!(" and on {others} other objects"),
        };
        format!("{file}: {} {}{others}", self.path, self.need)
    }
}

/// One file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SavedFile {
    /// Asset path.
    pub file: String,
    /// Of the file now.
    #[serde(with = "whole")]
    pub bytes: u64,
    /// Where the file as it was lies, below the host's data folder.
    pub backup: String,
}
