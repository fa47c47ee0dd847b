//! All requests to Unity as typed commands: one variant for each function of the `unity-tools:unity` imports.
//!
//! Belongs here: the variants and their names in JSON. Does not: facts about each function (`function`), the decision
//! basis of gate 2 (`access`), the rules of values (`bounds`).

mod access;
mod checked;
mod function;
mod paging;
mod target;

pub use checked::CheckedCommand;
pub use function::Function;

use crate::json::{number, whole};
use crate::model::{
    Aim, AssetFilter, AssetsRequest, CursorPage, EditNeed, EditRequest, EditTouches, Gesture, NewObject, ObjectFilter,
    ObjectId, PageRequest, PlayMode, QueryRequest, ResolvedMember, SceneFilter, SceneId, ScreenPoint, TestMode, Ticks,
    UsersRequest, ValuesRequest, Viewer, Watch,
};
use crate::naming;
use host_bridge_derive::Bounds;
use serde::{Deserialize, Serialize};

/// A request to the main thread of Unity. It is sent only as a method and `arguments`, so it has no serde trait.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all_fields = "kebab-case")]
pub enum Command {
    #[serde(rename = "project/info")]
    ProjectInfo,
    #[serde(rename = "scenes/list-scenes")]
    ListScenes { filter: SceneFilter, page: PageRequest },
    #[serde(rename = "scenes/find")]
    #[bounds(name: text(NAME, "an id, asset path or name of a scene", "list the scenes"))]
    FindScene { name: String },
    #[serde(rename = "scenes/open")]
    OpenScene { scene: SceneId, additive: Option<bool> },
    #[serde(rename = "objects/list-objects")]
    ListObjects { filter: ObjectFilter, page: PageRequest },
    #[serde(rename = "objects/get")]
    GetObject { object: ObjectId },
    /// Full hierarchy path, in all loaded scenes; several objects may share it.
    #[serde(rename = "objects/find")]
    #[bounds(path: hierarchy_path)]
    FindObjects { path: String, page: PageRequest },
    #[serde(rename = "objects-edit/set-active")]
    SetActive { object: ObjectId, active: bool },
    #[serde(rename = "objects-edit/reparent")]
    Reparent { object: ObjectId, parent: Option<ObjectId> },
    #[serde(rename = "objects-edit/destroy")]
    DestroyObject { object: ObjectId },
    #[serde(rename = "components/list-components")]
    ListComponents { object: ObjectId, page: PageRequest },
    #[serde(rename = "selection/get")]
    GetSelection,
    #[serde(rename = "selection-edit/select")]
    #[bounds(objects: list(1_000, "ids", by_type))]
    Select { objects: Vec<ObjectId> },
    #[serde(rename = "time-scale/get")]
    GetTimeScale,
    #[serde(rename = "time-scale-edit/set")]
    SetTimeScale {
        #[serde(with = "number")]
        #[bounds(finite("a finite number; it is clamped to 0 to 4"))]
        value: f64,
        /// `None` leaves the lock unchanged.
        lock: Option<bool>,
    },
    /// The newest `count` lines, oldest first.
    #[serde(rename = "logs/tail")]
    TailLogs {
        #[bounds(within(1..=2_000))]
        count: u32,
        #[bounds(level)]
        min_level: Option<String>,
        /// Only lines of this source, exact.
        #[bounds(at_most(TEXT))]
        source: Option<String>,
        /// Substring of the message, case ignored.
        #[bounds(at_most(TEXT))]
        text: Option<String>,
        #[serde(with = "whole")]
        max_bytes: usize,
    },
    #[serde(rename = "objects-create/create")]
    CreateObject { object: NewObject },
    /// `type_name` is the full name, as in the allowlist.
    #[serde(rename = "components-edit/add")]
    #[bounds(type_name: component_type)]
    AddComponent { object: ObjectId, type_name: String },
    #[serde(rename = "components-edit/remove")]
    RemoveComponent {
        object: ObjectId,
        /// Position on the object, the Transform first.
        component: u32,
        /// The component's full type name.
        #[bounds(component_type)]
        type_name: String,
    },
    /// For the commands on members: `component` is an index or a full type name; `member` is a serialized or C# name,
    /// in which dots and `[n]` select parts.
    #[serde(rename = "members/list-members")]
    #[bounds(component: component_selector)]
    ListMembers {
        object: ObjectId,
        component: String,
        page: PageRequest,
    },
    #[serde(rename = "members/get")]
    #[bounds(component: component_selector, member: member_name)]
    GetMember {
        object: ObjectId,
        component: String,
        member: String,
    },
    /// Resolves a component and a member, so that gate 2 can look them up in the allowlists. An import sends it before
    /// `SetMember`, `CallMethod` and `RemoveComponent`.
    #[serde(rename = "members/resolve")]
    ResolveMember {
        object: ObjectId,
        #[bounds(component_selector)]
        component: String,
        /// `None` for a method or the component itself: only the component is resolved; `member` in the answer is empty.
        #[bounds(member_name)]
        member: Option<String>,
    },
    /// The full name of a type that can be added. An import sends it before `AddComponent`, like `ResolveMember`.
    #[serde(rename = "components/resolve-type")]
    #[bounds(type_name: component_type)]
    ResolveComponentType { type_name: String },
    /// Components with overrides and defaults applied, also of objects that are not loaded.
    #[serde(rename = "values/read")]
    ReadValues { request: ValuesRequest },
    #[serde(rename = "query/find")]
    Query { request: Box<QueryRequest> },
    #[serde(rename = "members-edit/set")]
    SetMember {
        object: ObjectId,
        member: ResolvedMember,
        /// JSON text.
        #[serde(with = "naming::json_text")]
        #[bounds(any_json)]
        value: String,
    },
    #[serde(rename = "methods-call/invoke")]
    CallMethod {
        object: ObjectId,
        component: u32,
        /// The component's full type name.
        #[bounds(component_type)]
        type_name: String,
        #[bounds(method_name)]
        method: String,
        /// A JSON array.
        #[serde(with = "naming::json_text")]
        #[bounds(json_array)]
        arguments: String,
    },
    #[serde(rename = "camera/active")]
    ActiveCamera,
    #[serde(rename = "pick/pick-world")]
    PickWorld { aim: Aim, viewer: Viewer },
    #[serde(rename = "pick/pick-ui")]
    PickUi { at: ScreenPoint, viewer: Viewer },
    #[serde(rename = "hooks/list-hooks")]
    ListHooks { page: PageRequest },
    #[serde(rename = "hooks/list-methods")]
    ListHookMethods {
        #[bounds(hook_type)]
        type_name: String,
        /// Substring of name or signature, case ignored.
        #[bounds(at_most(TEXT))]
        filter: Option<String>,
        page: PageRequest,
    },
    #[serde(rename = "hooks/get-source")]
    #[bounds(signature: method_signature)]
    GetHookSource { signature: String },
    #[serde(rename = "hooks-edit/add")]
    #[bounds(type_name: hook_type, method: method_name)]
    AddHook { type_name: String, method: String },
    #[serde(rename = "hooks-edit/remove")]
    #[bounds(signature: method_signature)]
    RemoveHook { signature: String },
    #[serde(rename = "hooks-edit/set-enabled")]
    #[bounds(signature: method_signature)]
    SetHookEnabled { signature: String, enabled: bool },
    #[serde(rename = "hooks-edit/set-source")]
    #[bounds(
        signature: method_signature,
        source: text(SOURCE, "the C# text of a patch", "read the hook's source for a template to begin with"),
    )]
    SetHookSource { signature: String, source: String },
    #[serde(rename = "console-eval/evaluate")]
    #[bounds(code: text(SOURCE, "C# text", "e.g. 1 + 1"))]
    Evaluate { code: String },
    #[serde(rename = "console-scripts/list-scripts")]
    ListScripts { page: PageRequest },
    #[serde(rename = "console-scripts/read")]
    #[bounds(path: any)]
    ReadScript { path: String },
    #[serde(rename = "console-scripts/get-startup")]
    GetStartupScript,
    #[serde(rename = "console-scripts-edit/write")]
    #[bounds(path: any, content: any)]
    WriteScript { path: String, content: String },
    #[serde(rename = "console-scripts-edit/delete")]
    #[bounds(path: any)]
    DeleteScript { path: String },
    #[serde(rename = "console-scripts-edit/run")]
    #[bounds(path: any)]
    RunScript { path: String },
    #[serde(rename = "console-scripts-edit/set-startup-enabled")]
    SetStartupEnabled { enabled: bool },
    #[serde(rename = "console-scripts-edit/write-startup")]
    #[bounds(content: any)]
    WriteStartupScript { content: String },
    #[serde(rename = "console-scripts-edit/run-startup")]
    RunStartupScript,
    #[serde(rename = "test-ui-edit/spawn")]
    SpawnTestUi,
    #[serde(rename = "test-ui-edit/destroy")]
    DestroyTestUi,
    #[serde(rename = "editor/list-assets")]
    ListAssets { filter: AssetFilter, page: PageRequest },
    /// Continues at the cursor of the page; each step takes at most about a second.
    #[serde(rename = "editor/missing-references")]
    MissingReferences { page: PageRequest },
    #[serde(rename = "editor/hierarchy")]
    Hierarchy {
        /// Asset path of a scene or prefab. A scene need not be loaded, and this command does not load it.
        #[bounds(text(NAME, "the asset path of a scene or prefab", "e.g. Assets/Scenes/Main.unity"))]
        path: String,
        /// Deeper objects are left out; 0 returns only the roots.
        max_depth: Option<u32>,
        page: PageRequest,
    },
    /// The differences between an object of a prefab instance, with its descendants, and its prefab.
    #[serde(rename = "prefabs/overrides")]
    ListOverrides { object: ObjectId, page: CursorPage },
    /// The differences between two objects with their descendants.
    #[serde(rename = "prefabs/compare")]
    #[bounds(second: other_than(first))]
    CompareObjects {
        first: ObjectId,
        second: ObjectId,
        page: CursorPage,
    },
    #[serde(rename = "references/find-users")]
    FindUsers { request: UsersRequest },
    #[serde(rename = "settings/list-sections")]
    ListSettings,
    #[serde(rename = "settings/get")]
    GetSettings {
        /// E.g. `physics`.
        #[bounds(text(TEXT, "a section's name", "list the sections"))]
        section: String,
        #[serde(with = "whole")]
        #[bounds(answer_bytes("to the operator's page size"))]
        max_bytes: usize,
    },
    #[serde(rename = "assets/list-assets")]
    FindAssets { request: AssetsRequest },
    #[serde(rename = "assets/get")]
    #[bounds(asset: asset_text("an asset path or a guid"))]
    GetAsset {
        asset: String,
        #[serde(with = "whole")]
        #[bounds(answer_bytes("to the operator's page size"))]
        max_bytes: usize,
    },
    /// `output_path` is relative to the exports folder.
    #[serde(rename = "screenshot/take")]
    #[bounds(width: pixels(1..=8_192), height: pixels(1..=8_192), output_path: any)]
    Screenshot {
        width: u32,
        height: u32,
        output_path: Option<String>,
    },
    /// Outlines of colliders, built-in meshes and UI rectangles. It needs no running instance and is not a screenshot.
    #[serde(rename = "screenshot/wireframe")]
    #[bounds(width: pixels(16..=4_096), height: pixels(16..=4_096))]
    Wireframe { width: u32, height: u32 },
    /// The serialized fields of a C# type, as the inspector would show them.
    #[serde(rename = "scripts/get")]
    #[bounds(script: script_text)]
    DescribeScript { script: String },
    /// Lines of a C# source.
    #[serde(rename = "scripts/source")]
    #[bounds(path: text(NAME, "the asset path of a C# source", "e.g. Assets/Scripts/Door.cs"))]
    ReadScriptSource { path: String, page: CursorPage },
    #[serde(rename = "editor-run/execute-menu-item")]
    #[bounds(path: text(NAME, "a menu item's path", "give a path such as Assets/Create/Folder"))]
    ExecuteMenuItem { path: String },
    /// Runs all tests if there is no filter.
    #[serde(rename = "editor-run/run-tests")]
    #[bounds(filter: at_most(TEXT))]
    RunTests { mode: TestMode, filter: Option<String> },
    #[serde(rename = "command/list-commands")]
    ListCommands,
    #[serde(rename = "command-run/run")]
    RunCommand {
        #[bounds(text(NAME, "a command's name", "list the commands that Unity announces"))]
        name: String,
        /// A JSON object.
        #[serde(with = "naming::json_text")]
        #[bounds(json_object)]
        parameters: String,
    },
    #[serde(rename = "play/get-clock")]
    GetClock,
    /// Statistics of the last `frames` frames.
    #[serde(rename = "play/stats")]
    #[bounds(frames: within(1..=1_000))]
    FrameStats { frames: u32 },
    /// Sets the play mode of an editor.
    #[serde(rename = "play-edit/set-mode")]
    SetPlayMode { mode: PlayMode },
    #[serde(rename = "play-edit/freeze")]
    Freeze { frozen: bool },
    /// Advances the game; it is frozen afterwards.
    #[serde(rename = "play-edit/step")]
    #[bounds(watched: list(16, "values", by_type))]
    Step { ticks: Ticks, watched: Vec<Watch> },
    #[serde(rename = "play-edit/act")]
    Act { gesture: Gesture },
    /// The changes that these edits would make, all or none.
    #[serde(rename = "edits/preview")]
    #[bounds(edits: batch)]
    PreviewEdits { edits: Vec<EditRequest> },
    /// The changes that undoing these entries would make.
    #[serde(rename = "edits/preview-undo")]
    PreviewUndo {
        #[serde(with = "whole::list")]
        #[bounds(entry_ids)]
        entries: Vec<u64>,
    },
    #[serde(rename = "edits/list-entries")]
    ListEntries { page: CursorPage },
    /// The lines that saving these asset paths would write; an empty list means every scene with unsaved edits.
    #[serde(rename = "edits/preview-save")]
    #[bounds(files: scene_files(0))]
    PreviewSave { files: Vec<String> },
    #[serde(rename = "edits-edit/apply")]
    #[bounds(edits: batch, digest: any, touches: any)]
    ApplyEdits {
        edits: Vec<EditRequest>,
        /// Digest of the plan; a batch with other changes returns `conflict`.
        digest: Option<String>,
        /// The objects and files that the plan touches.
        touches: EditTouches,
    },
    #[serde(rename = "edits-edit/undo")]
    #[bounds(entries: entry_ids, digest: any, touches: any)]
    UndoEdits {
        #[serde(with = "whole::list")]
        entries: Vec<u64>,
        /// As in `ApplyEdits`.
        digest: Option<String>,
        touches: EditTouches,
    },
    /// The targets of this host. The host answers it without Unity.
    #[serde(rename = "unitys/list-unitys")]
    ListUnitys,
    /// Routes the next calls of the session to this target. The host answers it without Unity.
    #[serde(rename = "unitys-edit/choose")]
    #[bounds(unity: text(PATH, "an id, a project's name or a path", "list the targets to see their ids"))]
    ChooseUnity { unity: String },
    /// Saves these asset paths, all or none.
    #[serde(rename = "edits-save/save")]
    SaveFiles {
        #[bounds(scene_files(1))]
        files: Vec<String>,
        /// The allowlist entries that saving needs, as the preview listed them; the command returns `conflict` if
        /// saving needs more by then. `None` compares nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[bounds(any)]
        needs: Option<Vec<EditNeed>>,
    },
}
