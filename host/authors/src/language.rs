//! The languages that tools are written in here.
//!
//! Belongs here: their names, and which one a folder is in. Does not: how each is built.

use crate::Problem;
use std::path::Path;

/// A language with a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// By cargo.
    Rust,
    /// By componentize-qjs in Node.
    JavaScript,
    /// By the compiler of TypeScript, then as JavaScript.
    TypeScript,
    /// By componentize-py.
    Python,
    /// By zig, which is a clang with the C library of WASI.
    C,
    /// By Go itself, which has a target for the first preview of WASI.
    Go,
}

/// With the file by which a folder is known to be in it.
const ALL: [(Language, &str); 6] = [
    (Language::Rust, "Cargo.toml"),
    // Before the other language of a package.json.
    (Language::TypeScript, "tsconfig.json"),
    (Language::JavaScript, "package.json"),
    (Language::Python, "app.py"),
    (Language::C, "tool.c"),
    (Language::Go, "go.mod"),
];

impl Language {
    /// That of a bundle's folder.
    ///
    /// # Errors
    /// Where it has none of the files that toolchains here begin with.
    pub fn of(folder: &Path) -> Result<Self, Problem> {
        let found = ALL.iter().find(|(_, file)| folder.join(file).is_file());
        found.map(|(language, _)| *language).ok_or_else(|| Problem::NotABundle {
            folder: folder.to_owned(),
            expected: "Cargo.toml, package.json, app.py, tool.c or go.mod",
        })
    }
}
