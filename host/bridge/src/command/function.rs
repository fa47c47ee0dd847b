//! Names of functions, and their selection by capability. The macro `functions` generates the enum from `Command`.

use super::Function;
use crate::capability::Capability;
use host_api::Interface;
use std::collections::BTreeSet;
use std::fmt;

/// How a function uses the files of a project and of the folder of scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileUse {
    /// It concerns the session, the target or a running game.
    NoFiles,
    /// It plans a write, or resolves the names in one for its permission check.
    Plans,
    /// It reads objects or other data whose saved state is in files.
    Reads,
    /// Its answer follows from the saved files alone.
    OnlyFiles,
    /// It writes files.
    Writes,
}

impl Function {
    /// Returns the WIT import of this function: interface and name. An argument of a command can select another import
    /// (`Command::import`).
    pub fn import(self) -> (Interface, &'static str) {
        (self.interface(), self.name())
    }

    /// Returns the function name without the interface, for example `list-objects`.
    pub fn name(self) -> &'static str {
        self.method().split_once('/').map_or(self.method(), |(_, name)| name)
    }

    /// Returns the bridge functions (kinds of commands) that a bridge with these capabilities can execute.
    pub fn supported_by(capabilities: &BTreeSet<Capability>) -> BTreeSet<Self> {
        let all = Self::ALL.iter().copied();
        all.filter(|function| capabilities.contains(&function.required_capability()))
            .collect()
    }

    /// Returns true if the project folder can answer the function in place of an editor that has the folder open and does
    /// not serve the function.
    pub fn answers_from_files(self) -> bool {
        self.file_use() == FileUse::OnlyFiles
    }

    /// Returns true if the function reads scenes, prefabs or other files, whose saved state the project folder knows.
    pub fn reads_project(self) -> bool {
        matches!(self.file_use(), FileUse::Reads | FileUse::OnlyFiles)
    }

    /// Returns true if a write follows from the answer. A repeated call must get the same answer, so that it repeats the same
    /// write.
    pub fn plans_write(self) -> bool {
        self.file_use() == FileUse::Plans
    }

    /// Returns true if the function writes files. Restoring a session does not undo that.
    pub fn writes_files(self) -> bool {
        self.file_use() == FileUse::Writes
    }

    /// Returns the bridge function with this method name, for example `objects/list-objects`; `None` if there is none.
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
    fn method_name_consists_of_interface_and_function() {
        for function in Function::ALL {
            let interface = function.interface().name();
            let own = interface.rsplit('/').next().unwrap();
            assert_eq!(function.method(), format!("{own}/{}", function.name()));
            assert_eq!(Function::from_method(function.method()), Some(*function));
        }
        assert_eq!(Function::from_method("objects/fly"), None);
    }

    #[test]
    fn use_of_files_fits_the_effect() {
        for function in Function::ALL {
            let is_change = function.effect().changes_something();
            assert!(!(is_change && function.reads_project()), "{function}");
            assert!(is_change || !function.writes_files(), "{function}");
        }
    }

    #[test]
    fn names_of_a_write_are_resolved_by_its_target_alone() {
        for function in [Function::ResolveMember, Function::ResolveComponentType] {
            assert!(
                !function.reads_project() && !function.answers_from_files(),
                "{function}"
            );
        }
    }

    #[test]
    fn excludes_functions_that_need_a_running_instance() {
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
                "compilation/last",
                "screenshot/take",
                "editor-run/execute-menu-item",
                "editor-run/run-tests",
                "refresh-run/refresh",
                "packages-edit/change",
                "build-run/build",
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
