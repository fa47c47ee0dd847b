//! Why an author's folder was not made or built.
//!
//! Belongs here: each reason with what to do. Does not: what a compiler says, which goes to the terminal as it comes.

use std::path::PathBuf;

/// A reason, in one sentence with what to do.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// No name for a bundle.
    #[error(
        "{given:?} is no id of a bundle; expected a letter, then letters, digits and `-` between two of them, all small, at most 64, and no word of WIT such as `type`, e.g. my-tools"
    )]
    Id { given: String },
    /// Nothing is written over.
    #[error("{} is there already; choose another id, or remove it", folder.display())]
    Exists { folder: PathBuf },
    /// Not a bundle, or one that no toolchain here builds.
    #[error("{} holds no {expected}; name the folder that `unity-tool-host new` made", folder.display())]
    NotABundle { folder: PathBuf, expected: &'static str },
    /// A key of a file that has to be there.
    #[error("{} has no `{key}`; add {example}", file.display())]
    Key {
        file: PathBuf,
        key: &'static str,
        example: &'static str,
    },
    /// A file that is no TOML, with the line and what was expected there.
    #[error("{} cannot be read as TOML: {cause}", file.display())]
    Syntax { file: PathBuf, cause: String },
    /// A program that is not installed.
    #[error("{what} is missing; install it: {command}")]
    Missing { what: String, command: &'static str },
    /// A program that ended with a failure, which it told itself.
    #[error("`{command}` failed; what it says stands above")]
    Failed { command: String },
    /// A source is wrong, at a line of it.
    #[error("{place}: {cause}; what `{program}` says of it stands above")]
    Source {
        place: String,
        cause: String,
        program: &'static str,
    },
    /// A program failed, and sources name interfaces that the world does not.
    #[error(
        "`{command}` failed; what it says stands above; the sources name what wit/world.wit does not import: add {lines} to its world"
    )]
    NotImported { command: String, lines: String },
    /// The compiler failed, and sources use what only Node has.
    #[error(
        "`{command}` failed; what it says stands above; {file} uses what only Node has: a component has no files, environment or network, but what wit/world.wit imports"
    )]
    OfNode { command: String, file: String },
    /// A program did its work, and what it should have made is not there.
    #[error("`{command}` made no component; {remedy}")]
    NoComponent { command: String, remedy: &'static str },
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    /// A world that cannot be read.
    #[error("{} cannot be read: {why}", folder.display())]
    Wit { folder: PathBuf, why: String },
    /// A module that is not what the world says.
    #[error("{} makes no component: {why}", file.display())]
    Core { file: PathBuf, why: String },
    /// What is inside this program is wrong, which its own tests rule out.
    #[error("this program carries a manifest that cannot be read: {0}")]
    Carried(String),
}

impl Problem {
    /// For `map_err`.
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}
