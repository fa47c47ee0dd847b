//! The Unitys of a host, as people and agents see them.

use crate::state::Activity;
use serde::{Deserialize, Serialize};

/// What stands behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnityKind {
    Folder,
    Editor,
    Player,
}

impl UnityKind {
    /// As clients read it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Editor => "editor",
            Self::Player => "player",
        }
    }
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct UnityRow {
    /// `Game@1a2b3c4d`.
    pub id: String,
    #[serde(rename = "unity-kind")]
    pub source: UnityKind,
    /// Product name.
    pub project: String,
    /// Folder of the project, where it is proved.
    pub path: Option<String>,
    pub unity_version: String,
    pub platform: String,
    pub state: Activity,
    /// Interfaces of `unity-tools:unity` by their own names, in order.
    pub serves: Vec<String>,
    /// What cannot be done now, and why.
    pub problems: Vec<String>,
    /// Whether the call that asks goes to it.
    pub chosen: bool,
}
