//! Everything that can be asked of a Unity, typed. One variant per function of the `unity-tools:unity` imports.

use crate::model::{LogLine, ObjectFilter, ObjectId, PageRequest, SceneFilter, SceneId};
use host_api::{Access, AccessTarget, Effect};

/// A request to Unity's main thread.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    // project
    ProjectInfo,
    // scenes
    ListScenes {
        filter: SceneFilter,
        page: PageRequest,
    },
    OpenScene {
        scene: SceneId,
    },
    // objects
    ListObjects {
        filter: ObjectFilter,
        page: PageRequest,
    },
    GetObject {
        object: ObjectId,
    },
    /// Full hierarchy path, in all loaded scenes; several objects may share it.
    FindObjects {
        path: String,
        page: PageRequest,
    },
    // objects-edit
    SetActive {
        object: ObjectId,
        active: bool,
    },
    Reparent {
        object: ObjectId,
        parent: Option<ObjectId>,
    },
    DestroyObject {
        object: ObjectId,
    },
    // components
    ListComponents {
        object: ObjectId,
        page: PageRequest,
    },
    // selection
    GetSelection,
    // selection-edit
    Select {
        objects: Vec<ObjectId>,
    },
    // time-scale
    GetTimeScale,
    // time-scale-edit; `lock: None` leaves the lock alone
    SetTimeScale {
        value: f64,
        lock: Option<bool>,
    },
    // logs; the newest `count` lines, oldest of them first
    TailLogs {
        count: u32,
        min_level: Option<String>,
        max_bytes: usize,
    },
    /// The host's own lines enter the same buffer (`[MCP] error …`). Not reachable from a guest.
    AppendLog {
        line: LogLine,
    },
}

const UNITY: [&str; 10] = [
    "unity-tools:unity/project",
    "unity-tools:unity/scenes",
    "unity-tools:unity/objects",
    "unity-tools:unity/objects-edit",
    "unity-tools:unity/components",
    "unity-tools:unity/selection",
    "unity-tools:unity/selection-edit",
    "unity-tools:unity/time-scale",
    "unity-tools:unity/time-scale-edit",
    "unity-tools:unity/logs",
];

impl Command {
    /// What gate 2 has to decide on for this command.
    pub fn access(&self) -> Access {
        let (interface, function, effect) = match self {
            Self::ProjectInfo => (UNITY[0], "info", Effect::Read),
            Self::ListScenes { .. } => (UNITY[1], "list-scenes", Effect::Read),
            Self::OpenScene { .. } => (UNITY[1], "open", Effect::Read),
            Self::ListObjects { .. } => (UNITY[2], "list-objects", Effect::Read),
            Self::GetObject { .. } => (UNITY[2], "get", Effect::Read),
            Self::FindObjects { .. } => (UNITY[2], "find", Effect::Read),
            Self::SetActive { .. } => (UNITY[3], "set-active", Effect::Write),
            Self::Reparent { .. } => (UNITY[3], "reparent", Effect::Write),
            Self::DestroyObject { .. } => (UNITY[3], "destroy", Effect::Destructive),
            Self::ListComponents { .. } => (UNITY[4], "list-components", Effect::Read),
            Self::GetSelection => (UNITY[5], "get", Effect::Read),
            Self::Select { .. } => (UNITY[6], "select", Effect::WriteUnconfirmed),
            Self::GetTimeScale => (UNITY[7], "get", Effect::Read),
            Self::SetTimeScale { .. } => (UNITY[8], "set", Effect::Write),
            Self::TailLogs { .. } => (UNITY[9], "tail", Effect::Read),
            Self::AppendLog { .. } => ("unity-tools:host/log", "write", Effect::Read),
        };
        Access {
            interface,
            function,
            effect,
            target: AccessTarget::None,
        }
    }

    /// True where it changes what a person would call the game or the editor; these are audited and never retried.
    pub fn is_write(&self) -> bool {
        self.access().effect.changes_something()
    }

    /// The object acted on, for the audit line.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Self::SetActive { object, .. }
            | Self::Reparent { object, .. }
            | Self::DestroyObject { object }
            | Self::GetObject { object }
            | Self::ListComponents { object, .. } => Some(*object),
            Self::Select { objects } => objects.first().copied(),
            _ => None,
        }
    }
}
