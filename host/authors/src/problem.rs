//! The errors of creating, building and testing an author's folder.
//!
//! Belongs here: each reason with the next step. Does not: compiler messages, which go to the terminal unchanged.

use std::path::PathBuf;

/// The reason why a command for tool authors failed, as one sentence with the next step.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// An invalid bundle id.
    #[error(
        "{given:?} is not a bundle id; expected a letter, then letters, digits and `-` between two of them, all lower \
         case, at most 64 characters, and no WIT keyword such as `type`, e.g. my-tools"
    )]
    Id { given: String },
    /// The folder to create already exists; the command overwrites nothing.
    #[error("{} already exists; choose another id, or remove it", folder.display())]
    Exists { folder: PathBuf },
    /// The folder is not a bundle, or its language has no supported toolchain.
    #[error("{} contains no {expected}; pass the folder that `unity-tool-host new` created", folder.display())]
    NotABundle { folder: PathBuf, expected: &'static str },
    /// A required key is missing in a file.
    #[error("{} has no `{key}`; add {example}", file.display())]
    Key {
        file: PathBuf,
        key: &'static str,
        example: &'static str,
    },
    /// Invalid TOML, with the line and what was expected there.
    #[error("{} cannot be read as TOML: {cause}", file.display())]
    Syntax { file: PathBuf, cause: String },
    /// A program that is not installed.
    #[error("{what} is missing; install it: {command}")]
    Missing { what: String, command: &'static str },
    /// A script of a virtual environment whose interpreter is gone: the environment contains its own path.
    #[error(
        "cannot start {}: the Python that its first line names is gone, as after a move of its folder; delete the virtual \
         environment (the folder .venv), then run the command again",
        program.display()
    )]
    Interpreter { program: PathBuf },
    /// A program that failed and printed the reason itself.
    #[error("`{command}` failed; see its output above")]
    Failed { command: String },
    /// An error in a source file, with its line.
    #[error("{place}: {cause}; see the output of `{program}` above")]
    Source {
        place: String,
        cause: String,
        program: &'static str,
    },
    /// A program failed, and sources use interfaces that the world does not import.
    #[error(
        "`{command}` failed; see its output above; the sources use interfaces that wit/world.wit does not import: add \
         {lines} to its world"
    )]
    NotImported { command: String, lines: String },
    /// The compiler failed, and sources use APIs that only Node has.
    #[error(
        "`{command}` failed; see its output above; {file} uses an API that only Node has: a component has no files, \
         environment or network, only what wit/world.wit imports"
    )]
    OfNode { command: String, file: String },
    /// A program succeeded, but its output file is missing.
    #[error("`{command}` created no component; {remedy}")]
    NoComponent { command: String, remedy: &'static str },
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    /// A world that cannot be read.
    #[error("cannot read {}: {why}", folder.display())]
    Wit { folder: PathBuf, why: String },
    /// A module that does not match its world.
    #[error("cannot make a component from {}: {why}", file.display())]
    Core { file: PathBuf, why: String },
    /// An error in the embedded files, which the tests of this program rule out.
    #[error("cannot read a manifest that is embedded in this program: {0}")]
    Carried(String),
}

impl Problem {
    /// The error for a world in `folder/wit` that cannot be read.
    pub(crate) fn wit(folder: &std::path::Path, why: &impl std::fmt::Display) -> Self {
        Self::Wit {
            folder: folder.join("wit"),
            why: format!("{why:#}"),
        }
    }

    /// Converts an I/O error on `path` to a `Problem`; an argument for `map_err`.
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}
