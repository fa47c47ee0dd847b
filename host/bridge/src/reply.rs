//! What Unity answers, typed; one variant per shape.

use crate::model::{ComponentCard, LogLine, ObjectCard, Page, ProjectInfo, SceneCard, Selection, TimeScale};

/// The answer to a `Command`. Which command gives which variant is said beside each.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A write that has nothing to tell.
    Done,
    /// `ProjectInfo`
    Project(Box<ProjectInfo>),
    /// `ListScenes`
    Scenes(Page<SceneCard>),
    /// `OpenScene`
    Scene(SceneCard),
    /// `ListObjects`, `FindObjects`
    Objects(Page<ObjectCard>),
    /// `GetObject`
    Object(ObjectCard),
    /// `ListComponents`
    Components(Page<ComponentCard>),
    /// `GetSelection`, `Select`
    Selection(Selection),
    /// `GetTimeScale`, `SetTimeScale`: the applied value
    TimeScale(TimeScale),
    /// `TailLogs`
    Logs(Vec<LogLine>),
}

/// A reply with its notes for the caller (e.g. "changed in this host's session only; …").
#[derive(Clone, Debug, PartialEq)]
pub struct Replied {
    pub reply: Reply,
    pub diagnostics: Vec<String>,
}

impl From<Reply> for Replied {
    fn from(reply: Reply) -> Self {
        Self {
            reply,
            diagnostics: Vec::new(),
        }
    }
}
