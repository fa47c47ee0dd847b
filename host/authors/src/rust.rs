//! The build and test commands for bundles in Rust.
//!
//! Belongs here: the cargo commands. Does not: what happens with the component (`build.rs`).

use crate::Problem;
use crate::toolchain::Program;
use host_api::Tree;
use std::path::{Path, PathBuf};

const TARGET: &str = "wasm32-wasip2";

const CARGO: Program = Program {
    name: "cargo",
    what: "Rust's cargo",
    install: "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh (Windows: https://rustup.rs)",
};

const RUSTC: Program = Program {
    name: "rustc",
    what: "Rust's compiler",
    install: CARGO.install,
};

pub(crate) fn build(folder: &Path) -> Result<PathBuf, Problem> {
    let libraries = RUSTC.output(folder, &["--print", "target-libdir", "--target", TARGET])?;
    if !Path::new(libraries.trim()).is_dir() {
        return Err(Problem::Missing {
            what: format!("the Rust target {TARGET}"),
            command: "rustup target add wasm32-wasip2",
        });
    }
    let words = format!("build --release --lib --target {TARGET} --message-format=json-render-diagnostics");
    let words: Vec<&str> = words.split(' ').collect();
    let messages = CARGO.output(folder, &words)?;
    // The crate of the folder is built last.
    messages
        .lines()
        .rev()
        .find_map(component)
        .ok_or_else(|| Problem::NoComponent {
            command: format!("cargo {}", words.join(" ")),
            remedy: "Cargo.toml needs `[lib]` with `crate-type = [\"cdylib\"]`",
        })
}

pub(crate) fn test(folder: &Path) -> Result<(), Problem> {
    CARGO.run(folder, &["test"])
}

/// Parses a line of cargo's JSON output. Returns the `.wasm` path that it reports, or `None`.
fn component(line: &str) -> Option<PathBuf> {
    let message = Tree::read(line).ok()?;
    if message["reason"] != "compiler-artifact" {
        return None;
    }
    let files = message["filenames"]
        .as_array()?
        .iter()
        .filter_map(serde_json::Value::as_str);
    files.filter(|name| name.ends_with(".wasm")).map(PathBuf::from).next()
}
