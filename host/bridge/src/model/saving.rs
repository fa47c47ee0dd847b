//! Writing changed scenes to their files.

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
