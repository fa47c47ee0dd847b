//! The programming languages in which tools can be written.
//!
//! Belongs here: the languages, and detecting the language of a bundle folder. Does not: the builds.

use crate::Problem;
use std::path::Path;

/// A language in which `unity-tool-host new` can create a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Built with cargo.
    Rust,
    /// Built with componentize-qjs in Node.
    JavaScript,
    /// Compiled with the TypeScript compiler, then built like JavaScript.
    TypeScript,
    /// Built with componentize-py.
    Python,
    /// Built with zig, which is a clang with the C library of WASI.
    C,
    /// Built with Go itself, which has a target for WASI preview 1.
    Go,
}

/// The supported languages, each with a file that only bundle folders in it have. The first match is used.
const ALL: [(Language, &str); 6] = [
    (Language::Rust, "Cargo.toml"),
    // Before JavaScript: a TypeScript folder also has a `package.json`.
    (Language::TypeScript, "tsconfig.json"),
    (Language::JavaScript, "package.json"),
    (Language::Python, "app.py"),
    (Language::C, "tool.c"),
    (Language::Go, "go.mod"),
];

impl Language {
    /// Detects the language of a bundle folder from its files.
    ///
    /// # Errors
    /// The folder contains no file that identifies a language.
    pub fn detect(folder: &Path) -> Result<Self, Problem> {
        let found = ALL.iter().find(|(_, file)| folder.join(file).is_file());
        found.map(|(language, _)| *language).ok_or_else(|| Problem::NotABundle {
            folder: folder.to_owned(),
            expected: "Cargo.toml, package.json, app.py, tool.c or go.mod",
        })
    }
}
