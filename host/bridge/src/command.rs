//! All requests to Unity as typed commands: one variant for each function of the `unity-tools:unity` imports.
//!
//! Belongs here: the variants with their functions and bounds. Does not: the access that the permission check (gate 2)
//! examines (`access`), the rules of values (`bounds`).

mod access;
mod checked_command;
mod function;
mod target;

pub use checked_command::CheckedCommand;
pub use function::FileUse;

use crate::json::{number, whole_numbers};
use crate::model::{
    Aim, AssetChange, AssetFilter, AssetsRequest, CursorPage, EditNeed, EditRequest, EditTouches, Gesture, NewObject,
    ObjectFilter, ObjectId, PageRequest, PlayMode, QueryRequest, ResolvedMember, SceneFilter, SceneId, ScreenPoint,
    TestMode, Ticks, UsersRequest, ValuesRequest, Viewer, Watch,
};
use crate::naming;
use host_bridge_derive::{Bounds, functions};
use serde::{Deserialize, Serialize};

/// A request to a Unity target. It is sent only as a method name and `arguments`, so it implements no serde trait.
#[functions]
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all_fields = "kebab-case")]
pub enum Command {
    #[function("project/info", Read, Scene, Project, Reads)]
    ProjectInfo,
    #[function("scenes/list-scenes", Read, Scene, Scenes, Reads)]
    ListScenes { filter: SceneFilter, page: PageRequest },
    #[function("scenes/find", Read, Scene, Scene, Reads)]
    #[bounds(name: text(NAME, "an id, asset path or name of a scene", "list the scenes"))]
    FindScene { name: String },
    #[function("scenes/open", Read, Scene, Scene, Reads)]
    OpenScene { scene: SceneId, additive: Option<bool> },
    #[function("objects/list-objects", Read, Scene, Objects, Reads)]
    ListObjects { filter: ObjectFilter, page: PageRequest },
    #[function("objects/get", Read, Scene, Object, Reads)]
    GetObject { object: ObjectId },
    #[function("objects/find", Read, Scene, Objects, Reads)]
    #[bounds(path: hierarchy_path)]
    FindObjects { path: String, page: PageRequest },
    #[function("objects-edit/set-active", Write, SceneEdit, Done, NoFiles, no_target)]
    SetActive { object: ObjectId, active: bool },
    #[function("objects-edit/reparent", Write, SceneEdit, Done, NoFiles, no_target)]
    Reparent { object: ObjectId, parent: Option<ObjectId> },
    #[function("objects-edit/destroy", Destructive, SceneEdit, Done, NoFiles, no_target)]
    DestroyObject { object: ObjectId },
    #[function("objects-create/create", Write, SceneEdit, Created, NoFiles, target = components(&object.components))]
    CreateObject { object: NewObject },
    #[function("components/list-components", Read, Scene, Components, Reads)]
    ListComponents { object: ObjectId, page: PageRequest },
    /// Adds a component to an object. `type_name` is the full name of the component type, as in the allowlist.
    #[function("components-edit/add", Write, SceneEdit, Added, NoFiles, target = component_type(type_name))]
    #[bounds(type_name: component_type)]
    AddComponent { object: ObjectId, type_name: String },
    #[function("components-edit/remove", Destructive, SceneEdit, Done, NoFiles, target = component_type(type_name))]
    RemoveComponent {
        object: ObjectId,
        component: u32,
        #[bounds(component_type)]
        type_name: String,
    },
    /// Lists the members of a component. In commands on members, `component` is an index or a full type name, and
    /// `member` is a serialized or C# name, in which dots and `[n]` select parts.
    #[function("members/list-members", Read, Scene, Members, Reads)]
    #[bounds(component: component_selector)]
    ListMembers {
        object: ObjectId,
        component: String,
        page: PageRequest,
    },
    #[function("members/get", Read, Scene, Member, Reads)]
    #[bounds(component: component_selector, member: member_name)]
    GetMember {
        object: ObjectId,
        component: String,
        member: String,
    },
    /// Resolves a component and a member to the names that allowlists contain. The host sends it before `SetMember`,
    /// `CallMethod` and `RemoveComponent` for the permission check. Only the target of the write may answer it, because
    /// another one can know another type by the same name.
    #[function("members/resolve", Read, Scene, Resolved, Plans)]
    ResolveMember {
        object: ObjectId,
        #[bounds(component_selector)]
        component: String,
        /// Name of the member. `None` resolves only the component; the answer then has an empty `member`.
        #[bounds(member_name)]
        member: Option<String>,
    },
    /// Returns the full name of a component type that can be added; as `ResolveMember` for `AddComponent` and others.
    #[function("components/resolve-type", Read, Scene, TypeName, Plans)]
    #[bounds(type_name: component_type)]
    ResolveComponentType { type_name: String },
    #[function("values/read", Read, Scene, Values, Reads, cursor_page = &request.page)]
    ReadValues { request: ValuesRequest },
    #[function("query/find", Read, Scene, Found, Reads, cursor_page = &request.page)]
    Query { request: Box<QueryRequest> },
    #[function("members-edit/set", Write, SceneEdit, Done, NoFiles, target = resolved(member))]
    SetMember {
        object: ObjectId,
        member: ResolvedMember,
        #[serde(with = "naming::json_text")]
        #[bounds(any_json)]
        value: String,
    },
    #[function("methods-call/invoke", Code, Code, Returned, NoFiles, target = called(type_name, method))]
    CallMethod {
        object: ObjectId,
        component: u32,
        #[bounds(component_type)]
        type_name: String,
        #[bounds(method_name)]
        method: String,
        #[serde(with = "naming::json_text")]
        #[bounds(json_array)]
        arguments: String,
    },
    #[function("selection/get", Read, Scene, Selection, NoFiles)]
    GetSelection,
    #[function("selection-edit/select", WriteUnconfirmed, SceneEdit, Selection, NoFiles, no_target)]
    #[bounds(objects: list(1_000, "ids", by_type))]
    Select { objects: Vec<ObjectId> },
    #[function("time-scale/get", Read, Scene, TimeScale, NoFiles)]
    GetTimeScale,
    #[function("time-scale-edit/set", Write, SceneEdit, TimeScale, NoFiles, no_target)]
    SetTimeScale {
        #[serde(with = "number")]
        #[bounds(finite("a finite number; it is clamped to 0 to 4"))]
        value: f64,
        /// True locks the time scale, false unlocks it; `None` leaves the lock unchanged.
        lock: Option<bool>,
    },
    /// Returns the newest `count` log lines that match all filters, oldest first.
    #[function("logs/tail", Read, Scene, Logs, NoFiles)]
    TailLogs {
        #[bounds(within(1..=2_000))]
        count: u32,
        #[bounds(level)]
        min_level: Option<String>,
        /// Source of the lines, compared exactly; `None` for all sources.
        #[bounds(at_most(TEXT))]
        source: Option<String>,
        #[bounds(at_most(TEXT))]
        text: Option<String>,
        #[serde(with = "whole_numbers")]
        max_bytes: usize,
    },
    #[function("camera/active", Read, Scene, Camera, NoFiles)]
    ActiveCamera,
    #[function("pick/pick-world", Read, Scene, Picked, NoFiles)]
    PickWorld { aim: Aim, viewer: Viewer },
    #[function("pick/pick-ui", Read, Scene, Picked, NoFiles)]
    PickUi { at: ScreenPoint, viewer: Viewer },
    #[function("hooks/list-hooks", Read, Scene, Hooks, NoFiles)]
    ListHooks { page: PageRequest },
    #[function("hooks/list-methods", Read, Scene, HookMethods, NoFiles, target = hooked(type_name))]
    ListHookMethods {
        #[bounds(hook_type)]
        type_name: String,
        #[bounds(at_most(TEXT))]
        filter: Option<String>,
        page: PageRequest,
    },
    #[function("hooks/get-source", Read, Scene, Source, NoFiles)]
    #[bounds(signature: method_signature)]
    GetHookSource { signature: String },
    #[function("hooks-edit/add", Write, SceneEdit, Signature, NoFiles, target = hooked(type_name))]
    #[bounds(type_name: hook_type, method: method_name)]
    AddHook { type_name: String, method: String },
    #[function("hooks-edit/remove", Write, SceneEdit, Done, NoFiles, no_target)]
    #[bounds(signature: method_signature)]
    RemoveHook { signature: String },
    #[function("hooks-edit/set-enabled", Write, SceneEdit, Done, NoFiles, target = hook(signature))]
    #[bounds(signature: method_signature)]
    SetHookEnabled { signature: String, enabled: bool },
    #[function("hooks-edit/set-source", Code, SceneEdit, Done, NoFiles, target = hook(signature))]
    #[bounds(
        signature: method_signature,
        source: text(SOURCE, "the C# text of a patch", "read the hook's source for a template to begin with"),
    )]
    SetHookSource { signature: String, source: String },
    #[function("console-eval/evaluate", Code, Code, Evaluated, NoFiles, no_target)]
    #[bounds(code: text(SOURCE, "C# text", "e.g. 1 + 1"))]
    Evaluate { code: String },
    #[function("console-scripts/list-scripts", Read, Scene, Scripts, NoFiles)]
    ListScripts { page: PageRequest },
    #[function("console-scripts/read", Read, Scene, Script, NoFiles)]
    #[bounds(path: any)]
    ReadScript { path: String },
    #[function("console-scripts/get-startup", Read, Scene, Startup, NoFiles)]
    GetStartupScript,
    #[function("console-scripts-edit/write", Write, SceneEdit, Done, Writes, no_target)]
    #[bounds(path: any, content: any)]
    WriteScript { path: String, content: String },
    #[function("console-scripts-edit/delete", Destructive, SceneEdit, Done, Writes, no_target)]
    #[bounds(path: any)]
    DeleteScript { path: String },
    #[function("console-scripts-edit/run", Code, Code, Printed, Writes, no_target)]
    #[bounds(path: any)]
    RunScript { path: String },
    #[function("console-scripts-edit/set-startup-enabled", Code, SceneEdit, Done, Writes, no_target)]
    SetStartupEnabled { enabled: bool },
    #[function("console-scripts-edit/write-startup", Code, SceneEdit, Done, Writes, no_target)]
    #[bounds(content: any)]
    WriteStartupScript { content: String },
    #[function("console-scripts-edit/run-startup", Code, Code, Printed, Writes, no_target)]
    RunStartupScript,
    #[function("test-ui-edit/spawn", Write, SceneEdit, TestUi, NoFiles, no_target)]
    SpawnTestUi,
    #[function("test-ui-edit/destroy", Write, SceneEdit, Done, NoFiles, no_target)]
    DestroyTestUi,
    #[function("scripts/get", Read, Scene, ScriptType, OnlyFiles)]
    #[bounds(script: script_text)]
    DescribeScript { script: String },
    #[function("scripts/source", Read, Scene, SourceLines, OnlyFiles)]
    #[bounds(path: text(NAME, "the asset path of a C# source", "e.g. Assets/Scripts/Door.cs"))]
    ReadScriptSource { path: String, page: CursorPage },
    /// Writes a C# source. In an editor, the command also waits for the compilation.
    #[function("scripts-edit/write", Code, SceneEdit, SourceWritten, Writes, target = source(path))]
    #[bounds(path: source_path, text: source_text, digest: sha256)]
    WriteScriptSource {
        path: String,
        text: String,
        /// SHA-256 of the text that the caller read; `None` if the source must not exist.
        digest: Option<String>,
        /// True if a text is written although the host finds syntax errors in it.
        #[serde(default)]
        allow_syntax_errors: bool,
    },
    #[function("asset-plan/preview", Read, SceneEdit, Plan, Plans)]
    #[bounds(changes: asset_changes)]
    PreviewAssets { changes: Vec<AssetChange> },
    #[function("assets-edit/apply", Destructive, SceneEdit, EditDone, Writes, target = plan(&touches.needs))]
    #[bounds(changes: asset_changes, digest: any, touches: any)]
    ApplyAssets {
        changes: Vec<AssetChange>,
        digest: Option<String>,
        touches: EditTouches,
    },
    #[function("compilation/last", Read, EditorRun, Compilation, NoFiles)]
    LastCompilation,
    #[function("editor/list-assets", Read, Scene, Assets, OnlyFiles)]
    ListAssets { filter: AssetFilter, page: PageRequest },
    /// Returns one page of the missing references in the project. Each step of the scan takes about a second; the
    /// cursor continues it.
    #[function("editor/missing-references", Read, Scene, References, OnlyFiles)]
    MissingReferences { page: PageRequest },
    #[function("editor/hierarchy", Read, Scene, Hierarchy, Reads)]
    Hierarchy {
        /// Asset path of a scene or prefab. A scene need not be loaded, and this command does not load it.
        #[bounds(text(NAME, "the asset path of a scene or prefab", "e.g. Assets/Scenes/Main.unity"))]
        path: String,
        /// Maximum number of ancestors of the listed objects; 0 lists only the roots, `None` all objects.
        max_depth: Option<u32>,
        page: PageRequest,
    },
    #[function("prefabs/overrides", Read, Scene, Overrides, Reads)]
    ListOverrides { object: ObjectId, page: CursorPage },
    #[function("prefabs/compare", Read, Scene, Overrides, Reads)]
    #[bounds(second: other_than(first))]
    CompareObjects {
        first: ObjectId,
        second: ObjectId,
        page: CursorPage,
    },
    #[function("references/find-users", Read, Scene, Users, OnlyFiles, cursor_page = &request.page)]
    FindUsers { request: UsersRequest },
    #[function("settings/list-sections", Read, Scene, Sections, OnlyFiles)]
    ListSettings,
    #[function("settings/get", Read, Scene, Section, OnlyFiles)]
    GetSettings {
        #[bounds(text(TEXT, "a section's name", "list the sections"))]
        section: String,
        #[serde(with = "whole_numbers")]
        #[bounds(answer_bytes("to the operator's page size"))]
        max_bytes: usize,
    },
    #[function("assets/list-assets", Read, Scene, AssetRows, OnlyFiles, cursor_page = &request.page)]
    FindAssets { request: AssetsRequest },
    #[function("assets/get", Read, Scene, AssetDetail, OnlyFiles)]
    #[bounds(asset: asset_text("an asset path or a guid"))]
    GetAsset {
        asset: String,
        #[serde(with = "whole_numbers")]
        #[bounds(answer_bytes("to the operator's page size"))]
        max_bytes: usize,
    },
    /// Takes a screenshot. `output_path` is relative to the exports folder; sizes are in pixels.
    #[function("screenshot/take", Read, Screenshot, Picture, NoFiles)]
    #[bounds(width: pixels(1..=8_192), height: pixels(1..=8_192), output_path: any)]
    Screenshot {
        width: u32,
        height: u32,
        output_path: Option<String>,
    },
    /// Draws outlines of colliders, built-in meshes and UI rectangles, without a running instance.
    #[function("screenshot/wireframe", Read, Scene, Picture, NoFiles)]
    #[bounds(width: pixels(16..=4_096), height: pixels(16..=4_096))]
    Wireframe { width: u32, height: u32 },
    #[function("editor-run/execute-menu-item", Write, EditorRun, Done, NoFiles, no_target)]
    #[bounds(path: text(NAME, "a menu item's path", "give a path such as Assets/Create/Folder"))]
    ExecuteMenuItem { path: String },
    /// Runs the tests of one mode; if `filter` is `None`, all of them.
    #[function("editor-run/run-tests", Write, EditorRun, TestRun, NoFiles, no_target)]
    #[bounds(filter: at_most(TEXT))]
    RunTests { mode: TestMode, filter: Option<String> },
    #[function("refresh-run/refresh", Write, EditorRun, Compilation, NoFiles, no_target)]
    RefreshAssets,
    #[function("packages-edit/change", Code, EditorRun, Packages, NoFiles, no_target)]
    #[bounds(add: packages(remove.len()), remove: packages(add.len()))]
    ChangePackages { add: Vec<String>, remove: Vec<String> },
    /// Builds a player. Without `target` it is the active one, without `scenes` those of the build settings.
    #[function("build-run/build", Write, EditorRun, Built, NoFiles, no_target)]
    #[bounds(target: text(NAME, "a build target", "e.g. StandaloneLinux64"), path: build_path, scenes: scene_files(0))]
    BuildPlayer {
        target: Option<String>,
        path: String,
        scenes: Vec<String>,
        development: bool,
    },
    #[function("command/list-commands", Read, Scene, Commands, NoFiles)]
    ListCommands,
    #[function("command-run/run", Write, Commands, Returned, NoFiles, no_target)]
    RunCommand {
        #[bounds(text(NAME, "a command's name", "list the commands that Unity announces"))]
        name: String,
        #[serde(with = "naming::json_text")]
        #[bounds(json_object)]
        parameters: String,
    },
    #[function("play/get-clock", Read, Play, Clock, NoFiles)]
    GetClock,
    #[function("play/stats", Read, Play, FrameStats, NoFiles)]
    #[bounds(frames: within(1..=1_000))]
    FrameStats { frames: u32 },
    #[function("play-edit/set-mode", Write, Play, Done, NoFiles, no_target)]
    SetPlayMode { mode: PlayMode },
    #[function("play-edit/freeze", Write, Play, Clock, NoFiles, no_target)]
    Freeze { frozen: bool },
    /// Advances the game by `ticks` and reads the watched values after each tick. The game is frozen afterwards.
    #[function("play-edit/step", Write, Play, Stepped, NoFiles, no_target)]
    #[bounds(watched: list(16, "values", by_type))]
    Step { ticks: Ticks, watched: Vec<Watch> },
    #[function("play-edit/act", Write, Play, Touched, NoFiles, no_target)]
    Act { gesture: Gesture },
    /// Returns the changes that these edits would make. If one edit is invalid, the command fails.
    #[function("edits/preview", Read, SceneEdit, Plan, Plans)]
    #[bounds(edits: batch)]
    PreviewEdits { edits: Vec<EditRequest> },
    #[function("edits/preview-undo", Read, SceneEdit, Plan, Plans)]
    PreviewUndo {
        #[serde(with = "whole_numbers::list")]
        #[bounds(entry_ids)]
        entries: Vec<u64>,
    },
    #[function("edits/list-entries", Read, SceneEdit, Entries, NoFiles)]
    ListEntries { page: CursorPage },
    /// Returns the lines that saving would change in these files; an empty list means every scene with unsaved edits.
    #[function("edits/preview-save", Read, SceneEdit, FileChanges, Plans)]
    #[bounds(files: scene_files(0))]
    PreviewSave { files: Vec<String> },
    #[function("edits-edit/apply", Write, SceneEdit, EditDone, NoFiles, target = plan(&touches.needs))]
    #[bounds(edits: batch, digest: any, touches: any)]
    ApplyEdits {
        edits: Vec<EditRequest>,
        /// Digest of the expected edit plan; the command returns `conflict` if the plan differs. `None` accepts any.
        digest: Option<String>,
        touches: EditTouches,
    },
    #[function("edits-edit/undo", Write, SceneEdit, EditDone, NoFiles, target = plan(&touches.needs))]
    #[bounds(entries: entry_ids, digest: any, touches: any)]
    UndoEdits {
        #[serde(with = "whole_numbers::list")]
        entries: Vec<u64>,
        digest: Option<String>,
        touches: EditTouches,
    },
    /// Lists the Unity targets (project folders and running instances) of this host. The host answers it without Unity.
    #[function("targets/list-targets", Read, Scene, Targets, NoFiles)]
    ListTargets,
    /// Routes the next calls of the session to this target. The host answers it without Unity.
    #[function("targets-edit/choose", WriteUnconfirmed, Scene, Unity, NoFiles, no_target)]
    #[bounds(unity: text(PATH, "an id, a project's name or a path", "list the targets to see their ids"))]
    ChooseTarget { unity: String },
    /// Saves the edits in the files with these asset paths; if one of the files cannot be saved, none is changed.
    #[function("edits-save/save", Destructive, SceneEdit, Saved, Writes, target = plan(needs.iter().flatten()))]
    SaveFiles {
        #[bounds(scene_files(1))]
        files: Vec<String>,
        /// The allowlist entries that the preview of this save listed; the command returns `conflict` if saving needs
        /// more entries by then. `None` skips this comparison.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[bounds(any)]
        needs: Option<Vec<EditNeed>>,
    },
}
