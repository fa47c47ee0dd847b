//! The data types of the list of targets, as users and agents see it.

use crate::state::Activity;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// The kind of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    Folder,
    Editor,
    Player,
}

impl TargetKind {
    /// The spelling for clients.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Editor => "editor",
            Self::Player => "player",
        }
    }
}

/// One target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct TargetRow {
    /// `Game@1a2b3c4d`.
    pub id: String,
    #[serde(rename = "unity-kind")]
    pub source: TargetKind,
    /// Product name.
    pub project: String,
    /// The project folder, if it is proved.
    pub path: Option<String>,
    pub unity_version: String,
    pub platform: String,
    pub state: Activity,
    /// Interfaces of `unity-tools:unity` that it serves, by their names, in order.
    pub serves: Vec<String>,
    /// Functions that it cannot perform now, with the reason.
    pub problems: Vec<String>,
    /// Whether the current call is routed to it.
    pub chosen: bool,
}
