//! The nouns of commands and replies: pages, filters, cards. Mirrors `wit/deps/unity-tools-unity@0.1.0`.

use std::fmt;

/// `obj:<n>`: the same for the same files, never reused (face.md, "What object and scene answers carry").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub i64);

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "obj:{}", self.0)
    }
}

impl ObjectId {
    /// Accepts exactly `obj:` and a decimal number.
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix("obj:")?.parse().ok().map(Self)
    }
}

/// `scn:<n>`, fixed in project order (build list, then path).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SceneId(pub u32);

impl fmt::Display for SceneId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "scn:{}", self.0)
    }
}

impl SceneId {
    /// Accepts exactly `scn:` and a decimal number.
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix("scn:")?.parse().ok().map(Self)
    }
}

/// Which part of a long list is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// Matches to skip.
    pub offset: u32,
    /// At most this many; 1 to 500 (logs 2,000), checked by the import.
    pub limit: u32,
    /// The page ends early once its items would need more JSON bytes than this. At least one item is given.
    pub max_bytes: usize,
    /// Where a scan that stopped at a time guard goes on; opaque to everyone but the bridge.
    pub cursor: Option<String>,
}

/// One page. `total` is the true number of matches; `next_offset` is `None` at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    pub total: u64,
    pub items: Vec<T>,
    pub next_offset: Option<u32>,
    pub next_cursor: Option<String>,
}

/// One scene of the project, loaded or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneCard {
    pub id: SceneId,
    /// File name without extension.
    pub name: String,
    /// Asset path, unique, e.g. `Assets/Scenes/Main.unity`.
    pub path: String,
    /// Position in the project order; equals the number in `id`.
    pub index: u32,
    /// Position in the build list, where it is enabled there.
    pub build_index: Option<u32>,
    pub is_loaded: bool,
    /// 0 while not loaded.
    pub root_count: u32,
    /// Why the scene cannot be served and what to do, e.g. a Git LFS pointer.
    pub problem: Option<String>,
}

/// Which scenes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneFilter {
    pub loaded_only: bool,
    /// Substring of name or path, case ignored.
    pub name: Option<String>,
}

/// One object as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectCard {
    pub id: ObjectId,
    pub name: String,
    /// Starts with `/`.
    pub path: String,
    /// `Untagged` where none is set.
    pub tag: String,
    pub layer: u32,
    /// The object's own flag (activeSelf).
    pub active: bool,
    /// Own flag and all parents' flags.
    pub active_in_hierarchy: bool,
    /// Includes the Transform and components whose script is missing.
    pub component_count: u32,
    pub scene: SceneId,
    pub parent: Option<ObjectId>,
    pub child_count: u32,
    /// An instance whose source can't be read (a model file, a missing prefab): one card for all of it.
    pub opaque: bool,
    /// `GlobalObjectId_V1-2-…` where the files tell it.
    pub global_id: Option<String>,
}

/// In which order objects are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectOrder {
    /// Depth first, roots in the scene's own order, scenes in project order.
    #[default]
    Hierarchy,
    /// By path, bytewise.
    Path,
}

/// Which objects; given filters are joined by and. Text filters are substrings, case ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectFilter {
    /// Only this scene (opened, if it was not); `None` = all loaded ones.
    pub scene: Option<SceneId>,
    /// Matches name or path.
    pub query: Option<String>,
    pub name: Option<String>,
    pub path: Option<String>,
    /// A component's full or short type name, exact, case ignored.
    pub component_type: Option<String>,
    pub tag: Option<String>,
    pub layer: Option<u32>,
    /// Only those active in the hierarchy.
    pub active_only: bool,
    /// Only this object's descendants.
    pub under: Option<ObjectId>,
    pub roots_only: bool,
    pub order: ObjectOrder,
}

/// One component as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentCard {
    /// Position on the object, the Transform first.
    pub index: u32,
    /// Full type name (`UnityEngine.Camera`), `<script guid …>` where unresolved, `<missing script>` where there is none.
    pub type_name: String,
    /// One line about it, e.g. `Main Camera (UnityEngine.Camera)`.
    pub summary: String,
    /// `None` where the component has no such flag.
    pub enabled: Option<bool>,
}

/// What is known of the project and the bridge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectInfo {
    pub product_name: String,
    pub company_name: String,
    pub product_version: String,
    /// From ProjectVersion.txt, e.g. `2022.3.45f1`.
    pub unity_version: String,
    /// `project` for the project bridge, else the scripting runtime.
    pub runtime: String,
    /// `Offline` for the project bridge.
    pub platform: String,
    pub is_playing: bool,
    /// At least one scene is loaded.
    pub ready: bool,
    pub scenes_total: u32,
    pub scenes_loaded: u32,
    pub objects_loaded: u64,
    /// Successful writes of this session.
    pub session_edits: u64,
    /// Name of the project's folder; never a full path.
    pub folder: String,
    /// Package name and version, sorted by name.
    pub packages: Vec<(String, String)>,
    /// Tags in use in this project, the built-in ones first.
    pub tags: Vec<String>,
    /// 32 names, blanks count.
    pub layers: Vec<String>,
    /// What could not be read, with reason and remedy.
    pub problems: Vec<String>,
}

/// Game time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeScale {
    /// 0 to 4.
    pub value: f64,
    pub locked: bool,
}

/// The selected objects, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub active: Option<ObjectId>,
    pub items: Vec<ObjectId>,
}

/// One line of the log buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// RFC 3339 with offset.
    pub time: String,
    /// `debug`, `info`, `warn` or `error`.
    pub level: String,
    pub message: String,
    /// `unity` or `mcp`.
    pub source: String,
    pub category: Option<String>,
}
