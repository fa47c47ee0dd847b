//! The data types of the list of targets, as users and agents see it.

use crate::state::Activity;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// The kind of a Unity target: a project folder, a running editor or a running player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    Folder,
    Editor,
    Player,
}

impl TargetKind {
    /// Returns the name of the kind in answers to clients: `folder`, `editor` or `player`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Editor => "editor",
            Self::Player => "player",
        }
    }
}

/// The facts about one target in the list of targets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct TargetRow {
    /// Id of the target, such as `Game@1a2b3c4d`.
    pub id: String,
    #[serde(rename = "unity-kind")]
    pub source: TargetKind,
    /// Product name of the Unity project.
    pub project: String,
    /// Path of the project folder, if the host has verified it.
    pub path: Option<String>,
    pub unity_version: String,
    pub platform: String,
    pub state: Activity,
    /// Names of the `unity-tools:unity` interfaces that the target serves, sorted.
    pub serves: Vec<String>,
    /// Functions that the target cannot perform now, with the reason.
    pub problems: Vec<String>,
    /// True if the current call is routed to this target.
    pub chosen: bool,
}
