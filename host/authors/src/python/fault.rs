//! Finds the source line of an error in the stack traces that componentize-py prints.
//!
//! Belongs here: parsing this output. Does not: interfaces that the world does not import (`crate::missing_imports`).

use super::import_types;
use crate::wit::Wit;

/// An error in a source line of the bundle, with the relevant part of the compiler output.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault<'s> {
    /// The file and the line number, such as `app.py:12`.
    pub(super) place: String,
    pub(super) cause: String,
    pub(super) said: &'s str,
}

/// The start of a stack trace line for a file of the bundle. componentize-py shows the bundle folder as `/0`.
const HERE: &str = "  File \"/0/";

/// Finds the error in the compiler output `said`; `None` if no line of a stack trace is in the bundle folder.
pub(super) fn find_fault<'s>(said: &'s str, wit: &Wit) -> Option<Fault<'s>> {
    let (told, rest) = said.split_once("\nCaused by:\n")?;
    let cause = rest.lines().next()?.trim();
    // The innermost frame comes last.
    let frame = told.lines().rev().find_map(|line| {
        let at = line.find(HERE)? + HERE.len();
        line.get(at..)
    })?;
    let (file, rest) = frame.split_once("\", line ")?;
    let line: String = rest.chars().take_while(char::is_ascii_digit).collect();
    // The text before the assertion is the stack trace of componentize-py.
    let start = told
        .find("AssertionError: ")
        .map_or(0, |at| at + "AssertionError: ".len());
    Some(Fault {
        place: format!("{file}:{line}"),
        cause: match there_are(cause, wit) {
            Some(names) => format!("{cause}; there are {names}"),
            None => cause.to_owned(),
        },
        said: told.get(start..)?.trim_end(),
    })
}

/// Returns the names that Python code can import instead of a wrong one, separated by commas; `None` if `cause` is not
/// a failed import.
fn there_are(cause: &str, wit: &Wit) -> Option<String> {
    let imports = "wit_world.imports";
    let modules = import_types::modules(wit);
    let (from, is_module) = match cause.strip_prefix("ImportError: cannot import name ") {
        Some(rest) => (rest.split_once("from '")?.1.split('\'').next()?, false),
        None => (
            cause
                .strip_prefix("ModuleNotFoundError: No module named '")?
                .split('\'')
                .next()?,
            true,
        ),
    };
    let within = from.strip_prefix(imports)?;
    let names = match within.strip_prefix('.') {
        Some(module) if !is_module => modules.into_iter().find(|(name, _)| name == module)?.1,
        _ => modules.into_iter().map(|(name, _)| name).collect(),
    };
    Some(names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::find_fault;
    use crate::{Language, new, wit};

    /// Returns the output of componentize-py 0.24 for a module that raises `cause` at line 16.
    fn compiler_output(cause: &str) -> String {
        format!(
            "Traceback (most recent call last):\n  File \".venv/bin/componentize-py\", line 8, in <module>\n    sys.exit(script())\n\
             AssertionError: Traceback (most recent call last):\n  File \"/0/app.py\", line 7, in <module>\n    import lamps\n  \
             File \"/0/lamps/all.py\", line 16, in <module>\n    x\n  File \"/1/unity_tools.py\", line 97, in tool\n    raise\n{cause}\n\n\n\
             Caused by:\n    {cause}\n\nStack backtrace:\n   0: <anyhow::Error>::msg\n"
        )
    }

    #[test]
    fn finds_innermost_author_line_with_cause_and_available_names() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "lamp-tools", Language::Python).unwrap();
        let wit = wit::read(&folder, "lamp-tools").unwrap();
        for (cause, there_are) in [
            (
                "TypeError: tool a: argument `x` needs a type hint, such as `x: str`",
                None,
            ),
            ("SyntaxError: invalid syntax (app.py, line 16)", None),
            (
                "ImportError: cannot import name 'a' from 'json' (/python/json/__init__.py)",
                None,
            ),
            ("ModuleNotFoundError: No module named 'requests'", None),
            (
                "ImportError: cannot import name 'objcts' from 'wit_world.imports' (/world/wit_world/imports/__init__.py)",
                Some("objects"),
            ),
            (
                "ModuleNotFoundError: No module named 'wit_world.imports.objcts'",
                Some("objects"),
            ),
            (
                "ImportError: cannot import name 'lst_objects' from 'wit_world.imports.objects' (/world/wit_world/imports/objects.py)",
                Some("list_objects"),
            ),
        ] {
            let said = compiler_output(cause);
            let fault = find_fault(&said, &wit).unwrap();
            assert_eq!(fault.place, "lamps/all.py:16", "{cause}");
            assert!(fault.cause.starts_with(cause), "{fault:?}");
            let names = fault.cause.split_once("; there are ").map(|(_, names)| names);
            assert_eq!(names.is_some(), there_are.is_some(), "{fault:?}");
            let is_there = |name: &str| names.is_some_and(|all| all.split(", ").any(|one| one == name));
            assert!(there_are.is_none_or(is_there), "{fault:?}");
            assert!(
                fault.said.starts_with("Traceback") && fault.said.ends_with(cause),
                "{fault:?}"
            );
        }
    }

    #[test]
    fn finds_no_fault_outside_the_folder_of_the_author() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "lamp-tools", Language::Python).unwrap();
        let wit = wit::read(&folder, "lamp-tools").unwrap();
        let elsewhere = compiler_output("TypeError: x").replace("/0/", "/1/");
        for said in ["error: no world", &elsewhere] {
            assert_eq!(find_fault(said, &wit), None);
        }
    }
}
