//! The targets of a call: a running Unity instance, the project folder, or both as a pair.
//!
//! This module matches names with targets, and selects the source that answers for a target. `choice` selects the
//! target of a call, and `table` contains the connected instances.

use host_api::Source;
use host_bridge::{Activity, BridgeId, BridgeState, TargetKind, TargetRow, UnityBridge, UnityState, row_of};
use host_bridge_live::LiveBridge;
use host_bridge_live::frames::Kind;
use host_pipeline::PipelineCommands;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::folder::Folder;

#[derive(Clone)]
pub(crate) enum Target {
    Folder(Folder),
    Live(Arc<LiveBridge>),
    /// A project folder and the editor that has it open, as one target. The value is true if the editor is available.
    Pair(Folder, Arc<LiveBridge>, bool),
}

impl Target {
    /// Returns the bridge that runs calls to this target now. For a folder with its editor: the editor while available.
    pub(crate) fn answering_bridge(&self) -> (Arc<dyn UnityBridge>, Source) {
        match self {
            Self::Live(live) => (Arc::clone(live) as _, Source::Live),
            Self::Pair(_, editor, true) => (Arc::clone(editor) as _, Source::Live),
            Self::Folder(folder) | Self::Pair(folder, ..) => (Arc::clone(&folder.bridge), Source::Folder),
        }
    }

    /// Returns the project folder of an available editor, which answers functions that the editor does not serve.
    pub(crate) fn saved_files(&self) -> Option<Arc<dyn UnityBridge>> {
        match self {
            Self::Pair(folder, _, true) => Some(Arc::clone(&folder.bridge)),
            Self::Folder(_) | Self::Live(_) | Self::Pair(_, _, false) => None,
        }
    }

    pub(crate) fn id(&self) -> BridgeId {
        match self {
            Self::Folder(folder) => folder.bridge.id(),
            Self::Live(live) | Self::Pair(_, live, _) => live.id(),
        }
    }

    pub(crate) fn folder(&self) -> Option<&Folder> {
        match self {
            Self::Folder(folder) | Self::Pair(folder, ..) => Some(folder),
            Self::Live(_) => None,
        }
    }

    /// Returns the commands of Unity's Pipeline in the target's project folder; `None` if they are switched off.
    pub(crate) fn pipeline(&self) -> Option<&Arc<PipelineCommands>> {
        self.folder()?.pipeline.as_ref()
    }

    fn live(&self) -> Option<&Arc<LiveBridge>> {
        match self {
            Self::Live(live) | Self::Pair(_, live, _) => Some(live),
            Self::Folder(_) => None,
        }
    }

    /// Returns the state of the editor in whose place the folder answers; `None` for other targets.
    pub(crate) fn state_of_absent_editor(&self) -> Option<UnityState> {
        match (self, self.live()?.state()) {
            (Self::Pair(_, _, false), BridgeState::Unity(state)) => Some(state),
            _ => None,
        }
    }

    /// Returns why the folder answers in place of its editor, as a verb phrase, and what the user can do about it.
    pub(crate) fn absence(&self) -> (&'static str, &'static str) {
        match self.state_of_absent_editor() {
            Some(state) if state.is_gone => ("has ended", "start it again"),
            Some(state) if state.has_ended => (
                "has quit or no longer allows agents",
                "start it again, or allow agents in Project Settings > Unity Tools",
            ),
            _ => ("is away", "wait until it reconnects"),
        }
    }

    /// Returns true if the absent editor may still have the project open: its lock exists, and its process may run.
    pub(crate) fn may_be_open_in_editor(&self) -> bool {
        let may_run = self.state_of_absent_editor().is_some_and(|state| !state.is_gone);
        may_run && self.folder().is_some_and(Folder::has_lock)
    }

    /// Returns true if `name` is an id of this project or instance. A pair has the ids of the folder and of the editor.
    pub(crate) fn has_id(&self, name: &str) -> bool {
        self.id().as_str() == name || self.is_folder_id(name)
    }

    pub(crate) fn is_folder_id(&self, name: &str) -> bool {
        self.folder().is_some_and(|folder| folder.bridge.id().as_str() == name)
    }

    /// Returns true if `name` is the path of the target's folder, or a path inside it. A path that an instance reports
    /// does not count.
    pub(crate) fn has_path(&self, name: &str) -> bool {
        // Network and device paths are not resolved for a caller.
        let is_here = !name.starts_with("\\\\") && !name.starts_with("//");
        is_here && self.folder().is_some_and(|folder| is_in(Path::new(name), &folder.root))
    }

    /// Returns true if `name` is the name of the target's project. A text like a path or an id never matches.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        if looks_like_a_path(name) || looks_like_an_id(name) {
            return false;
        }
        let of_bridge = |bridge: &dyn UnityBridge| {
            let project = bridge.project();
            project.product_name == name || !project.folder.is_empty() && project.folder == name
        };
        self.folder().is_some_and(|folder| of_bridge(&*folder.bridge))
            || self.live().is_some_and(|live| of_bridge(&**live))
    }

    /// Returns the id that a session stores if it chose this target by `name`: the folder's id, if `name` is that id.
    pub(crate) fn id_as(&self, name: &str) -> BridgeId {
        match self.folder() {
            Some(folder) if self.is_folder_id(name) => folder.bridge.id(),
            _ => self.id(),
        }
    }

    pub(crate) fn row(&self) -> TargetRow {
        let (bridge, source) = self.answering_bridge();
        let kind = self.live().and_then(|live| live.peer()).map(|peer| peer.kind);
        let mut row = TargetRow {
            id: self.id().to_string(),
            path: self.folder().map(|folder| folder.root.display().to_string()),
            ..row_of(
                &*bridge,
                match (source, kind) {
                    // A recording is never one of several targets.
                    (Source::Folder | Source::Replay { .. }, _) => TargetKind::Folder,
                    (Source::Live, Some(Kind::Editor)) => TargetKind::Editor,
                    (Source::Live, _) => TargetKind::Player,
                },
            )
        };
        let runs = "command-run".to_owned();
        if self.pipeline().is_some_and(|pipeline| pipeline.presence().is_there()) && !row.serves.contains(&runs) {
            row.serves.push(runs);
            row.serves.sort();
        }
        if let (Source::Folder, Self::Pair(..)) = (source, self) {
            let (what, _) = self.absence();
            row.problems.push(format!(
                "its editor {what}: the folder answers, but rejects changes of sessions that worked in the editor"
            ));
        }
        if let BridgeState::Unity(state) = bridge.state()
            && state.activity == Activity::Blocked
        {
            row.problems.insert(0, state.to_string());
        }
        if let (Self::Live(live), Some(Kind::Editor)) = (self, kind)
            && live.peer().is_some_and(|peer| peer.project.path.is_some())
        {
            row.problems
                .push("the path of its open project is reported by the instance and not verified".to_owned());
        }
        row
    }
}

/// Returns true for an absolute path of any operating system, and for a text with a drive letter.
fn looks_like_a_path(name: &str) -> bool {
    let mut letters = name.chars();
    let has_drive = letters.next().is_some_and(|drive| drive.is_ascii_alphabetic()) && letters.next() == Some(':');
    name.starts_with(['/', '\\']) || has_drive
}

fn looks_like_an_id(name: &str) -> bool {
    let number = name.rsplit_once('@').map(|(_, number)| number);
    number.is_some_and(|number| number.len() == 8 && number.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Returns true if `path` is `root`, or inside it. Symbolic links are resolved.
pub(crate) fn is_in(path: &Path, root: &Path) -> bool {
    path.is_absolute() && plain(path).starts_with(plain(root))
}

/// Returns the path without symbolic links if it exists. For other paths, only removes `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            part => plain.push(part),
        }
        plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_paths_and_ids_from_names() {
        for path in [
            "/elsewhere/Other",
            r"\\server\share",
            r"C:\Games",
            "c:/Games",
            r"\Games",
        ] {
            assert!(looks_like_a_path(path), "{path}");
        }
        for id in ["Game@1a2b3c4d", "@00000000", "a@b@ABCDEF01"] {
            assert!(looks_like_an_id(id), "{id}");
        }
        for name in ["My Game", "Game: 2", "Either/Or", "a@b", "Game@1a2b3c4", "", "C", "Ü:"] {
            assert!(!looks_like_a_path(name) && !looks_like_an_id(name), "{name}");
        }
    }
}
