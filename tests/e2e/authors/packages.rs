//! The SDK for Rust as its packages hold it, used where nothing else of this tree is.
//!
//! Belongs here: the two crates of `cargo xtask sdk-packages` in the place of a registry. Does not: the packages of other
//! languages, which that task uses itself, since it takes a second.

use super::Author;
use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use tests_support::{environment, paths};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs the tests of the template's own sources in a crate that has the packages alone. What was compiled for the bundle in `made`
/// is taken over from `kept`.
pub(super) async fn test_rust_packages(author: &Author, made: &Path, kept: &[(&str, PathBuf)]) -> Result<()> {
    if environment::variable(environment::FAST).is_some() {
        environment::announce("skipped: the packages of the SDK for Rust: --fast makes none");
        return Ok(());
    }
    let packages = paths::target().join("packages/rust/packed/package");
    if !packages.is_dir() {
        return environment::skip(
            "the packages of the SDK for Rust",
            "they were not made; `cargo xtask sdk-packages` makes them",
        );
    }
    let used = author.home().join("used");
    std::fs::create_dir_all(used.join("src"))?;
    for name in ["sdk-rust", "sdk-rust-macros"] {
        let archive = packages.join(format!("{name}-{VERSION}.crate"));
        let status = Command::new("tar")
            .current_dir(&used)
            .arg("-xzf")
            .arg(&archive)
            .status()?;
        ensure!(status.success(), "{}", archive.display());
    }
    let manifest = format!(
        "[package]\nname = \"used\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\n\
         unity-tools = {{ package = \"sdk-rust\", version = \"={VERSION}\" }}\n\n[patch.crates-io]\n\
         sdk-rust = {{ path = \"sdk-rust-{VERSION}\" }}\nsdk-rust-macros = {{ path = \"sdk-rust-macros-{VERSION}\" }}\n\n[workspace]\n"
    );
    std::fs::write(used.join("Cargo.toml"), manifest)?;
    for name in ["src/lib.rs", "Cargo.lock"] {
        std::fs::copy(made.join(name), used.join(name))?;
    }
    let words = ["test", "--offline", "--quiet"];
    let said = author.run(Path::new("cargo"), &words, "used", kept).await?;
    ensure!(
        said.code == Some(0) && said.output.contains("2 passed"),
        "{}{}",
        said.output,
        said.errors
    );
    Ok(())
}
