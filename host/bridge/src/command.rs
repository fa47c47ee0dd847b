//! All requests to Unity as typed commands: one variant for each function of the `unity-tools:unity` imports.
//!
//! Belongs here: the variants and their names in JSON. Does not: facts about each function (`function`), the decision
//! basis of gate 2 (`access`), valid values (`check`).

mod access;
mod check;
mod checked;
mod function;
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
use serde::{Deserialize, Serialize};

/// A request to the main thread of Unity. It is sent only as a method and `arguments`, so it has no serde trait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all_fields = "kebab-case")]
pub enum Command {
    #[serde(rename = "project/info")]
    ProjectInfo,
    #[serde(rename = "scenes/list-scenes")]
    ListScenes { filter: SceneFilter, page: PageRequest },
    #[serde(rename = "scenes/find")]
    FindScene { name: String },
    #[serde(rename = "scenes/open")]
    OpenScene { scene: SceneId, additive: Option<bool> },
    #[serde(rename = "objects/list-objects")]
    ListObjects { filter: ObjectFilter, page: PageRequest },
    #[serde(rename = "objects/get")]
    GetObject { object: ObjectId },
    /// Full hierarchy path, in all loaded scenes; several objects may share it.
    #[serde(rename = "objects/find")]
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
    Select { objects: Vec<ObjectId> },
    #[serde(rename = "time-scale/get")]
    GetTimeScale,
    #[serde(rename = "time-scale-edit/set")]
    SetTimeScale {
        #[serde(with = "number")]
        value: f64,
        /// `None` leaves the lock unchanged.
        lock: Option<bool>,
    },
    /// The newest `count` lines, oldest first.
    #[serde(rename = "logs/tail")]
    TailLogs {
        count: u32,
        min_level: Option<String>,
        /// Only lines of this source, exact.
        source: Option<String>,
        /// Substring of the message, case ignored.
        text: Option<String>,
        #[serde(with = "whole")]
        max_bytes: usize,
    },
    #[serde(rename = "objects-create/create")]
    CreateObject { object: NewObject },
    #[serde(rename = "components-edit/add")]
    AddComponent {
        object: ObjectId,
        /// Full type name, as in the allowlist.
        type_name: String,
    },
    #[serde(rename = "components-edit/remove")]
    RemoveComponent {
        object: ObjectId,
        /// Position on the object, the Transform first.
        component: u32,
        /// The component's full type name.
        type_name: String,
    },
    /// For the commands on members: `component` is an index or a full type name; `member` is a serialized or C# name,
    /// in which dots and `[n]` select parts.
    #[serde(rename = "members/list-members")]
    ListMembers {
        object: ObjectId,
        component: String,
        page: PageRequest,
    },
    #[serde(rename = "members/get")]
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
        component: String,
        /// `None` for a method or the component itself: only the component is resolved; `member` in the answer is empty.
        member: Option<String>,
    },
    /// The full name of a type that can be added. An import sends it before `AddComponent`, like `ResolveMember`.
    #[serde(rename = "components/resolve-type")]
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
        value: String,
    },
    #[serde(rename = "methods-call/invoke")]
    CallMethod {
        object: ObjectId,
        component: u32,
        /// The component's full type name.
        type_name: String,
        method: String,
        /// A JSON array.
        #[serde(with = "naming::json_text")]
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
        type_name: String,
        /// Substring of name or signature, case ignored.
        filter: Option<String>,
        page: PageRequest,
    },
    #[serde(rename = "hooks/get-source")]
    GetHookSource { signature: String },
    #[serde(rename = "hooks-edit/add")]
    AddHook { type_name: String, method: String },
    #[serde(rename = "hooks-edit/remove")]
    RemoveHook { signature: String },
    #[serde(rename = "hooks-edit/set-enabled")]
    SetHookEnabled { signature: String, enabled: bool },
    #[serde(rename = "hooks-edit/set-source")]
    SetHookSource { signature: String, source: String },
    #[serde(rename = "console-eval/evaluate")]
    Evaluate { code: String },
    #[serde(rename = "console-scripts/list-scripts")]
    ListScripts { page: PageRequest },
    #[serde(rename = "console-scripts/read")]
    ReadScript { path: String },
    #[serde(rename = "console-scripts/get-startup")]
    GetStartupScript,
    #[serde(rename = "console-scripts-edit/write")]
    WriteScript { path: String, content: String },
    #[serde(rename = "console-scripts-edit/delete")]
    DeleteScript { path: String },
    #[serde(rename = "console-scripts-edit/run")]
    RunScript { path: String },
    #[serde(rename = "console-scripts-edit/set-startup-enabled")]
    SetStartupEnabled { enabled: bool },
    #[serde(rename = "console-scripts-edit/write-startup")]
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
        section: String,
        #[serde(with = "whole")]
        max_bytes: usize,
    },
    #[serde(rename = "assets/list-assets")]
    FindAssets { request: AssetsRequest },
    #[serde(rename = "assets/get")]
    GetAsset {
        /// Path or GUID.
        asset: String,
        #[serde(with = "whole")]
        max_bytes: usize,
    },
    #[serde(rename = "screenshot/take")]
    Screenshot {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Relative to the exports folder.
        output_path: Option<String>,
    },
    /// Outlines of colliders, built-in meshes and UI rectangles. It needs no running instance and is not a screenshot.
    #[serde(rename = "screenshot/wireframe")]
    Wireframe {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// The serialized fields of a C# type, as the inspector would show them.
    #[serde(rename = "scripts/get")]
    DescribeScript {
        /// Full or short type name, or the asset path of its source.
        script: String,
    },
    /// Lines of a C# source.
    #[serde(rename = "scripts/source")]
    ReadScriptSource {
        /// Asset path.
        path: String,
        page: CursorPage,
    },
    #[serde(rename = "editor-run/execute-menu-item")]
    ExecuteMenuItem {
        /// E.g. `Assets/Create/Folder`.
        path: String,
    },
    #[serde(rename = "editor-run/run-tests")]
    RunTests {
        mode: TestMode,
        /// `None` runs all.
        filter: Option<String>,
    },
    #[serde(rename = "command/list-commands")]
    ListCommands,
    #[serde(rename = "command-run/run")]
    RunCommand {
        name: String,
        /// A JSON object.
        #[serde(with = "naming::json_text")]
        parameters: String,
    },
    #[serde(rename = "play/get-clock")]
    GetClock,
    /// Statistics of the last `frames` frames.
    #[serde(rename = "play/stats")]
    FrameStats { frames: u32 },
    /// Sets the play mode of an editor.
    #[serde(rename = "play-edit/set-mode")]
    SetPlayMode { mode: PlayMode },
    #[serde(rename = "play-edit/freeze")]
    Freeze { frozen: bool },
    /// Advances the game; it is frozen afterwards.
    #[serde(rename = "play-edit/step")]
    Step { ticks: Ticks, watched: Vec<Watch> },
    #[serde(rename = "play-edit/act")]
    Act { gesture: Gesture },
    /// The changes that these edits would make, all or none.
    #[serde(rename = "edits/preview")]
    PreviewEdits { edits: Vec<EditRequest> },
    /// The changes that undoing these entries would make.
    #[serde(rename = "edits/preview-undo")]
    PreviewUndo {
        #[serde(with = "whole::list")]
        entries: Vec<u64>,
    },
    #[serde(rename = "edits/list-entries")]
    ListEntries { page: CursorPage },
    /// The lines that saving these asset paths would write; an empty list means every scene with unsaved edits.
    #[serde(rename = "edits/preview-save")]
    PreviewSave { files: Vec<String> },
    #[serde(rename = "edits-edit/apply")]
    ApplyEdits {
        edits: Vec<EditRequest>,
        /// Digest of the plan; a batch with other changes returns `conflict`.
        digest: Option<String>,
        /// The objects and files that the plan touches.
        touches: EditTouches,
    },
    #[serde(rename = "edits-edit/undo")]
    UndoEdits {
        #[serde(with = "whole::list")]
        entries: Vec<u64>,
        /// As in `ApplyEdits`.
        digest: Option<String>,
        touches: EditTouches,
    },
    /// The targets of this host. The host answers it without Unity.
    #[serde(rename = "targets/list-targets")]
    ListTargets,
    /// Routes the next calls of the session to this target. The host answers it without Unity.
    #[serde(rename = "targets-edit/choose")]
    ChooseTarget {
        /// Id, project name or path.
        unity: String,
    },
    /// Saves these asset paths, all or none.
    #[serde(rename = "edits-save/save")]
    SaveFiles {
        files: Vec<String>,
        /// The allowlist entries that saving needs, as the preview listed them; the command returns `conflict` if
        /// saving needs more by then. `None` compares nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        needs: Option<Vec<EditNeed>>,
    },
}

impl Command {
    /// The requested page of a list, by offset.
    pub fn page(&self) -> Option<&PageRequest> {
        match self {
            Self::ListScenes { page, .. }
            | Self::ListObjects { page, .. }
            | Self::FindObjects { page, .. }
            | Self::ListComponents { page, .. }
            | Self::ListMembers { page, .. }
            | Self::ListHooks { page }
            | Self::ListHookMethods { page, .. }
            | Self::ListScripts { page }
            | Self::ListAssets { page, .. }
            | Self::MissingReferences { page }
            | Self::Hierarchy { page, .. } => Some(page),
            _ => None,
        }
    }

    /// The requested page of a list, by cursor.
    pub fn cursor_page(&self) -> Option<&CursorPage> {
        match self {
            Self::ReadScriptSource { page, .. }
            | Self::ListOverrides { page, .. }
            | Self::CompareObjects { page, .. }
            | Self::ListEntries { page } => Some(page),
            Self::ReadValues { request } => Some(&request.page),
            Self::Query { request } => Some(&request.page),
            Self::FindUsers { request } => Some(&request.page),
            Self::FindAssets { request } => Some(&request.page),
            _ => None,
        }
    }

    /// The maximum number of items in its answer, if the answer is a list.
    pub fn most_items(&self) -> Option<u32> {
        match self {
            Self::TailLogs { count, .. } => Some(*count),
            other => other
                .page()
                .map(|page| page.limit)
                .or_else(|| other.cursor_page().map(|page| page.limit)),
        }
    }
}
