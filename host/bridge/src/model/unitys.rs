//! The Unitys of a host, as people and agents see them.

use crate::state::{Activity, BridgeState};
use crate::unity_bridge::UnityBridge;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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

impl UnityRow {
    /// What `bridge` tells of itself; nobody chose it.
    pub fn of(bridge: &dyn UnityBridge, source: UnityKind) -> Self {
        let project = bridge.project();
        let interfaces: BTreeSet<String> = bridge
            .functions()
            .into_iter()
            .filter_map(|function| function.method().split_once('/'))
            .map(|(interface, _)| interface.to_owned())
            .collect();
        Self {
            id: bridge.id().to_string(),
            source,
            project: project.product_name,
            path: None,
            unity_version: project.unity_version,
            platform: project.platform,
            state: match bridge.state() {
                BridgeState::Ready => Activity::Ready,
                BridgeState::Loading { .. } => Activity::Reloading,
                BridgeState::Failed { .. } => Activity::Away,
                BridgeState::Unity(state) => state.activity,
            },
            serves: interfaces.into_iter().collect(),
            problems: Vec::new(),
            chosen: false,
        }
    }
}
