//! The interface to the toolchains of tool authors.
//!
//! This module declares the operations of the commands `new`, `build`, `dev` and `test`. The crate `host_authors`
//! implements them; the program passes them in, so that the serving code does not depend on that crate.

use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// The operations for tool authors that need a toolchain.
pub trait Authors: Sync {
    /// Creates the folder of a new bundle in `parent`; returns its path.
    ///
    /// # Errors
    /// The id is invalid, the folder exists, or a file cannot be written.
    fn make(&self, parent: &Path, id: &str, language: Language) -> Result<PathBuf, NotMade>;

    /// Builds the bundle in `folder`. Compiler output goes to stderr. Blocks the thread, the first time for minutes.
    ///
    /// # Errors
    /// The folder is no bundle, or a program is missing or fails.
    fn build(&self, folder: &Path) -> Result<Built, NotMade>;

    /// Runs the tests of the bundle in `folder`. Blocks the thread.
    ///
    /// # Errors
    /// The folder is no bundle, a program is missing or fails, or a test fails.
    fn test(&self, folder: &Path) -> Result<(), NotMade>;
}

/// The programming languages in which tools can be written.
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
    /// The path of the component file that the toolchain wrote.
    pub made: PathBuf,
    /// The target path of the component, to which `component` in `bundle.toml` refers.
    pub place: PathBuf,
    pub id: String,
}

/// The reason why an operation for tool authors failed.
pub enum NotMade {
    /// A usage error. The text contains the wrong value, and the accepted values.
    Usage(String),
    Failed(anyhow::Error),
}
