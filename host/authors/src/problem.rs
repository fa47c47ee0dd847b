//! The errors of creating, building and testing a bundle folder.
//!
//! Belongs here: each error with advice for the author. Does not: messages of compilers, which reach the terminal.

use std::path::PathBuf;

/// The reason why a command for tool authors failed, as one sentence with advice.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error(
        "{given:?} is not a bundle id; expected a letter, then letters, digits and `-` between two of them, all lower \
         case, at most 64 characters, and no WIT keyword such as `type`, e.g. my-tools"
    )]
    Id { given: String },
    /// The folder to create already exists. The command does not overwrite it.
    #[error("{} already exists; choose another id, or remove it", folder.display())]
    Exists { folder: PathBuf },
    /// The folder is not a bundle in a supported language.
    #[error("{} contains no {expected}; pass the folder that `unity-tool-host new` created", folder.display())]
    NotABundle { folder: PathBuf, expected: &'static str },
    #[error("{} has no `{key}`; add {example}", file.display())]
    Key {
        file: PathBuf,
        key: &'static str,
        example: &'static str,
    },
    /// A file contains invalid TOML. The cause contains the line and the expected syntax.
    #[error("{} cannot be read as TOML: {cause}", file.display())]
    Syntax { file: PathBuf, cause: String },
    #[error("{what} is missing; install it: {command}")]
    Missing { what: String, command: &'static str },
    /// A script refers to a Python interpreter that does not exist, for example because its folder was moved.
    #[error(
        "cannot start {}: the Python that its first line names is gone, as after a move of its folder; delete the virtual \
         environment (the folder .venv), then run the command again",
        program.display()
    )]
    Interpreter { program: PathBuf },
    /// A program failed. It has printed the reason itself.
    #[error("`{command}` failed; see its output above")]
    Failed { command: String },
    /// A source file of the bundle contains the error `cause`; `place` is the file and the line.
    #[error("{place}: {cause}; see the output of `{program}` above")]
    Source {
        place: String,
        cause: String,
        program: &'static str,
    },
    /// A program failed, and source files use interfaces that the WIT world does not import.
    #[error(
        "`{command}` failed; see its output above; the sources use interfaces that wit/world.wit does not import: add \
         {lines} to its world"
    )]
    NotImported { command: String, lines: String },
    /// The compiler failed, and a source file uses an API that only Node has.
    #[error(
        "`{command}` failed; see its output above; {file} uses an API that only Node has: a component has no files, \
         environment or network, only what wit/world.wit imports"
    )]
    OfNode { command: String, file: String },
    /// A program succeeded, but it did not write the expected output file.
    #[error("`{command}` created no component; {remedy}")]
    NoComponent { command: String, remedy: &'static str },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("cannot read {}: {why}", folder.display())]
    Wit { folder: PathBuf, why: String },
    /// The compiled core module does not match the WIT world of the bundle.
    #[error("cannot make a component from {}: {why}", file.display())]
    Core { file: PathBuf, why: String },
    /// The files that this program contains for authors are invalid. The tests of this program exclude this error.
    #[error("cannot read a manifest that is embedded in this program: {0}")]
    Carried(String),
}

impl Problem {
    pub(crate) fn wit(folder: &std::path::Path, why: &impl std::fmt::Display) -> Self {
        Self::Wit {
            folder: folder.join("wit"),
            why: format!("{why:#}"),
        }
    }

    /// Returns a function that converts an I/O error on `path` to a `Problem`, for `map_err`.
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}
