//! The interface to the toolchains of tool authors.
//!
//! Belongs here: the operations of the commands `new`, `build`, `dev` and `test`. Does not: the implementation
//! (`host_authors`). The program passes it in, so that the serving code does not depend on it.

use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// The operations of the toolchains for tool authors.
pub trait Authors: Sync {
    /// Creates the folder of a new bundle in `parent`; returns its path.
    ///
    /// # Errors
    /// An invalid id, an existing folder, or a file that cannot be written.
    fn make(&self, parent: &Path, id: &str, language: Language) -> Result<PathBuf, NotMade>;

    /// Builds the bundle in `folder`. Compiler output goes to stderr. Blocks, for minutes the first time.
    ///
    /// # Errors
    /// The folder is no bundle, or a program is missing or fails.
    fn build(&self, folder: &Path) -> Result<Built, NotMade>;

    /// Runs the tests of the bundle in `folder`. Blocks.
    ///
    /// # Errors
    /// As for `build`, or a test fails.
    fn test(&self, folder: &Path) -> Result<(), NotMade>;
}

/// The languages for tools.
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

/// A component that a toolchain built, before it is written into the bundle folder.
pub struct Built {
    /// The component file from the toolchain.
    pub made: PathBuf,
    /// The path to which `component` in `bundle.toml` refers.
    pub place: PathBuf,
    /// The bundle's id.
    pub id: String,
}

/// The reason why an operation for tool authors failed.
pub enum NotMade {
    /// A usage error: the wrong value, and the accepted ones.
    Usage(String),
    Failed(anyhow::Error),
}
