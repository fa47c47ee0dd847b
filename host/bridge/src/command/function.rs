//! The functions that a target can serve: one row for each variant of `Command`.
//!
//! Belongs here: facts about a function that do not depend on arguments. Does not: effects of an argument (`access`).

use super::Command;
use crate::capability::Capability;
use crate::reply::ReplyKind;
use host_api::{Effect, Interface};
use std::collections::BTreeSet;
use std::fmt;

macro_rules! functions {
    ($($variant:ident $interface:ident $method:literal $effect:ident $needs:ident $reply:ident;)+) => {
        /// A function of the `unity-tools:unity` imports, which is also a method of the link to a running instance.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Function {
            $(#[doc = concat!("`", $method, "`")] $variant,)+
        }

        impl Function {
            /// All functions.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its method name on the link: interface name, then function name, for example `objects/list-objects`.
            pub const fn method(self) -> &'static str {
                match self { $(Self::$variant => $method,)+ }
            }

            /// The interface of the function.
            pub const fn interface(self) -> Interface {
                match self { $(Self::$variant => Interface::$interface,)+ }
            }

            /// Its effect, unless an argument raises it (see `Command::access`).
            pub const fn effect(self) -> Effect {
                match self { $(Self::$variant => Effect::$effect,)+ }
            }

            /// The least capability that a bridge needs to serve it.
            pub const fn required_capability(self) -> Capability {
                match self { $(Self::$variant => Capability::$needs,)+ }
            }

            /// The kind of its reply.
            pub const fn reply(self) -> ReplyKind {
                match self { $(Self::$variant => ReplyKind::$reply,)+ }
            }
        }

        impl Command {
            /// The function of this command.
            pub fn function(&self) -> Function {
                match self { $(Self::$variant { .. } => Function::$variant,)+ }
            }
        }
    };
}

functions! {
    ProjectInfo          Project            "project/info"                            Read             Scene      Project;
    ListScenes           Scenes             "scenes/list-scenes"                      Read             Scene      Scenes;
    FindScene            Scenes             "scenes/find"                             Read             Scene      Scene;
    OpenScene            Scenes             "scenes/open"                             Read             Scene      Scene;
    ListObjects          Objects            "objects/list-objects"                    Read             Scene      Objects;
    GetObject            Objects            "objects/get"                             Read             Scene      Object;
    FindObjects          Objects            "objects/find"                            Read             Scene      Objects;
    SetActive            ObjectsEdit        "objects-edit/set-active"                 Write            SceneEdit  Done;
    Reparent             ObjectsEdit        "objects-edit/reparent"                   Write            SceneEdit  Done;
    DestroyObject        ObjectsEdit        "objects-edit/destroy"                    Destructive      SceneEdit  Done;
    CreateObject         ObjectsCreate      "objects-create/create"                   Write            SceneEdit  Created;
    ListComponents       Components         "components/list-components"              Read             Scene      Components;
    AddComponent         ComponentsEdit     "components-edit/add"                     Write            SceneEdit  Added;
    RemoveComponent      ComponentsEdit     "components-edit/remove"                  Destructive      SceneEdit  Done;
    ListMembers          Members            "members/list-members"                    Read             Scene      Members;
    GetMember            Members            "members/get"                             Read             Scene      Member;
    ResolveMember        Members            "members/resolve"                         Read             Scene      Resolved;
    ResolveComponentType Components         "components/resolve-type"                 Read             Scene      TypeName;
    ReadValues           Values             "values/read"                             Read             Scene      Values;
    Query                Query              "query/find"                              Read             Scene      Found;
    SetMember            MembersEdit        "members-edit/set"                        Write            SceneEdit  Done;
    CallMethod           MethodsCall        "methods-call/invoke"                     Code             Code       Returned;
    GetSelection         Selection          "selection/get"                           Read             Scene      Selection;
    Select               SelectionEdit      "selection-edit/select"                   WriteUnconfirmed SceneEdit  Selection;
    GetTimeScale         TimeScale          "time-scale/get"                          Read             Scene      TimeScale;
    SetTimeScale         TimeScaleEdit      "time-scale-edit/set"                     Write            SceneEdit  TimeScale;
    TailLogs             Logs               "logs/tail"                               Read             Scene      Logs;
    ActiveCamera         Camera             "camera/active"                           Read             Scene      Camera;
    PickWorld            Pick               "pick/pick-world"                         Read             Scene      Picked;
    PickUi               Pick               "pick/pick-ui"                            Read             Scene      Picked;
    ListHooks            Hooks              "hooks/list-hooks"                        Read             Scene      Hooks;
    ListHookMethods      Hooks              "hooks/list-methods"                      Read             Scene      HookMethods;
    GetHookSource        Hooks              "hooks/get-source"                        Read             Scene      Source;
    AddHook              HooksEdit          "hooks-edit/add"                          Write            SceneEdit  Signature;
    RemoveHook           HooksEdit          "hooks-edit/remove"                       Write            SceneEdit  Done;
    SetHookEnabled       HooksEdit          "hooks-edit/set-enabled"                  Write            SceneEdit  Done;
    SetHookSource        HooksEdit          "hooks-edit/set-source"                   Code             SceneEdit  Done;
    Evaluate             ConsoleEval        "console-eval/evaluate"                   Code             Code       Evaluated;
    ListScripts          ConsoleScripts     "console-scripts/list-scripts"            Read             Scene      Scripts;
    ReadScript           ConsoleScripts     "console-scripts/read"                    Read             Scene      Script;
    GetStartupScript     ConsoleScripts     "console-scripts/get-startup"             Read             Scene      Startup;
    WriteScript          ConsoleScriptsEdit "console-scripts-edit/write"              Write            SceneEdit  Done;
    DeleteScript         ConsoleScriptsEdit "console-scripts-edit/delete"             Destructive      SceneEdit  Done;
    RunScript            ConsoleScriptsEdit "console-scripts-edit/run"                Code             Code       Printed;
    SetStartupEnabled    ConsoleScriptsEdit "console-scripts-edit/set-startup-enabled" Code             SceneEdit  Done;
    WriteStartupScript   ConsoleScriptsEdit "console-scripts-edit/write-startup"      Code             SceneEdit  Done;
    RunStartupScript     ConsoleScriptsEdit "console-scripts-edit/run-startup"        Code             Code       Printed;
    SpawnTestUi          TestUiEdit         "test-ui-edit/spawn"                      Write            SceneEdit  TestUi;
    DestroyTestUi        TestUiEdit         "test-ui-edit/destroy"                    Write            SceneEdit  Done;
    DescribeScript       Scripts            "scripts/get"                             Read             Scene      ScriptType;
    ReadScriptSource     Scripts            "scripts/source"                          Read             Scene      SourceLines;
    ListAssets           Editor             "editor/list-assets"                      Read             Scene      Assets;
    MissingReferences    Editor             "editor/missing-references"               Read             Scene      References;
    Hierarchy            Editor             "editor/hierarchy"                        Read             Scene      Hierarchy;
    ListOverrides        Prefabs            "prefabs/overrides"                       Read             Scene      Overrides;
    CompareObjects       Prefabs            "prefabs/compare"                         Read             Scene      Overrides;
    FindUsers            References         "references/find-users"                   Read             Scene      Users;
    ListSettings         Settings           "settings/list-sections"                  Read             Scene      Sections;
    GetSettings          Settings           "settings/get"                            Read             Scene      Section;
    FindAssets           Assets             "assets/list-assets"                      Read             Scene      AssetRows;
    GetAsset             Assets             "assets/get"                              Read             Scene      AssetDetail;
    Screenshot           Screenshot         "screenshot/take"                         Read             Screenshot Picture;
    Wireframe            Screenshot         "screenshot/wireframe"                    Read             Scene      Picture;
    ExecuteMenuItem      EditorRun          "editor-run/execute-menu-item"            Write            EditorRun  Done;
    RunTests             EditorRun          "editor-run/run-tests"                    Write            EditorRun  TestRun;
    ListCommands         Command            "command/list-commands"                   Read             Scene      Commands;
    RunCommand           CommandRun         "command-run/run"                         Write            Commands   Returned;
    GetClock             Play               "play/get-clock"                          Read             Play       Clock;
    FrameStats           Play               "play/stats"                              Read             Play       FrameStats;
    SetPlayMode          PlayEdit           "play-edit/set-mode"                      Write            Play       Done;
    Freeze               PlayEdit           "play-edit/freeze"                        Write            Play       Clock;
    Step                 PlayEdit           "play-edit/step"                          Write            Play       Stepped;
    Act                  PlayEdit           "play-edit/act"                           Write            Play       Touched;
    PreviewEdits         Edits              "edits/preview"                           Read             SceneEdit  Plan;
    PreviewUndo          Edits              "edits/preview-undo"                      Read             SceneEdit  Plan;
    ListEntries          Edits              "edits/list-entries"                      Read             SceneEdit  Entries;
    PreviewSave          Edits              "edits/preview-save"                      Read             SceneEdit  FileChanges;
    ApplyEdits           EditsEdit          "edits-edit/apply"                        Write            SceneEdit  EditDone;
    UndoEdits            EditsEdit          "edits-edit/undo"                         Write            SceneEdit  EditDone;
    ListTargets           Targets             "targets/list-targets"                      Read             Scene      Targets;
    ChooseTarget          TargetsEdit         "targets-edit/choose"                      WriteUnconfirmed Scene      Unity;
    SaveFiles            EditsSave          "edits-save/save"                         Destructive      SceneEdit  Saved;
}

impl Function {
    /// The import of this function, unless an argument selects another one (see `Command::import`).
    pub fn import(self) -> (Interface, &'static str) {
        (self.interface(), self.name())
    }

    /// The function name without the interface, for example `list-objects`.
    pub fn name(self) -> &'static str {
        self.method().split_once('/').map_or(self.method(), |(_, name)| name)
    }

    /// The functions that a bridge with these capabilities serves.
    pub fn supported_by(capabilities: &BTreeSet<Capability>) -> BTreeSet<Self> {
        let all = Self::ALL.iter().copied();
        all.filter(|function| capabilities.contains(&function.required_capability()))
            .collect()
    }

    /// The function with this method name.
    pub fn from_method(method: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|function| function.method() == method)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_its_interface_and_its_function() {
        for function in Function::ALL {
            let interface = function.interface().name();
            let own = interface.rsplit('/').next().unwrap();
            assert_eq!(function.method(), format!("{own}/{}", function.name()));
            assert_eq!(Function::from_method(function.method()), Some(*function));
        }
        assert_eq!(Function::from_method("objects/fly"), None);
    }

    #[test]
    fn what_needs_a_running_unity_is_left_out_where_there_is_none() {
        let folder = Function::supported_by(&[Capability::Scene, Capability::SceneEdit].into());
        let left_out: Vec<&str> = Function::ALL
            .iter()
            .filter(|function| !folder.contains(function))
            .map(|function| function.method())
            .collect();
        assert_eq!(
            left_out,
            [
                "methods-call/invoke",
                "console-eval/evaluate",
                "console-scripts-edit/run",
                "console-scripts-edit/run-startup",
                "screenshot/take",
                "editor-run/execute-menu-item",
                "editor-run/run-tests",
                "command-run/run",
                "play/get-clock",
                "play/stats",
                "play-edit/set-mode",
                "play-edit/freeze",
                "play-edit/step",
                "play-edit/act",
            ]
        );
        assert!(
            Function::ALL
                .iter()
                .all(|function| folder.contains(function) != function.required_capability().is_of_running_unity())
        );
        assert_eq!(
            Function::supported_by(&Capability::ALL.into()).len(),
            Function::ALL.len()
        );
    }
}
