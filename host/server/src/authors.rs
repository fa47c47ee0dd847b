//! Who makes, builds and tests the folders of authors.
//!
//! Belongs here: what the commands `new`, `build`, `dev` and `test` ask for. Does not: how it is done (`host_authors`, which the
//! program brings along: what serves is not built on it).

use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// What a toolchain does for an author.
pub trait Authors: Sync {
    /// Makes the folder of a new bundle in `parent`; where it lies.
    ///
    /// # Errors
    /// No id, a folder that is there, or a file that cannot be written.
    fn make(&self, parent: &Path, id: &str, language: Language) -> Result<PathBuf, NotMade>;

    /// Builds the bundle in `folder`. What compilers say goes to stderr. Blocks, for minutes the first time.
    ///
    /// # Errors
    /// Where the folder is no bundle, a program is missing or fails.
    fn build(&self, folder: &Path) -> Result<Built, NotMade>;

    /// Runs the tests of the bundle in `folder`. Blocks.
    ///
    /// # Errors
    /// As `build`, and where a test fails.
    fn test(&self, folder: &Path) -> Result<(), NotMade>;
}

/// What tools are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    Rust,
    #[value(name = "js", alias = "javascript")]
    JavaScript,
    #[value(name = "ts", alias = "typescript")]
    TypeScript,
    Python,
    C,
    Go,
}

/// A component.
pub struct Built {
    /// As the toolchain left it.
    pub made: PathBuf,
    /// Where `bundle.toml` says it lies.
    pub place: PathBuf,
    /// The bundle's id.
    pub id: String,
}

/// Why there is none.
pub enum NotMade {
    /// Something was typed wrong: what, and what would be right.
    Usage(String),
    Failed(anyhow::Error),
}
