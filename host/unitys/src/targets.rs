//! What a call can go to: a running Unity, the project's folder, or both as one.
//!
//! Belongs here: names of targets and who answers for one. Does not: which one a call goes to (`choice`), who came (`table`).

use host_api::Source;
use host_bridge::{BridgeId, UnityBridge, UnityKind, UnityRow, row_of};
use host_bridge_live::LiveBridge;
use host_bridge_live::frames::Kind;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::folder::Folder;

/// One of them.
#[derive(Clone)]
pub(crate) enum Target {
    Folder(Folder),
    Live(Arc<LiveBridge>),
    /// The folder, the editor that proved to have it open, and whether that one is here: one project.
    Pair(Folder, Arc<LiveBridge>, bool),
}

impl Target {
    /// Who answers now: of a pair the editor while it is linked or so shortly away that it may reload.
    pub(crate) fn answering(&self) -> (Arc<dyn UnityBridge>, Source) {
        match self {
            Self::Live(live) => (Arc::clone(live) as _, Source::Live),
            Self::Pair(_, editor, true) => (Arc::clone(editor) as _, Source::Live),
            Self::Folder(folder) | Self::Pair(folder, ..) => (Arc::clone(&folder.bridge), Source::Folder),
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

    fn live(&self) -> Option<&Arc<LiveBridge>> {
        match self {
            Self::Live(live) | Self::Pair(_, live, _) => Some(live),
            Self::Folder(_) => None,
        }
    }

    /// Whether `name` is an id of it.
    pub(crate) fn has_id(&self, name: &str) -> bool {
        self.id().as_str() == name || self.is_folder_id(name)
    }

    /// Whether who says `name` means the folder, not its editor.
    pub(crate) fn is_folder_id(&self, name: &str) -> bool {
        self.folder().is_some_and(|folder| folder.bridge.id().as_str() == name)
    }

    /// Whether `name` is its folder, or lies in it. What a Unity says of its path is only its word.
    pub(crate) fn has_path(&self, name: &str) -> bool {
        // Names of other machines and devices are not looked up for a caller.
        let is_here = !name.starts_with("\\\\") && !name.starts_with("//");
        is_here && self.folder().is_some_and(|folder| is_in(Path::new(name), &folder.root))
    }

    /// Whether its project is called so. What a Unity calls its project takes no call that was meant for a path or an id.
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

    /// The id by which it is chosen where somebody calls it `name`.
    pub(crate) fn id_as(&self, name: &str) -> BridgeId {
        match self.folder() {
            Some(folder) if self.is_folder_id(name) => folder.bridge.id(),
            _ => self.id(),
        }
    }

    pub(crate) fn row(&self) -> UnityRow {
        let (bridge, source) = self.answering();
        let kind = self.live().and_then(|live| live.peer()).map(|peer| peer.kind);
        let mut row = UnityRow {
            id: self.id().to_string(),
            path: self.folder().map(|folder| folder.root.display().to_string()),
            ..row_of(
                &*bridge,
                match (source, kind) {
                    // No recording is one of several.
                    (Source::Folder | Source::Replay { .. }, _) => UnityKind::Folder,
                    (Source::Live, Some(Kind::Editor)) => UnityKind::Editor,
                    (Source::Live, _) => UnityKind::Player,
                },
            )
        };
        if let (Source::Folder, Self::Pair(..)) = (source, self) {
            row.problems.push(
                "its editor is away: the folder answers, and who worked in the editor changes nothing there".to_owned(),
            );
        }
        if let (Self::Live(live), Some(Kind::Editor)) = (self, kind)
            && live.peer().is_some_and(|peer| peer.project.path.is_some())
        {
            row.problems
                .push("which project it has open is only its word".to_owned());
        }
        row
    }
}

/// On any system: absolute, or with a drive.
fn looks_like_a_path(name: &str) -> bool {
    let mut letters = name.chars();
    let has_drive = letters.next().is_some_and(|drive| drive.is_ascii_alphabetic()) && letters.next() == Some(':');
    name.starts_with(['/', '\\']) || has_drive
}

/// As `BridgeId` spells them.
fn looks_like_an_id(name: &str) -> bool {
    let number = name.rsplit_once('@').map(|(_, number)| number);
    number.is_some_and(|number| number.len() == 8 && number.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Whether `path` is `root`, or lies in it.
pub(crate) fn is_in(path: &Path, root: &Path) -> bool {
    path.is_absolute() && plain(path).starts_with(plain(root))
}

/// Links resolved where it is there, else without `.` and `..`.
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
    fn a_name_that_could_be_a_path_or_an_id_is_no_name() {
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
