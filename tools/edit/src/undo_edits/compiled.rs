//! The compilation that follows an undo of code, which the editor begins without a request.

use std::path::Path;
use unity_tools::authoring::compilation::{self, Compilation};
use unity_tools::compiler;
use unity_tools::prelude::*;
use unity_tools::unity::edits::{Change, Plan};
use unity_tools::unity::project;

/// Maximum size in bytes of the errors in one answer.
const MOST_BYTES: usize = 16 * 1024;

/// The extensions of files that a compilation reads.
const CODE: [&str; 5] = ["cs", "asmdef", "asmref", "rsp", "dll"];

/// The runtime of a project folder in `project::info`.
const FOLDER: &str = "project";

/// The result of compiling the code that an undo restored.
#[derive(Default)]
pub(crate) struct Compiled {
    /// False if the compiler reported errors; `None` if the undo restored no code, or if the result is unknown.
    pub(crate) succeeded: Option<bool>,
    pub(crate) errors: Vec<String>,
    pub(crate) note: Option<String>,
}

/// Whether an undo was about code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    No,
    /// A row is about code, or about a folder, which can contain code.
    Yes,
    /// Some rows are left out of the plan.
    Unknown,
}

/// Waits for the compilation after an undo with this plan, if it can be about code. The undo is done, so a problem is a
/// note.
pub(crate) fn compiled_after(plan: &Plan) -> Compiled {
    let code = code_in(&plan.changes, plan.total);
    if code == Code::No {
        return Compiled::default();
    }
    let compiled = wait();
    match code {
        // A note about code would mislead if there was none.
        Code::Unknown if compiled.succeeded.is_none() => Compiled::default(),
        _ => compiled,
    }
}

fn wait() -> Compiled {
    if let Ok(info) = project::info() {
        // In play mode, Unity may compile only after it.
        if info.is_playing {
            let note = "Unity may compile the undone code after play mode: call refresh_assets then to get the result";
            return Compiled::with_note(note.to_owned());
        }
        if info.runtime == FOLDER {
            return Compiled::with_note("not compiled: no running editor has this project open".to_owned());
        }
    }
    // The read waits until the editor imported the files and compiled them.
    match compilation::last().map_err(ToolError::from) {
        Ok(Some(last)) => Compiled::from(last),
        Ok(None) => Compiled::default(),
        // A player compiles nothing.
        Err(error) if error.kind == ErrorKind::Unsupported => Compiled::default(),
        Err(error) => Compiled::with_note(format!("the undo is done, but its compilation is unknown: {error}")),
    }
}

fn code_in(changes: &[Change], total: u32) -> Code {
    match changes.iter().any(|change| is_code(change) || is_folder(change)) {
        true => Code::Yes,
        false if changes.len() as u64 == u64::from(total) => Code::No,
        false => Code::Unknown,
    }
}

/// True for the change of a path that can be a folder: it has no extension, or ends with a version, as `Plugin-1.2`.
fn is_folder(change: &Change) -> bool {
    let name = change.file.rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let is_path = change.object.is_none() && change.field.as_deref() == Some("path");
    is_path && extension.is_none_or(|extension| extension.starts_with(|first: char| first.is_ascii_digit()))
}

/// Changes of a source or of the path of an asset are about files, those of objects are not.
fn is_code(change: &Change) -> bool {
    let extension = Path::new(&change.file)
        .extension()
        .and_then(|extension| extension.to_str());
    let is_file = change.object.is_none() && change.component.is_none();
    is_file && extension.is_some_and(|extension| CODE.iter().any(|code| extension.eq_ignore_ascii_case(code)))
}

impl Compiled {
    fn with_note(note: String) -> Self {
        Self {
            note: Some(note),
            ..Self::default()
        }
    }
}

impl From<Compilation> for Compiled {
    fn from(last: Compilation) -> Self {
        let (errors, left_out) = compiler::error_lines(&last.diagnostics, MOST_BYTES);
        Self {
            succeeded: Some(last.succeeded),
            errors,
            note: (left_out > 0).then(|| format!("{left_out} more errors of the compiler are left out")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unity_tools::authoring::compilation::{Diagnostic, Severity};

    fn change(file: &str, object: Option<&str>) -> Change {
        Change {
            edit: 0,
            object: object.map(str::to_owned),
            file: file.to_owned(),
            path: String::new(),
            component: None,
            field: Some("sha256".to_owned()),
            old: None,
            new: None,
            denied: None,
            unchecked: None,
        }
    }

    #[test]
    fn waits_only_after_changes_of_code() {
        assert!(is_code(&change("Assets/Door.cs", None)) && is_code(&change("Assets/Game.asmdef", None)));
        assert!(!is_code(&change("Assets/Door.mat", None)) && !is_code(&change("Assets/Main.unity", Some("obj:1"))));
    }

    #[test]
    fn waits_after_changes_of_folders_and_of_rows_that_are_left_out() {
        let path = |file: &str| Change {
            field: Some("path".to_owned()),
            ..change(file, None)
        };
        for folder in ["Assets/Scripts", "Assets/Plugin-1.2", "Assets/a.b/Scripts"] {
            assert_eq!(code_in(&[path(folder)], 1), Code::Yes, "{folder}");
        }
        let others = [
            path("Assets/Door.mat"),
            change("Assets/Door", None),
            change("Assets/Main.unity", Some("obj:1")),
        ];
        assert_eq!(code_in(&others, 3), Code::No);
        assert_eq!(code_in(&others, 4), Code::Unknown);
        assert_eq!(code_in(&[change("Assets/Door.cs", None)], 9), Code::Yes);
    }

    #[test]
    fn returns_the_errors_of_the_undone_code_as_lines() {
        let message = |severity, line| Diagnostic {
            severity,
            path: Some("Assets/Door.cs".to_owned()),
            line: Some(line),
            column: Some(1),
            code: Some("CS0103".to_owned()),
            message: "no `x`".to_owned(),
        };
        let compiled = Compiled::from(Compilation {
            succeeded: false,
            diagnostics: vec![message(Severity::Error, 2), message(Severity::Warning, 3)],
            total: 2,
        });
        assert_eq!(compiled.succeeded, Some(false));
        assert_eq!(compiled.errors, ["Assets/Door.cs(2,1): CS0103 no `x`"]);
        assert_eq!(compiled.note, None);
    }
}
