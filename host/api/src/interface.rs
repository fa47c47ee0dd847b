//! Every interface that a bundle can import from the host, in one table with names, versions and permissions.
//!
//! Belongs here: names, permissions and classes. Does not: the functions (`wit/`), the operator's grants
//! (`host_runtime::Grants`), the implementation (`host_guest::imports`).

use std::fmt;

/// Calls the macro `$then` with a table of all interfaces. Columns: enum variant, module in the bindings, name without
/// version, contract versions (modules of `host_guest::bindings`), `Class`, and a phrase for what the interface allows.
#[macro_export]
macro_rules! interfaces {
    ($then:ident) => {
        $then! {
            Log host::log "unity-tools:host/log" [v0_3] Every "writing to the client's log";
            Progress host::progress "unity-tools:host/progress" [v0_3] Every "reporting progress";
            Cancellation host::cancellation "unity-tools:host/cancellation" [v0_3] Every "seeing whether the call was cancelled";
            Client host::client "unity-tools:host/client" [v0_3] Every "asking the client, its model and its user";
            Notify host::notify "unity-tools:host/notify" [v0_3] Every "announcing that lists and resources changed";
            State host::state "unity-tools:host/state" [v0_3] Every "keeping up to 1 MiB of its own data";
            PolicyView host::policy_view "unity-tools:host/policy-view" [v0_3] Every "reading the active policy";
            PolicyEdit host::policy_edit "unity-tools:host/policy-edit" [v0_3] Changes "changing the policy up to the operator's ceiling";
            Project unity::project "unity-tools:unity/project" [v0_3] Every "reading what is known of the project";
            Scenes unity::scenes "unity-tools:unity/scenes" [v0_3] Every "listing and opening scenes";
            Objects unity::objects "unity-tools:unity/objects" [v0_3] Every "reading objects";
            ObjectsEdit unity::objects_edit "unity-tools:unity/objects-edit" [v0_3] Changes "activating, moving and destroying objects";
            ObjectsCreate unity::objects_create "unity-tools:unity/objects-create" [v0_3] Changes "creating objects";
            Components unity::components "unity-tools:unity/components" [v0_3] Every "reading components";
            ComponentsEdit unity::components_edit "unity-tools:unity/components-edit" [v0_3] Changes "adding and removing components";
            Members unity::members "unity-tools:unity/members" [v0_3] Every "reading fields of components";
            Values unity::values "unity-tools:unity/values" [v0_3] Every "reading values of components, also of files that are not loaded";
            Query unity::query "unity-tools:unity/query" [v0_3] Every "finding objects by what they and their components hold";
            MembersEdit unity::members_edit "unity-tools:unity/members-edit" [v0_3] Changes "writing fields of components";
            Edits unity::edits "unity-tools:unity/edits" [v0_3] Every "seeing what edits would change and what was changed";
            EditsEdit unity::edits_edit "unity-tools:unity/edits-edit" [v0_3] Changes "applying and undoing edits";
            EditsSave unity::edits_save "unity-tools:unity/edits-save" [v0_3] Asked "writing changed scenes to the project's files";
            MethodsCall unity::methods_call "unity-tools:unity/methods-call" [v0_3] Changes "calling methods of components";
            Selection unity::selection "unity-tools:unity/selection" [v0_3] Every "reading the selection";
            SelectionEdit unity::selection_edit "unity-tools:unity/selection-edit" [v0_3] Changes "changing the selection";
            Camera unity::camera "unity-tools:unity/camera" [v0_3] Every "reading cameras";
            Pick unity::pick "unity-tools:unity/pick" [v0_3] Every "finding what is under a point of the screen";
            Logs unity::logs "unity-tools:unity/logs" [v0_3] Every "reading the log buffer";
            TimeScale unity::time_scale "unity-tools:unity/time-scale" [v0_3] Every "reading the speed of game time";
            TimeScaleEdit unity::time_scale_edit "unity-tools:unity/time-scale-edit" [v0_3] Changes "changing the speed of game time";
            Hooks unity::hooks "unity-tools:unity/hooks" [v0_3] Every "reading hooks and what may be hooked";
            HooksEdit unity::hooks_edit "unity-tools:unity/hooks-edit" [v0_3] Changes "adding, changing and removing hooks";
            ConsoleEval unity::console_eval "unity-tools:unity/console-eval" [v0_3] Changes "running C# in Unity";
            ConsoleScripts unity::console_scripts "unity-tools:unity/console-scripts" [v0_3] Every "reading script files of the console";
            ConsoleScriptsEdit unity::console_scripts_edit "unity-tools:unity/console-scripts-edit" [v0_3] Changes "writing, deleting and running script files";
            TestUiEdit unity::test_ui_edit "unity-tools:unity/test-ui-edit" [v0_3] Changes "building a test canvas";
            Editor unity::editor "unity-tools:unity/editor" [v0_3] Every "reading the project's assets";
            Scripts unity::scripts "unity-tools:unity/scripts" [v0_3] Every "reading C# types and sources of the project";
            Prefabs unity::prefabs "unity-tools:unity/prefabs" [v0_3] Every "seeing how prefab instances differ from their prefabs";
            References unity::references "unity-tools:unity/references" [v0_3] Every "finding who uses an asset, a type or an object";
            Settings unity::settings "unity-tools:unity/settings" [v0_3] Every "reading the project's settings";
            Assets unity::assets "unity-tools:unity/assets" [v0_3] Every "reading assets by what their files say";
            Screenshot unity::screenshot "unity-tools:unity/screenshot" [v0_3] Every "taking pictures of the game";
            ScreenshotSave unity::screenshot_save "unity-tools:unity/screenshot-save" [v0_3] Changes "writing pictures of the game into the host's folder of exports";
            EditorRun unity::editor_run "unity-tools:unity/editor-run" [v0_3] Changes "running menu items and tests in the editor";
            Play unity::play "unity-tools:unity/play" [v0_3] Every "seeing how game time and frames go";
            PlayEdit unity::play_edit "unity-tools:unity/play-edit" [v0_3] Changes "stopping and stepping the game, and acting on its UI";
            Targets unity::targets "unity-tools:unity/targets" [v0_3] Every "seeing which targets this host reaches";
            TargetsEdit unity::targets_edit "unity-tools:unity/targets-edit" [v0_3] Changes "choosing the target that a session works on";
            Command unity::command "unity-tools:unity/command" [v0_3] Every "seeing which commands a running Unity announces";
            CommandRun unity::command_run "unity-tools:unity/command-run" [v0_3] Changes "running commands that a running Unity announces";
            AssetPlan authoring::asset_plan "unity-tools:authoring/asset-plan" [v0_4] Every "seeing what changes of assets would change";
            AssetsEdit authoring::assets_edit "unity-tools:authoring/assets-edit" [v0_4] Asked "changing assets and folders of the project";
            BuildRun authoring::build_run "unity-tools:authoring/build-run" [v0_4] Asked "building players";
            Compilation authoring::compilation "unity-tools:authoring/compilation" [v0_4] Every "reading the messages of the C# compiler";
            PackagesEdit authoring::packages_edit "unity-tools:authoring/packages-edit" [v0_4] Asked "adding and removing packages of the project";
            RefreshRun authoring::refresh_run "unity-tools:authoring/refresh-run" [v0_4] Changes "importing changed files in an editor";
            ScriptsEdit authoring::scripts_edit "unity-tools:authoring/scripts-edit" [v0_4] Asked "writing C# sources of the project";
        }
    };
}

macro_rules! declare {
    ($($variant:ident $package:ident::$module:ident $name:literal [$($version:ident)+] $class:ident $allows:literal;)+) => {
        /// An interface of `unity-tools:host`, `unity-tools:unity` or `unity-tools:authoring`, in any version.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Interface {
            $(#[doc = concat!("`", $name, "`: ", $allows, ".")] $variant,)+
        }

        impl Interface {
            const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name without version, e.g. `unity-tools:unity/objects-edit`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// A phrase for what the interface allows a bundle, e.g. `reading objects`.
            pub const fn allows(self) -> &'static str {
                match self { $(Self::$variant => $allows,)+ }
            }

            const fn class(self) -> Class {
                match self { $(Self::$variant => Class::$class,)+ }
            }
        }
    };
}

interfaces!(declare);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Every bundle gets the interface without a grant in its settings.
    Every,
    /// The operator must grant the interface, except to bundled tools. A tool with only read permission cannot call it.
    Changes,
    /// The operator must grant the interface, even to bundled tools. A tool with only read permission cannot call it.
    Asked,
}

impl Interface {
    /// Returns all interfaces in a fixed order.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied()
    }

    /// Returns the interface with this full name, with or without a version; `None` for an unknown name.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.split('@').next().unwrap_or(name);
        Self::all().find(|interface| interface.name() == name)
    }

    /// Returns true if every bundle gets the interface without settings in `[bundles.<id>]`.
    pub fn is_default(self) -> bool {
        self.class() == Class::Every
    }

    /// Returns true if tools bundled with the host get the interface without settings in `[bundles.<id>]`.
    pub fn is_default_of_bundled(self) -> bool {
        self.class() != Class::Asked
    }

    /// Returns true if every function of the interface changes something, so reading tools never need it.
    pub fn only_changes(self) -> bool {
        self.class() != Class::Every
    }
}

impl fmt::Display for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Interface;

    #[test]
    fn grants_all_interfaces_but_those_that_write_files_to_bundled_by_default() {
        let asked = Interface::all().filter(|interface| !interface.is_default_of_bundled());
        let asked: Vec<_> = asked.collect();
        assert_eq!(
            asked,
            [
                Interface::EditsSave,
                Interface::AssetsEdit,
                Interface::BuildRun,
                Interface::PackagesEdit,
                Interface::ScriptsEdit
            ]
        );
        assert!(asked.iter().all(|interface| !interface.is_default()));
    }

    #[test]
    fn writing_interfaces_only_change_and_code_calls_are_not_default() {
        let writes = |name: &str| {
            let ends = ["-edit", "-create", "-run", "-save"];
            ends.iter().any(|end| name.ends_with(end))
        };
        for interface in Interface::all().filter(|interface| writes(interface.name())) {
            assert!(interface.only_changes(), "{interface}");
        }
        for interface in [Interface::MethodsCall, Interface::ConsoleEval] {
            assert!(!interface.is_default(), "{interface}");
        }
    }

    #[test]
    fn every_interface_is_either_default_or_only_changes() {
        for interface in Interface::all() {
            assert_ne!(interface.is_default(), interface.only_changes(), "{interface}");
        }
    }
}
