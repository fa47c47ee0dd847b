//! The functions that a Unity serves: one row for each variant of `Command`.
//!
//! Belongs here: what holds for a function whatever its arguments. Does not: what an argument changes (`access`).

use super::Command;
use crate::capability::Capability;
use host_api::{Effect, Interface};
use std::fmt;

macro_rules! functions {
    ($($variant:ident $interface:ident $method:literal $effect:ident $needs:ident;)+) => {
        /// A function of the `unity-tools:unity` imports, and a method of the link to a running Unity.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Function {
            $(#[doc = concat!("`", $method, "`")] $variant,)+
        }

        impl Function {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// As the link names it: the interface's own name, then the function's, e.g. `objects/list-objects`.
            pub const fn method(self) -> &'static str {
                match self { $(Self::$variant => $method,)+ }
            }

            /// The interface that it belongs to.
            pub const fn interface(self) -> Interface {
                match self { $(Self::$variant => Interface::$interface,)+ }
            }

            /// What a use of it does, where no argument makes it more (see `Command::access`).
            pub const fn effect(self) -> Effect {
                match self { $(Self::$variant => Effect::$effect,)+ }
            }

            /// What a bridge has to be able to do, at least, to serve it.
            pub const fn needs(self) -> Capability {
                match self { $(Self::$variant => Capability::$needs,)+ }
            }
        }

        impl Command {
            /// The function that it calls.
            pub fn function(&self) -> Function {
                match self { $(Self::$variant { .. } => Function::$variant,)+ }
            }
        }
    };
}

functions! {
    ProjectInfo          Project            "project/info"                            Read             Scene;
    ListScenes           Scenes             "scenes/list-scenes"                      Read             Scene;
    OpenScene            Scenes             "scenes/open"                             Read             Scene;
    ListObjects          Objects            "objects/list-objects"                    Read             Scene;
    GetObject            Objects            "objects/get"                             Read             Scene;
    FindObjects          Objects            "objects/find"                            Read             Scene;
    SetActive            ObjectsEdit        "objects-edit/set-active"                 Write            SceneEdit;
    Reparent             ObjectsEdit        "objects-edit/reparent"                   Write            SceneEdit;
    DestroyObject        ObjectsEdit        "objects-edit/destroy"                    Destructive      SceneEdit;
    CreateObject         ObjectsCreate      "objects-create/create"                   Write            SceneEdit;
    ListComponents       Components         "components/list-components"              Read             Scene;
    AddComponent         ComponentsEdit     "components-edit/add"                     Write            SceneEdit;
    RemoveComponent      ComponentsEdit     "components-edit/remove"                  Destructive      SceneEdit;
    ListMembers          Members            "members/list-members"                    Read             Scene;
    GetMember            Members            "members/get"                             Read             Scene;
    ResolveMember        Members            "members/resolve"                         Read             Scene;
    ResolveComponentType Components         "components/resolve-type"                 Read             Scene;
    SetMember            MembersEdit        "members-edit/set"                        Write            SceneEdit;
    CallMethod           MethodsCall        "methods-call/invoke"                     Code             Code;
    GetSelection         Selection          "selection/get"                           Read             Scene;
    Select               SelectionEdit      "selection-edit/select"                   WriteUnconfirmed SceneEdit;
    GetTimeScale         TimeScale          "time-scale/get"                          Read             Scene;
    SetTimeScale         TimeScaleEdit      "time-scale-edit/set"                     Write            SceneEdit;
    TailLogs             Logs               "logs/tail"                               Read             Scene;
    AppendLog            Log                "log/write"                               Read             Scene;
    ActiveCamera         Camera             "camera/active"                           Read             Scene;
    PickWorld            Pick               "pick/pick-world"                         Read             Scene;
    PickUi               Pick               "pick/pick-ui"                            Read             Scene;
    ListHooks            Hooks              "hooks/list-hooks"                        Read             Scene;
    ListHookMethods      Hooks              "hooks/list-methods"                      Read             Scene;
    GetHookSource        Hooks              "hooks/get-source"                        Read             Scene;
    AddHook              HooksEdit          "hooks-edit/add"                          Write            SceneEdit;
    RemoveHook           HooksEdit          "hooks-edit/remove"                       Write            SceneEdit;
    SetHookEnabled       HooksEdit          "hooks-edit/set-enabled"                  Write            SceneEdit;
    SetHookSource        HooksEdit          "hooks-edit/set-source"                   Code             SceneEdit;
    Evaluate             ConsoleEval        "console-eval/evaluate"                   Code             Code;
    ListScripts          ConsoleScripts     "console-scripts/list-scripts"            Read             Scene;
    ReadScript           ConsoleScripts     "console-scripts/read"                    Read             Scene;
    GetStartupScript     ConsoleScripts     "console-scripts/get-startup"             Read             Scene;
    WriteScript          ConsoleScriptsEdit "console-scripts-edit/write"              Write            SceneEdit;
    DeleteScript         ConsoleScriptsEdit "console-scripts-edit/delete"             Destructive      SceneEdit;
    RunScript            ConsoleScriptsEdit "console-scripts-edit/run"                Code             Code;
    SetStartupEnabled    ConsoleScriptsEdit "console-scripts-edit/set-startup-enabled" Code            SceneEdit;
    WriteStartupScript   ConsoleScriptsEdit "console-scripts-edit/write-startup"      Code             SceneEdit;
    RunStartupScript     ConsoleScriptsEdit "console-scripts-edit/run-startup"        Code             Code;
    SpawnTestUi          TestUiEdit         "test-ui-edit/spawn"                      Write            SceneEdit;
    DestroyTestUi        TestUiEdit         "test-ui-edit/destroy"                    Write            SceneEdit;
    ListAssets           Editor             "editor/list-assets"                      Read             Scene;
    MissingReferences    Editor             "editor/missing-references"               Read             Scene;
    Hierarchy            Editor             "editor/hierarchy"                        Read             Scene;
    Screenshot           Screenshot         "screenshot/take"                         Read             Screenshot;
    Wireframe            Screenshot         "screenshot/wireframe"                    Read             Scene;
    ExecuteMenuItem      EditorRun          "editor-run/execute-menu-item"            Write            EditorRun;
    RunTests             EditorRun          "editor-run/run-tests"                    Write            EditorRun;
    ListCommands         Command            "command/list-commands"                   Read             Scene;
    RunCommand           Command            "command/run"                             Write            Commands;
}

impl Function {
    /// The function's own name, e.g. `list-objects`.
    pub fn name(self) -> &'static str {
        self.method().split_once('/').map_or(self.method(), |(_, name)| name)
    }

    /// The function of that method.
    pub fn of_method(method: &str) -> Option<Self> {
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
            assert_eq!(Function::of_method(function.method()), Some(*function));
        }
        assert_eq!(Function::of_method("objects/fly"), None);
    }
}
