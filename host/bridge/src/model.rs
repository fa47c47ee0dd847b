//! The nouns of commands and replies: pages, filters, cards. Mirrors `wit/deps/unity-tools-unity@0.2.0`.

mod editor;
mod running;

pub use editor::{Asset, AssetFilter, HierarchyNode, ReferenceFinding, ReferenceProblem};
pub use running::{AnnouncedCommand, Picture, TestFailure, TestMode, TestRun};

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
    /// Items looked at so far and in all, where a time guard may stop the work.
    pub scanned: Option<(u64, u64)>,
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

/// Right, up, forward: left-handed, as Unity has it. World units or degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// A new object.
#[derive(Clone, Debug, PartialEq)]
pub struct NewObject {
    pub name: String,
    /// `None` = a root of `scene`.
    pub parent: Option<ObjectId>,
    /// `None` = the parent's, or the first loaded one.
    pub scene: Option<SceneId>,
    /// Local position.
    pub position: Vector3,
    /// Full type names, the Transform left out.
    pub components: Vec<String>,
}

/// One field of a component.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Serialized name, e.g. `m_Intensity`; with dots where it was asked for so.
    pub name: String,
    /// C# name, e.g. `intensity`, where it is known and another.
    pub csharp_name: Option<String>,
    /// What kind of value, e.g. `float`, `Vector3`, `PPtr<Material>`.
    pub type_name: String,
    /// The value as JSON text.
    pub value: String,
}

/// What a component and a member name stand for: the words that allowlists know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedMember {
    /// The component's position on its object.
    pub component: u32,
    /// The component's full type name.
    pub type_name: String,
    /// Serialized name of the member that the path begins with, e.g. `m_LocalPosition`.
    pub member: String,
    /// Its C# name, where it is known and another, e.g. `localPosition`.
    pub csharp_name: Option<String>,
    /// What follows the member, e.g. `.x` or `[2]`; empty for the member itself.
    pub rest: String,
}

/// A camera.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraCard {
    /// `None` where there is no camera.
    pub object: Option<ObjectId>,
    /// Object name, `<none>` where there is no camera.
    pub name: String,
    pub is_freecam: bool,
    /// Vertical field of view in degrees; 0 where orthographic or none.
    pub fov: f64,
    /// Half height in world units, where orthographic.
    pub orthographic_size: Option<f64>,
    /// World position.
    pub position: Vector3,
    /// World rotation in degrees (Euler, Unity's order Z, X, Y), each 0 to 360.
    pub rotation: Vector3,
}

/// A point of the screen, y up. `None` = the pointer's, which only a running Unity has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScreenPoint {
    /// Pixels, or 0 to 1 where `normalized`.
    pub x: Option<f64>,
    pub y: Option<f64>,
    pub normalized: bool,
}

/// One thing under a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub object: ObjectId,
    pub name: String,
    pub path: String,
    /// Along the ray, in world units; 0 in the UI.
    pub distance: f64,
    /// In the world.
    pub position: Vector3,
    /// Not exact, and why.
    pub approximate: Option<String>,
}

/// What lies under a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picked {
    /// World: nearest first. UI: top-most first.
    pub hits: Vec<Hit>,
    /// Things that could not be tested, each with the reason.
    pub not_tested: Vec<String>,
    /// Width and height in pixels that were used.
    pub screen: (u32, u32),
}

/// One hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
    pub signature: String,
    pub enabled: bool,
    /// `None` where it fires, else why it does not.
    pub not_firing: Option<String>,
}

/// One method that may be hooked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookMethod {
    pub name: String,
    /// In the form of `Hook::signature`.
    pub signature: String,
    /// `source`, `assembly` or `table`.
    pub origin: String,
    /// Whether every type in it is known.
    pub resolved: bool,
}

/// One script file of the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// File name.
    pub name: String,
    /// Path as the caller may give it back.
    pub path: String,
}

/// A script's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFile {
    pub name: String,
    pub path: String,
    /// At most 256 KiB, without BOM.
    pub content: String,
    /// Of the whole file, with BOM.
    pub size_bytes: u64,
    /// RFC 3339, UTC.
    pub last_modified: String,
    /// Whether `content` was cut.
    pub truncated: bool,
}

/// The startup script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartupScript {
    pub enabled: bool,
    /// Where it is, or would be.
    pub path: String,
    /// `None` where there is none.
    pub content: Option<String>,
}

/// The canvas for trying picks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestUi {
    pub root: ObjectId,
    /// Name and id of each block.
    pub blocks: Vec<(String, ObjectId)>,
}

/// What running C# came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The value as text.
    pub output: String,
    /// Log lines written meanwhile.
    pub logs: Vec<String>,
    /// The value as JSON, where it has that form.
    pub value: Option<String>,
}
