//! Everything that can be asked of a Unity, typed. One variant per function of the `unity-tools:unity` imports.

use crate::model::{
    AssetFilter, LogLine, NewObject, ObjectFilter, ObjectId, PageRequest, ResolvedMember, SceneFilter, SceneId,
    ScreenPoint, TestMode,
};
use crate::startup;
use host_api::{Access, AccessTarget, Effect, Interface};

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
        /// Only this source, exact.
        source: Option<String>,
        /// Substring of the message, case ignored.
        text: Option<String>,
        max_bytes: usize,
    },
    /// The host's own lines enter the same buffer (`[MCP] error …`). Not reachable from a guest.
    AppendLog {
        line: LogLine,
    },
    // objects-create
    CreateObject {
        object: NewObject,
    },
    // components-edit
    AddComponent {
        object: ObjectId,
        /// Full type name, as it stands in the allowlist.
        type_name: String,
    },
    RemoveComponent {
        object: ObjectId,
        /// Position on the object, the Transform first.
        component: u32,
        /// The component's full type name.
        type_name: String,
    },
    // members; `component` is an index or a full type name, `member` a serialized or C# name, dots and `[n]` go down
    ListMembers {
        object: ObjectId,
        component: String,
        page: PageRequest,
    },
    GetMember {
        object: ObjectId,
        component: String,
        member: String,
    },
    /// What the names stand for, so that gate 2 can look them up. An import asks it before `SetMember`, `CallMethod` and
    /// `RemoveComponent`.
    ResolveMember {
        object: ObjectId,
        component: String,
        /// `None` for a method or the component itself: only the component is resolved, `member` of the answer is empty.
        member: Option<String>,
    },
    /// The full name of a type that can be added. An import asks it before `AddComponent`, as `ResolveMember` is asked.
    ResolveComponentType {
        type_name: String,
    },
    // members-edit
    SetMember {
        object: ObjectId,
        member: ResolvedMember,
        /// JSON text.
        value: String,
    },
    // methods-call
    CallMethod {
        object: ObjectId,
        component: u32,
        /// The component's full type name.
        type_name: String,
        method: String,
        /// A JSON array.
        arguments: String,
    },
    // camera
    ActiveCamera,
    // pick
    PickWorld {
        at: ScreenPoint,
    },
    PickUi {
        at: ScreenPoint,
    },
    // hooks
    ListHooks {
        page: PageRequest,
    },
    ListHookMethods {
        type_name: String,
        /// Substring of name or signature, case ignored.
        filter: Option<String>,
        page: PageRequest,
    },
    GetHookSource {
        signature: String,
    },
    // hooks-edit
    AddHook {
        type_name: String,
        method: String,
    },
    RemoveHook {
        signature: String,
    },
    SetHookEnabled {
        signature: String,
        enabled: bool,
    },
    SetHookSource {
        signature: String,
        source: String,
    },
    // console-eval
    Evaluate {
        code: String,
    },
    // console-scripts
    ListScripts {
        page: PageRequest,
    },
    ReadScript {
        path: String,
    },
    GetStartupScript,
    // console-scripts-edit
    WriteScript {
        path: String,
        content: String,
    },
    DeleteScript {
        path: String,
    },
    RunScript {
        path: String,
    },
    SetStartupEnabled {
        enabled: bool,
    },
    WriteStartupScript {
        content: String,
    },
    RunStartupScript,
    // test-ui-edit
    SpawnTestUi,
    DestroyTestUi,
    // editor
    ListAssets {
        filter: AssetFilter,
        page: PageRequest,
    },
    /// Goes on from the page's cursor; each step takes about a second at most.
    MissingReferences {
        page: PageRequest,
    },
    Hierarchy {
        /// Asset path of a scene or prefab; a scene need not be loaded, and is not loaded by this.
        path: String,
        /// Deeper objects are left out; 0 = roots only.
        max_depth: Option<u32>,
        page: PageRequest,
    },
    // screenshot
    Screenshot {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Relative, below the folder of exports.
        output_path: Option<String>,
    },
    /// Lines of colliders, built-in meshes and UI rectangles; needs no running Unity and is never a screenshot.
    Wireframe {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    // editor-run
    ExecuteMenuItem {
        /// E.g. `Assets/Create/Folder`.
        path: String,
    },
    RunTests {
        mode: TestMode,
        /// `None` runs all.
        filter: Option<String>,
    },
    // command
    ListCommands,
    RunCommand {
        name: String,
        /// A JSON object.
        parameters: String,
    },
}

impl Command {
    /// What gate 2 has to decide on for this command.
    pub fn access(&self) -> Access {
        let (interface, function, effect) = self.function();
        Access {
            interface,
            function,
            effect,
            target: self.target(),
        }
    }

    fn function(&self) -> (Interface, &'static str, Effect) {
        use Effect::{Code, Destructive, Read, Write, WriteUnconfirmed};
        use Interface as of;
        match self {
            Self::ProjectInfo => (of::Project, "info", Read),
            Self::ListScenes { .. } => (of::Scenes, "list-scenes", Read),
            Self::OpenScene { .. } => (of::Scenes, "open", Read),
            Self::ListObjects { .. } => (of::Objects, "list-objects", Read),
            Self::GetObject { .. } => (of::Objects, "get", Read),
            Self::FindObjects { .. } => (of::Objects, "find", Read),
            Self::SetActive { .. } => (of::ObjectsEdit, "set-active", Write),
            Self::Reparent { .. } => (of::ObjectsEdit, "reparent", Write),
            Self::DestroyObject { .. } => (of::ObjectsEdit, "destroy", Destructive),
            Self::CreateObject { .. } => (of::ObjectsCreate, "create", Write),
            Self::ListComponents { .. } => (of::Components, "list-components", Read),
            Self::AddComponent { .. } => (of::ComponentsEdit, "add", Write),
            Self::RemoveComponent { .. } => (of::ComponentsEdit, "remove", Destructive),
            Self::ListMembers { .. } => (of::Members, "list-members", Read),
            Self::GetMember { .. } => (of::Members, "get", Read),
            Self::ResolveMember { .. } => (of::Members, "resolve", Read),
            Self::ResolveComponentType { .. } => (of::Components, "resolve-type", Read),
            Self::SetMember { .. } => (of::MembersEdit, "set", Write),
            Self::CallMethod { .. } => (of::MethodsCall, "invoke", Code),
            Self::GetSelection => (of::Selection, "get", Read),
            Self::Select { .. } => (of::SelectionEdit, "select", WriteUnconfirmed),
            Self::GetTimeScale => (of::TimeScale, "get", Read),
            Self::SetTimeScale { .. } => (of::TimeScaleEdit, "set", Write),
            Self::TailLogs { .. } => (of::Logs, "tail", Read),
            Self::AppendLog { .. } => (of::Log, "write", Read),
            Self::ActiveCamera => (of::Camera, "active", Read),
            Self::PickWorld { .. } => (of::Pick, "pick-world", Read),
            Self::PickUi { .. } => (of::Pick, "pick-ui", Read),
            Self::ListHooks { .. } => (of::Hooks, "list-hooks", Read),
            Self::ListHookMethods { .. } => (of::Hooks, "list-methods", Read),
            Self::GetHookSource { .. } => (of::Hooks, "get-source", Read),
            Self::AddHook { .. } => (of::HooksEdit, "add", Write),
            Self::RemoveHook { .. } => (of::HooksEdit, "remove", Write),
            Self::SetHookEnabled { .. } => (of::HooksEdit, "set-enabled", Write),
            Self::SetHookSource { .. } => (of::HooksEdit, "set-source", Code),
            Self::Evaluate { .. } => (of::ConsoleEval, "evaluate", Code),
            Self::ListScripts { .. } => (of::ConsoleScripts, "list-scripts", Read),
            Self::ReadScript { .. } => (of::ConsoleScripts, "read", Read),
            Self::GetStartupScript => (of::ConsoleScripts, "get-startup", Read),
            Self::WriteScript { path, .. } if startup::is_startup(path) => (of::ConsoleScriptsEdit, "write", Code),
            Self::WriteScript { .. } => (of::ConsoleScriptsEdit, "write", Write),
            Self::DeleteScript { path } if startup::is_startup(path) => (of::ConsoleScriptsEdit, "delete", Code),
            Self::DeleteScript { .. } => (of::ConsoleScriptsEdit, "delete", Destructive),
            Self::RunScript { .. } => (of::ConsoleScriptsEdit, "run", Code),
            Self::SetStartupEnabled { .. } => (of::ConsoleScriptsEdit, "set-startup-enabled", Code),
            Self::WriteStartupScript { .. } => (of::ConsoleScriptsEdit, "write-startup", Code),
            Self::RunStartupScript => (of::ConsoleScriptsEdit, "run-startup", Code),
            Self::SpawnTestUi => (of::TestUiEdit, "spawn", Write),
            Self::DestroyTestUi => (of::TestUiEdit, "destroy", Write),
            Self::ListAssets { .. } => (of::Editor, "list-assets", Read),
            Self::MissingReferences { .. } => (of::Editor, "missing-references", Read),
            Self::Hierarchy { .. } => (of::Editor, "hierarchy", Read),
            Self::Screenshot { output_path: None, .. } => (of::Screenshot, "take", Read),
            Self::Screenshot { .. } => (of::Screenshot, "take", Write),
            Self::Wireframe { .. } => (of::Screenshot, "wireframe", Read),
            Self::ExecuteMenuItem { .. } => (of::EditorRun, "execute-menu-item", Write),
            Self::RunTests { .. } => (of::EditorRun, "run-tests", Write),
            Self::ListCommands => (of::Command, "list-commands", Read),
            Self::RunCommand { .. } => (of::Command, "run", Write),
        }
    }

    fn target(&self) -> AccessTarget {
        match self {
            Self::AddComponent { type_name, .. } | Self::RemoveComponent { type_name, .. } => {
                AccessTarget::Components(vec![type_name.clone()])
            }
            Self::CreateObject { object } => AccessTarget::Components(object.components.clone()),
            Self::SetMember { member, .. } => AccessTarget::Member {
                type_name: member.type_name.clone(),
                member: member.member.clone(),
                csharp_name: member.csharp_name.clone(),
            },
            Self::CallMethod { type_name, method, .. } => AccessTarget::Member {
                type_name: type_name.clone(),
                member: method.clone(),
                csharp_name: None,
            },
            Self::AddHook { type_name, .. } | Self::ListHookMethods { type_name, .. } => {
                AccessTarget::HookType(type_name.clone())
            }
            Self::SetHookEnabled { signature, .. } | Self::SetHookSource { signature, .. } => {
                AccessTarget::HookType(declaring_type(signature).to_owned())
            }
            _ => AccessTarget::None,
        }
    }

    /// Why it is `code` where its function otherwise is not, and what to use instead.
    pub fn why_code(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::WriteScript { path, .. } | Self::DeleteScript { path } if startup::is_startup(path) => {
                Some(startup::WHY_CODE)
            }
            _ => None,
        }
    }

    /// True where it changes what a person would call the game or the editor; these are audited and never retried.
    pub fn is_write(&self) -> bool {
        self.access().effect.changes_something()
    }

    /// All objects that it changes or hangs something on.
    pub fn objects(&self) -> Vec<ObjectId> {
        let other = match self {
            Self::Reparent { parent, .. } => *parent,
            Self::CreateObject { object } => object.parent,
            Self::Select { objects } => return objects.clone(),
            _ => None,
        };
        self.object().into_iter().chain(other).collect()
    }

    /// The object acted on, for the audit line.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Self::SetActive { object, .. }
            | Self::Reparent { object, .. }
            | Self::DestroyObject { object }
            | Self::GetObject { object }
            | Self::ListComponents { object, .. }
            | Self::AddComponent { object, .. }
            | Self::RemoveComponent { object, .. }
            | Self::ListMembers { object, .. }
            | Self::GetMember { object, .. }
            | Self::ResolveMember { object, .. }
            | Self::SetMember { object, .. }
            | Self::CallMethod { object, .. } => Some(*object),
            Self::Select { objects } => objects.first().copied(),
            _ => None,
        }
    }
}

/// `UnityEngine.GameObject` from `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`; the whole text where it
/// has another form, which no allowlist holds.
fn declaring_type(signature: &str) -> &str {
    let Some((before, _)) = signature.split_once("::") else {
        return signature;
    };
    before.rsplit_once(' ').map_or(before, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaring_type_is_read_from_a_signature() {
        let table = [
            (
                "System.Void UnityEngine.GameObject::SetActive(System.Boolean)",
                "UnityEngine.GameObject",
            ),
            ("System.Void A.B`1::M(System.Collections.Generic.List`1<T>)", "A.B`1"),
            ("SetActive", "SetActive"),
            ("X::Y", "X"),
        ];
        for (signature, expected) in table {
            assert_eq!(declaring_type(signature), expected);
        }
    }

    #[test]
    fn what_unity_will_run_is_code_and_what_leaves_a_file_is_a_write() {
        let write = |path: &str| Command::WriteScript {
            path: path.to_owned(),
            content: "1".to_owned(),
        };
        let shot = |output_path: Option<&str>| Command::Screenshot {
            width: 1,
            height: 1,
            output_path: output_path.map(str::to_owned),
        };
        let content = "1".to_owned();
        for (command, effect) in [
            (Command::WriteStartupScript { content }, Effect::Code),
            (Command::SetStartupEnabled { enabled: true }, Effect::Code),
            (Command::SetStartupEnabled { enabled: false }, Effect::Code),
            (write("startup.cs"), Effect::Code),
            (write("a.cs"), Effect::Write),
            (shot(None), Effect::Read),
            (shot(Some("a.png")), Effect::Write),
        ] {
            assert_eq!(command.access().effect, effect, "{command:?}");
        }
    }
}
